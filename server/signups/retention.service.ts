import { type Audience, audiences } from "#contract/audience.ts";
import { systemActor } from "#contract/journal.ts";
import { limits } from "#contract/limits.ts";
import { privacyPeriods } from "#contract/privacy.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import {
  findReminders,
  isConfirmationWritten,
  repeatConfirmations,
} from "#server/mail/sending/signup-messages.service.ts";
import { deleteSignups, type StoredSignup } from "./decisions.queries.ts";
import {
  correctReminders,
  deleteInactive,
  deleteSignupsByAddress,
  findServiceRecipients,
  findUnusedAddresses,
  lockReminded,
  markReminded,
  restartReminders,
} from "./retention.queries.ts";
import type { SignupEvents } from "./signup-events.ts";

const hourMs = 60 * 60 * 1_000;
const reminderMs = privacyPeriods.reminderHours * hourMs;
const deletionMs = privacyPeriods.confirmationDays * 24 * hourMs;

const batchSize = 500;
/** Limits one round of the upkeep; the next round continues. */
const batchesPerRound = 20;

type RetentionDeps = Pick<AppDependencies, "db" | "config" | "now"> & { events: SignupEvents };

/** Keeps the privacy policy's promise: a sign-up is deleted after a year without activity. */
export async function deleteInactiveSignups(deps: Omit<RetentionDeps, "config">): Promise<void> {
  for (const audience of audiences) await inBatches(() => deleteInactiveBatch(deps, audience));
}

/**
 * With the setting `deleteUnconfirmed`: reminds once, and then waits as long as for a new sign-up before it deletes. No sign-up is
 * deleted before its reminder left.
 */
export async function remindAndDeleteUnconfirmed(deps: RetentionDeps): Promise<void> {
  for (const audience of audiences) {
    await inBatches(() => remindBatch(deps, audience));
    await inBatches(() => deleteUnconfirmedBatch(deps, audience));
  }
}

async function inBatches(runBatch: () => Promise<number>): Promise<void> {
  for (let batch = 0; batch < batchesPerRound; batch += 1) {
    if ((await runBatch()) === 0) return;
  }
}

/** @returns how many were deleted */
function deleteInactiveBatch(
  { db, now, events }: Omit<RetentionDeps, "config">,
  audience: Audience,
): Promise<number> {
  const before = now();
  before.setFullYear(before.getFullYear() - limits.inactiveYears);
  return db.transaction(async (tx) => {
    const signups = await deleteInactive(tx, audience, { before, limit: batchSize });
    const count = signups.length;
    if (count === 0) return 0;
    await emitDeleted(tx, events, { audience, signups, reason: "expired", source: systemActor });
    const details = { audience, count };
    await recordEntry(tx, { actor: systemActor, action: "signups.expired", details });
    return count;
  });
}

/**
 * An erased address gets no reminder: its owner has requested a single confirmation. While the message is off, all reminders wait.
 * @returns how many reminders were due
 */
function remindBatch({ db, config, now }: RetentionDeps, audience: Audience): Promise<number> {
  const at = now();
  const before = new Date(at.getTime() - reminderMs);
  return db.transaction(async (tx) => {
    if (!(await isConfirmationWritten(tx))) return 0;
    const reminded = await markReminded(tx, audience, { before, at, limit: batchSize });
    const hashes = reminded.map(({ emailHash }) => emailHash);
    const recipients = await findServiceRecipients(tx, hashes);
    const writable = reminded.filter(({ emailHash }) => recipients.has(emailHash));
    await repeatConfirmations(tx, config, audience, writable);
    return reminded.length;
  });
}

/**
 * A reminder that has not left, or left later than it was written, restarts the term: the limit of the mailbox dropped it, or the mail
 * server could not be reached. @returns how many were deleted or corrected
 */
function deleteUnconfirmedBatch({ db, now, events }: RetentionDeps, audience: Audience): Promise<number> {
  const before = new Date(now().getTime() - (deletionMs - reminderMs));
  return db.transaction(async (tx) => {
    const due = await lockReminded(tx, audience, { before, limit: batchSize });
    if (due.length === 0) return 0;
    const reminders = await findReminders(tx, due, { afterHours: privacyPeriods.reminderHours });
    const isOver = ({ id }: StoredSignup) => (reminders.get(id) ?? before) < before;
    const kept = due.filter((signup) => !isOver(signup));
    await correctReminders(
      tx,
      audience,
      kept.map(({ id }) => ({ id, at: reminders.get(id) ?? null })),
    );
    const ids = due.filter(isOver).map(({ id }) => id);
    const signups = await deleteSignups(tx, audience, { ids, limited: false });
    const count = signups.length;
    if (count > 0) {
      await emitDeleted(tx, events, { audience, signups, reason: "unconfirmed", source: systemActor });
      const details = { audience, count };
      await recordEntry(tx, { actor: systemActor, action: "signups.unconfirmed_deleted", details });
    }
    return due.length;
  });
}

type Deletion = {
  audience: Audience;
  signups: StoredSignup[];
  reason: "admin" | "expired" | "unconfirmed" | "undone";
  /** What deleted the sign-ups: an administrator's e-mail, or the name of a job. */
  source: string;
};

/**
 * Emits the events of sign-ups that were just deleted. In the same transaction, an address that no other sign-up has is erased
 * everywhere else. The address of a sample is not erased.
 */
export async function emitDeleted(
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

/** Deletes one sign-up, also a limited one. Erases its address when no other sign-up has it. @returns false when it was deleted before */
export async function deleteOneSignup(
  tx: Db,
  events: SignupEvents,
  { audience, id, source }: { audience: Audience; id: string; source: string },
): Promise<boolean> {
  const signups = await deleteSignups(tx, audience, { ids: [id], limited: true });
  if (signups.length === 0) return false;
  await emitDeleted(tx, events, { audience, signups, reason: "admin", source });
  return true;
}

/** Deletes the sign-ups of both audiences with an address. @returns how many there were */
export async function deleteSignupsOf(tx: Db, events: SignupEvents, emailHash: string): Promise<number> {
  let count = 0;
  for (const audience of audiences) {
    const signups = await deleteSignupsByAddress(tx, audience, emailHash);
    count += signups.length;
    if (signups.length > 0) await events.emit(tx, "deleted", { audience, signups, reason: "asked" });
  }
  return count;
}

/**
 * A restored backup does not know who confirmed or was reminded after it was made. So each person gets the whole time to confirm
 * once more before a deletion, and no person is reminded twice.
 * @param tx the transaction that ends the hold
 * @param since when the backup was restored: reminders may have been sent until then
 */
export async function giveTimeToConfirm(tx: Db, { since, at }: { since: Date; at: Date }): Promise<void> {
  const dueBefore = new Date(since.getTime() - reminderMs);
  for (const audience of audiences) await restartReminders(tx, audience, { dueBefore, at });
}
