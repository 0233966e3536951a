import {
  type SignupPageV1,
  type SignupsV1Query,
  type SignupV1,
  writeCursor,
} from "#contract/api-v1.schema.ts";
import type { Audience } from "#contract/audience.ts";
import type { Db } from "#server/lib/database/database.ts";
import { findQuestions } from "#server/questionnaire/active-questions.service.ts";
import {
  type ChangedSignup,
  findApiSignup,
  findChangedSignups,
  findSettledTime,
} from "./api-signups.queries.ts";
import { answersOf } from "./decisions.rules.ts";
import { signupNotFound } from "./signups.errors.ts";
import { findSources } from "./sources/sources.queries.ts";

/** A page of sign-ups in the order of their last change. */
export async function listApiSignups(
  db: Db,
  audience: Audience,
  { cursor, limit, updated_since: since }: SignupsV1Query,
): Promise<SignupPageV1> {
  const until = await findSettledTime(db);
  const found = await findChangedSignups(db, audience, { until, since, after: cursor, limit: limit + 1 });
  const items = await describe(db, audience, found.slice(0, limit));
  const last = items.at(-1);
  return { items, nextCursor: last && found.length > limit ? writeCursor(last) : null };
}

/** @throws ApiError 404 */
export async function getApiSignup(db: Db, audience: Audience, id: string): Promise<SignupV1> {
  const found = await findApiSignup(db, audience, id);
  const [signup] = await describe(db, audience, found ? [found] : []);
  if (!signup) throw signupNotFound();
  return signup;
}

async function describe(db: Db, audience: Audience, found: ChangedSignup[]): Promise<SignupV1[]> {
  if (found.length === 0) return [];
  const questions = await findQuestions(db);
  const sources = await findSources(
    db,
    found.map(({ sourceId }) => sourceId),
  );
  return found.map(({ responses, sourceId, createdAt, confirmedAt, decidedAt, ...signup }) => ({
    ...signup,
    audience,
    answers: answersOf(responses, questions).map(({ questionId, question, value }) => ({
      questionId,
      question,
      value,
    })),
    source: sources.get(sourceId) ?? null,
    createdAt: createdAt.toISOString(),
    confirmedAt: confirmedAt?.toISOString() ?? null,
    decidedAt: decidedAt?.toISOString() ?? null,
  }));
}
