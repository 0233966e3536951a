import { type Audience, audiences } from "#contract/audience.ts";
import type { Db } from "#server/lib/database/database.ts";
import { deleteByAddress, findUnusedAddresses, type StoredSignup } from "./decisions.queries.ts";
import type { SignupEvents } from "./signup-events.ts";

type Deletion = {
  audience: Audience;
  signups: StoredSignup[];
  reason: "admin" | "expired" | "unconfirmed";
  /** Who did it: an administrator's e-mail, or a job. */
  source: string;
};

/**
 * Tells of sign-ups that were just deleted. An address that no other sign-up has is erased everywhere else as well, in the
 * same transaction; that of a sample is nobody's.
 */
export async function tellDeleted(
  tx: Db,
  events: SignupEvents,
  { audience, signups, reason, source }: Deletion,
): Promise<void> {
  await events.emit(tx, "deleted", { audience, signups, reason });
  const emailHashes = await findUnusedAddresses(
    tx,
    signups.flatMap(({ emailHash, sample }) => (sample ? [] : emailHash)),
  );
  if (emailHashes.length > 0) {
    await events.emit(tx, "erased", { emailHashes, asked: reason === "admin", source });
  }
}

/** Deletes the sign-ups of both audiences with an address, and tells so. @returns how many there were */
export async function deleteSignupsOf(tx: Db, events: SignupEvents, emailHash: string): Promise<number> {
  let count = 0;
  for (const audience of audiences) {
    const signups = await deleteByAddress(tx, audience, [emailHash]);
    count += signups.length;
    if (signups.length > 0) await events.emit(tx, "deleted", { audience, signups, reason: "asked" });
  }
  return count;
}
