/** What people do with their own sign-ups, for use by other features. */
import type { Audience } from "#contract/audience.ts";
import { type Question, questionsFor, visibleQuestions } from "#contract/questionnaire.ts";
import { questionTypes } from "#contract/questions/registry.ts";
import { hiddenTexts, presentAnswer, type SegmentQuestion } from "#contract/segments.ts";
import {
  cleanResponses,
  type Responses,
  type SignupForm,
  signupMessages,
  validateName,
  validateSignup,
  validateWebsite,
} from "#contract/signup.ts";
import type { VisitSource } from "#contract/sources.ts";
import { normaliseText } from "#contract/text.ts";
import { websiteAddress } from "#contract/website.ts";
import type { Db } from "#server/lib/database/database.ts";
import { findQuestions } from "#server/questionnaire/active-questions.service.ts";
import { findSignup, lockSignup, lockSignups } from "./decisions.queries.ts";
import { answersOf } from "./decisions.rules.ts";
import {
  correct,
  findAddressOf,
  findByAddress,
  findPeople,
  findSignupEmails,
  limitSignups,
  markConfirmed,
  markObjected,
  noteActivity,
  type OwnAddress,
  replaceResponses,
  type StoredOwnSignup,
} from "./own-signups.queries.ts";
import type { SignupEvents } from "./signup-events.ts";
import { findSources } from "./sources/sources.queries.ts";

export type { OwnAddress };
export {
  findAddressOf,
  findByAddress,
  findPeople,
  findSignup,
  findSignupEmails,
  limitSignups,
  lockSignup,
  lockSignups,
  markObjected,
  noteActivity,
};

/** A sign-up with its answers beside the questions. `question` is null when the question was deleted. */
export type OwnSignup = Omit<StoredOwnSignup, "sourceId"> & {
  /** Where the visit came from; null when unknown. */
  source: VisitSource | null;
  answers: { question: string | null; answer: string }[];
};

/** The sign-ups of an address, in both audiences. */
export async function findOwnSignups(db: Db, emailHash: string): Promise<OwnSignup[]> {
  const [stored, questions] = [await findByAddress(db, emailHash), await findQuestions(db)];
  const sources = await findSources(
    db,
    stored.map(({ sourceId }) => sourceId),
  );
  return stored.map(({ sourceId, ...signup }) => ({
    ...signup,
    source: sources.get(sourceId) ?? null,
    answers: answersOf(signup.responses, questions).map(({ question, value }) => ({
      question,
      answer: [value].flat().join(", "),
    })),
  }));
}

/**
 * The owner of the mailbox confirms that they sent the form. This counts as activity, and its event is emitted once.
 * @returns false when the sign-up was deleted, has another address by now, or was confirmed before
 */
export async function confirmSignup(
  tx: Db,
  events: SignupEvents,
  own: OwnAddress & { at: Date },
): Promise<boolean> {
  const signup = await markConfirmed(tx, own);
  if (!signup) return false;
  await events.emit(tx, "confirmed", { audience: own.audience, signups: [signup] });
  return true;
}

type Corrected = Pick<SignupForm, "firstname" | "name" | "website">;

/** The problems of corrected names and website, by field, according to the form's rules. */
export function correctionProblems(audience: Audience, form: Corrected): Record<string, string> {
  const problems = {
    firstname: validateName(form.firstname, signupMessages.firstnameRequired),
    name: validateName(form.name, signupMessages.nameRequired),
    website: validateWebsite(audience, form.website),
  };
  return Object.fromEntries(
    Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

/**
 * The problems of corrected answers, according to the form's rules for the questions that it asks now. An answer that the form cannot show
 * is kept, and so needs no replacement.
 */
export function answerProblems(
  signup: OwnSignup,
  questions: readonly OwnQuestion[],
  responses: Responses,
): Record<string, string> {
  const { audience, firstname, name, email, website } = signup;
  const form = { firstname, name, email, responses, ...(website !== null && { website }) };
  const problems = Object.entries(validateSignup(audience, questions, form));
  const kept = questions
    .filter((question) => hiddenIn(signup.responses, question).length > 0 && !responses[question.id]?.length)
    .map(({ id }) => `responses.${id}`);
  return Object.fromEntries(
    problems.filter(([field]) => field.startsWith("responses.") && !kept.includes(field)),
  );
}

/** A question with the former names of its options. */
export type OwnQuestion = Question & SegmentQuestion;

/** The texts of a stored answer that the form cannot show. */
const hiddenIn = (stored: Responses, question: OwnQuestion) =>
  Object.hasOwn(stored, question.id) ? hiddenTexts(question, stored[question.id] ?? "") : [];

/** The answers with the present names of options, as the form shows them. */
export function presentAnswers(responses: Responses, questions: readonly OwnQuestion[]): Responses {
  const shown = questions
    .filter(({ id }) => Object.hasOwn(responses, id))
    .map((question) => [question.id, presentAnswer(question, responses[question.id] ?? "")] as const);
  return { ...responses, ...Object.fromEntries(shown) };
}

/**
 * Replaces the answers to today's questions. Those to earlier questions and options, which the form does not show, stay.
 * @param responses without problems
 */
export function correctAnswers(
  tx: Db,
  { responses: stored, ...signup }: OwnSignup,
  questions: readonly OwnQuestion[],
  responses: Responses,
): Promise<boolean> {
  const asked = questionsFor(signup.audience, questions);
  const others = Object.entries(stored).filter(([id]) => !asked.some((question) => question.id === id));
  const corrected = { ...responses };
  for (const question of questions) {
    const { id, fieldType } = question;
    const hidden = hiddenIn(stored, question);
    if (hidden.length === 0) continue;
    if (questionTypes[fieldType].isMultiple) corrected[id] = [...hidden, ...[responses[id] ?? []].flat()];
    else if (!responses[id]?.length) corrected[id] = stored[id] ?? "";
  }
  const visible = visibleQuestions(signup.audience, questions, corrected);
  return replaceResponses(tx, signup, {
    ...Object.fromEntries(others),
    ...cleanResponses(visible, corrected),
  });
}

/**
 * Replaces names and website; the old ones are not kept.
 * @param form without problems
 * @returns whether that address has such a sign-up
 */
export function correctSignup(tx: Db, signup: OwnAddress, form: Corrected): Promise<boolean> {
  return correct(tx, signup, {
    firstname: normaliseText(form.firstname),
    name: normaliseText(form.name),
    website: signup.audience === "brand" ? websiteAddress(form.website ?? "") : null,
  });
}
