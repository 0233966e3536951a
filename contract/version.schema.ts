import { z } from "zod";
import { requestMessages } from "./errors.ts";

/** PostgreSQL's largest integer. */
const versionMax = 2_147_483_647;

/**
 * In answers, the version of an object that several administrators may edit at once. It begins with 1, and each save raises it.
 * Settings that were never saved have 0.
 */
export const versioned = { version: z.number().int() };
export type Versioned = z.infer<z.ZodObject<typeof versioned>>;

/**
 * In every PUT, the version that the edit started from. If it is not the current version, the answer is 409 `stale` with the
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
 * @param savedBy the administrator who saved first, null when unknown
 * @param reader the administrator who reads the message
 */
export function staleMessage(savedBy: string | null, reader: string): string {
  if (savedBy === null) return requestMessages.stale;
  return savedBy === reader
    ? "Vous avez enregistré une autre version entre-temps, dans un autre onglet ou sur un autre appareil."
    : `${savedBy} a enregistré une autre version entre-temps.`;
}
