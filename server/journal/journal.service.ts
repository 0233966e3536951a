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

/** Records who did what. Pass the transaction of the change itself, so that neither exists without the other. */
export async function recordEntry(db: Db, { subject = null, details = {}, ...entry }: JournalRecord) {
  await insertEntry(db, { ...entry, subject, details });
}

/** Counts events that strangers can cause without limit. Writes one entry per hour, so that they cannot fill the journal. */
export async function countHourlyEntry(db: Db, action: JournalAction, now: Date): Promise<void> {
  await incrementHourlyEntry(db, { actor: systemActor, action, now });
}

/** The actor of the last such action on that subject; null when the journal has none. */
export async function findLastActor(
  db: Db,
  {
    action,
    subject = null,
  }: Pick<JournalRecord, "subject"> & { action: JournalAction | readonly JournalAction[] },
): Promise<string | null> {
  return (await findLastEntry(db, { action, subject }))?.actor ?? null;
}

/** When one of these actions was first recorded; null without an entry. */
export async function findFirstTime(db: Db, actions: JournalAction[]): Promise<Date | null> {
  return (await findFirstEntry(db, actions))?.at ?? null;
}

/** True when the newest recorded one of these actions is this one, and it succeeded. */
export async function didLastSucceed(
  db: Db,
  { action, since }: { action: JournalAction; since: JournalAction },
): Promise<boolean> {
  const last = await findLastDetails(db, [action, since]);
  return last?.action === action && last.details.ok === true;
}

const stepSize = 1_000;
const stepsPerRound = 20;

/** Upkeep: deletes entries after the period of the privacy policy. */
export async function deleteOldEntries({ db, now }: Pick<AppDependencies, "db" | "now">): Promise<void> {
  const before = addMonths(now(), -privacyPeriods.journalMonths);
  for (let step = 0; step < stepsPerRound; step += 1) {
    if ((await deleteEntriesBefore(db, { before, limit: stepSize })) < stepSize) return;
  }
}

/** The journal names administrators by their addresses. The erasure of a former administrator removes the address. */
export const journalHandlers: SignupHandlers = {
  erased: (tx, { emailHashes }) => anonymizeAddresses(tx, emailHashes),
};
