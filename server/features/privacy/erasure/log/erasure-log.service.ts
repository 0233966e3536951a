import type { SignupHandlers } from "#server/features/signups/signup-events.ts";
import type { Db } from "#server/lib/database/database.ts";
import { insertEntries, type NewLogEntry } from "./erasure-log.repository.ts";

/**
 * Notes what a backup that was made before does not know of an address. Whatever erases, blocks or lifts calls it.
 * @param tx the transaction of what happened: neither exists without the other
 */
export async function logErasures(tx: Db, entries: NewLogEntry[]): Promise<void> {
  if (entries.length > 0) await insertEntries(tx, entries);
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
