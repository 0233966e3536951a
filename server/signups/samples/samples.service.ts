import { type Audience, audiences } from "#contract/audience.ts";
import { type Samples, sampleMessages, samplesUntil } from "#contract/samples.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { conflict } from "#server/lib/http/errors.ts";
import type { ActiveQuestions } from "#server/questionnaire/active-questions.service.ts";
import type { SignupEvents } from "#server/signups/signup-events.ts";
import { sampleSignups } from "./sample-signups.rules.ts";
import { countSamples, deleteSamples, holdQuestionnaire, insertSamples } from "./samples.queries.ts";

export type SamplesDependencies = Pick<AppDependencies, "db" | "now"> & {
  events: SignupEvents;
  questions: ActiveQuestions;
};

export async function getSamples(db: Db): Promise<Samples> {
  const { users, brands, real } = await countSamples(db);
  return { users, brands, mayAdd: users + brands === 0 && real <= samplesUntil };
}

/**
 * Adds sample sign-ups for a trial of the back office. They emit no "stored" event, so no confirmation is written.
 * @throws 409 when there are samples already, or more than a few real sign-ups
 */
export async function addSamples(
  { db, now, questions }: SamplesDependencies,
  actor: string,
): Promise<Samples> {
  const asked = await questions.current();
  return db.transaction(async (tx) => {
    if (!(await holdQuestionnaire(tx, asked.revision))) throw conflict(sampleMessages.questionnaireChanged);
    const { users, brands, real } = await countSamples(tx);
    if (users + brands > 0) throw conflict(sampleMessages.there);
    if (real > samplesUntil) throw conflict(sampleMessages.tooLate);
    let count = 0;
    for (const audience of audiences) {
      const signups = sampleSignups(audience, asked.questions);
      count += await insertSamples(tx, audience, { signups, now: now() });
    }
    await recordEntry(tx, { actor, action: "samples.added", details: { count } });
    return getSamples(tx);
  });
}

/** Deletes all samples. These are no erasure requests, so only the number of samples is recorded. */
export async function removeSamples({ db, events }: SamplesDependencies, actor: string): Promise<number> {
  return db.transaction(async (tx) => {
    const deleted = await deleteSamples(tx);
    const count = deleted.user.length + deleted.brand.length;
    if (count === 0) return 0;
    const tell = (audience: Audience) =>
      events.emit(tx, "deleted", { audience, signups: deleted[audience], reason: "admin" });
    for (const audience of audiences) await tell(audience);
    await recordEntry(tx, { actor, action: "samples.removed", details: { count } });
    return count;
  });
}
