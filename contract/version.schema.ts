import { z } from "zod";
import { requestMessages } from "./errors.ts";

/** PostgreSQL's largest integer. */
const versionMax = 2_147_483_647;

/**
 * A field of every thing that several administrators may edit at once, as answers carry it: raised by each save, from 1.
 * 0 is for settings that were never saved.
 */
export const versioned = { version: z.number().int() };
export type Versioned = z.infer<z.ZodObject<typeof versioned>>;

/**
 * A field of every PUT that replaces such a thing: the version that the edit started from. Another one than the present
 * is answered with 409 `stale` and the present state under `current`.
 */
export const startedFrom = {
  version: z
    .int(requestMessages.versionRequired)
    .min(0, requestMessages.versionRequired)
    .max(versionMax, requestMessages.versionRequired),
};

/**
 * The sentence of a stale save.
 * @param savedBy whose save came first, null when unknown
 * @param reader who reads it
 */
export function staleMessage(savedBy: string | null, reader: string): string {
  if (savedBy === null) return requestMessages.stale;
  return savedBy === reader
    ? "Vous avez enregistré une autre version entre-temps, dans un autre onglet ou sur un autre appareil."
    : `${savedBy} a enregistré une autre version entre-temps.`;
}
