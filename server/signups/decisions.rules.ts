import type { SignupStatus } from "#contract/audience.ts";
import type { DecidedSignup } from "#contract/decisions.schema.ts";
import { limits } from "#contract/limits.ts";
import type { Question } from "#contract/questionnaire.ts";
import type { Responses } from "#contract/signup.ts";
import type { SignupAnswer, SignupSummary } from "#contract/signup-list.schema.ts";
import type { StoredSignup } from "./decisions.queries.ts";

/** For how many milliseconds a decision can still be undone; null when there is no decision or it is final. */
export function remainingUndoMs(
  { status, decidedAt }: { status: SignupStatus; decidedAt: Date | null },
  now: Date,
): number | null {
  if (status === "pending" || decidedAt === null) return null;
  const remaining = decidedAt.getTime() + limits.undoMs - now.getTime();
  return remaining > 0 ? remaining : null;
}

/** Decisions after the returned time can still be undone. */
export function undoableSince(now: Date): Date {
  return new Date(now.getTime() - limits.undoMs);
}

/** The database's clock and the time of the administrator's last click may differ by this much. */
const graceSeconds = 2;

/** In how many seconds the effects of a decision are due that can be undone for this time. */
export function secondsUntilFinal(finalInMs: number): number {
  return finalInMs / 1_000 + graceSeconds;
}

export function toSummary(signup: StoredSignup): SignupSummary {
  const { id, firstname, name, email, website, status, duplicateOf, disposableEmail, sample } = signup;
  const createdAt = signup.createdAt.toISOString();
  const confirmedAt = signup.confirmedAt?.toISOString() ?? null;
  return {
    id,
    firstname,
    name,
    email,
    website,
    status,
    createdAt,
    duplicateOf,
    disposableEmail,
    confirmedAt,
    sample,
  };
}

export function toDecidedSignup(signup: StoredSignup, now: Date): DecidedSignup {
  return { ...toSummary(signup), undoMs: remainingUndoMs(signup, now) };
}

/** Sorts answers in the order of their questions; answers to deleted questions come last. */
export function answersOf(responses: Responses, questions: readonly Question[]): SignupAnswer[] {
  const known = new Set(questions.map(({ id }) => id));
  const answered = questions.filter(({ id }) => Object.hasOwn(responses, id));
  return [
    ...answered.map(({ id, question, fieldType }) => ({
      questionId: id,
      question,
      fieldType,
      value: responses[id] ?? "",
    })),
    ...Object.entries(responses)
      .filter(([id]) => !known.has(id))
      .map(([questionId, value]) => ({ questionId, question: null, fieldType: null, value })),
  ];
}
