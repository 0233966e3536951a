import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { SignupHandlers } from "#server/signups/signup-events.ts";
import {
  countChanges,
  deleteSuperseded,
  findEntries,
  hasLog,
  insertEntries,
  type LogEntry,
  type NewLogEntry,
} from "./erasure-log.queries.ts";
import { supersededBefore } from "./erasure-log.rules.ts";

export type { LogEntry };
export { countChanges };

/**
 * Notes a change of an address that older backups do not contain. Every erasure, block and lifted block calls it.
 * @param tx the transaction of what happened: neither exists without the other
 */
export async function logErasures(tx: Db, entries: NewLogEntry[]): Promise<void> {
  if (entries.length > 0) await insertEntries(tx, entries);
}

/** Upkeep; the file beside the backups follows (`erasure-keeper.service.ts`). */
export async function forgetSuperseded({ db, now }: Pick<AppDependencies, "db" | "now">): Promise<void> {
  await deleteSuperseded(db, supersededBefore(now()));
}

/** The lines of a database of any version, before it is given up; null when it is too old to have any. */
export async function findKeptErasures(tx: Db): Promise<LogEntry[] | null> {
  return (await hasLog(tx)) ? findEntries(tx, null) : null;
}

/** What a period ended is not noted: the upkeep ends it again in what is restored. */
export const erasureLogHandlers: SignupHandlers = {
  async erased(tx, { emailHashes, asked }) {
    if (!asked) return;
    await logErasures(
      tx,
      emailHashes.map((emailHash) => ({ kind: "erased", emailHash })),
    );
  },
};
