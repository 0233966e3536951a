import { z } from "zod";
import { requestMessages } from "./errors.ts";

/** PostgreSQL's largest integer. */
const versionMax = 2_147_483_647;

/**
 * The version of everything that several administrators may edit at once, in answers: each save raises it, from 1. Settings
 * that were never saved have 0.
 */
export const versioned = { version: z.number().int() };
export type Versioned = z.infer<z.ZodObject<typeof versioned>>;

/**
 * The version that an edit started from, in every PUT. If it is not the current one, the answer is 409 `stale` with the
 * current state under `current`.
 */
export const startedFrom = {
  version: z
    .int(requestMessages.versionRequired)
    .min(0, requestMessages.versionRequired)
    .max(versionMax, requestMessages.versionRequired),
};

/**
 * The message of a stale save.
 * @param savedBy whose save came first, null when unknown
 * @param reader who reads it
 */
export function staleMessage(savedBy: string | null, reader: string): string {
  if (savedBy === null) return requestMessages.stale;
  return savedBy === reader
    ? "Vous avez enregistré une autre version entre-temps, dans un autre onglet ou sur un autre appareil."
    : `${savedBy} a enregistré une autre version entre-temps.`;
}
