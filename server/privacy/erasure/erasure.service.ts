import type { Db } from "#server/lib/database/database.ts";
import { deleteSignupsOf } from "#server/signups/deletion.service.ts";
import type { SignupEvents } from "#server/signups/signup-events.ts";

/**
 * Erases an address: its sign-ups of both audiences with answers and counts, its consents, what waits for it, and the person
 * in everything that was sent. What stays is its keyed hash, so that nobody writes to it by mistake; which tables hold
 * persons, and what becomes of each: `personal-data.map.ts`. Safe to repeat, also for an address that nobody knows.
 * @param tx a transaction: all of it happens, or nothing
 * @param source who did it: an administrator's e-mail, or the page on which its owner asked
 * @returns how many sign-ups there were
 */
export async function eraseAddress(
  tx: Db,
  events: SignupEvents,
  { emailHash, source }: { emailHash: string; source: string },
): Promise<number> {
  const count = await deleteSignupsOf(tx, events, emailHash);
  await events.emit(tx, "erased", { emailHashes: [emailHash], asked: true, source });
  return count;
}
