import { type JournalAction, systemActor } from "#contract/journal.ts";
import { privacyPeriods } from "#contract/privacy.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { addMonths } from "#server/lib/add-months.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { SignupHandlers } from "#server/signups/signup-events.ts";
import {
  anonymizeAddresses,
  deleteEntriesBefore,
  findFirstEntry,
  findLastDetails,
  findLastEntry,
  incrementHourlyEntry,
  insertEntry,
  type JournalRecord,
} from "./journal.queries.ts";

/** Writes who did what. Pass the transaction of the change itself, so that neither exists without the other. */
export async function recordEntry(db: Db, { subject = null, details = {}, ...entry }: JournalRecord) {
  await insertEntry(db, { ...entry, subject, details });
}

/** Counts what strangers can cause without end: one entry an hour, so that they cannot fill the journal. */
export async function countHourlyEntry(db: Db, action: JournalAction, now: Date): Promise<void> {
  await incrementHourlyEntry(db, { actor: systemActor, action, now });
}

/** Who did this, or one of these, last to that subject; null when the journal does not know. */
export async function findLastActor(
  db: Db,
  {
    action,
    subject = null,
  }: Pick<JournalRecord, "subject"> & { action: JournalAction | readonly JournalAction[] },
): Promise<string | null> {
  return (await findLastEntry(db, { action, subject }))?.actor ?? null;
}

/** When one of these was first done, as far as the journal remembers; null for never. */
export async function findFirstTime(db: Db, actions: JournalAction[]): Promise<Date | null> {
  return (await findFirstEntry(db, actions))?.at ?? null;
}

/** Whether the last one of these actions, in what is still remembered of them, is this one and went well. */
export async function didLastSucceed(
  db: Db,
  { action, since }: { action: JournalAction; since: JournalAction },
): Promise<boolean> {
  const last = await findLastDetails(db, [action, since]);
  return last?.action === action && last.details.ok === true;
}

const stepSize = 1_000;
const stepsPerRound = 20;

/** Upkeep: entries are kept for as long as the policy says. */
export async function deleteOldEntries({ db, now }: Pick<AppDependencies, "db" | "now">): Promise<void> {
  const before = addMonths(now(), -privacyPeriods.journalMonths);
  for (let step = 0; step < stepsPerRound; step += 1) {
    if ((await deleteEntriesBefore(db, { before, limit: stepSize })) < stepSize) return;
  }
}

/** The journal names administrators by their addresses. A former administrator who is erased is not named any more. */
export const journalHandlers: SignupHandlers = {
  erased: (tx, { emailHashes }) => anonymizeAddresses(tx, emailHashes),
};
