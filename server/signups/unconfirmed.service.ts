import { type Audience, audiences } from "#contract/audience.ts";
import { systemActor } from "#contract/journal.ts";
import { privacyPeriods } from "#contract/privacy.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import { repeatConfirmations } from "#server/mail/sending/signup-messages.service.ts";
import { tellDeleted } from "./deletion.service.ts";
import type { SignupEvents } from "./signup-events.ts";
import { deleteReminded, markReminded } from "./unconfirmed.queries.ts";

const hourMs = 60 * 60 * 1_000;
const reminderMs = privacyPeriods.reminderHours * hourMs;
const deletionMs = privacyPeriods.confirmationDays * 24 * hourMs;

const batchSize = 500;
/** Bounds a round of the upkeep; what is left waits for the next one. */
const batchesPerRound = 20;

type Dependencies = Pick<AppDependencies, "db" | "config" | "now"> & { events: SignupEvents };

/**
 * With `deleteUnconfirmed`: whoever does not confirm is reminded once, and deleted as long after it as the deletion follows
 * the reminder of a new sign-up, so that nobody is deleted who was not asked again.
 */
export async function followUpUnconfirmed(deps: Dependencies): Promise<void> {
  for (const audience of audiences) {
    for (const step of [remindBatch, deleteBatch]) {
      for (let batch = 0; batch < batchesPerRound; batch += 1) {
        if ((await step(deps, audience)) === 0) break;
      }
    }
  }
}

/** @returns how many were reminded */
function remindBatch({ db, config, now }: Dependencies, audience: Audience): Promise<number> {
  const at = now();
  const before = new Date(at.getTime() - reminderMs);
  return db.transaction(async (tx) => {
    const reminded = await markReminded(tx, audience, { before, at, limit: batchSize });
    await repeatConfirmations(
      tx,
      config,
      reminded.map(({ id, email }) => ({ audience, id, email })),
    );
    return reminded.length;
  });
}

/** @returns how many were deleted */
function deleteBatch({ db, now, events }: Dependencies, audience: Audience): Promise<number> {
  const before = new Date(now().getTime() - (deletionMs - reminderMs));
  return db.transaction(async (tx) => {
    const signups = await deleteReminded(tx, audience, { before, limit: batchSize });
    const count = signups.length;
    if (count === 0) return 0;
    await tellDeleted(tx, events, { audience, signups, reason: "unconfirmed", source: systemActor });
    const details = { audience, count };
    await recordEntry(tx, { actor: systemActor, action: "signups.unconfirmed_deleted", details });
    return count;
  });
}
