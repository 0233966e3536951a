import { type Audience, addresses } from "#contract/audience.ts";
import type { Question } from "#contract/questionnaire.ts";
import type { Answer } from "#contract/questions/question-type.ts";
import { questionTypes } from "#contract/questions/registry.ts";
import type { Responses } from "#contract/signup.ts";
import { audienceOf } from "#contract/signup-path.ts";
import type { TypedSignUp } from "#contract/site-pages.ts";
import { readSource, sourceQuery } from "#contract/sources.ts";
import { tokenFor } from "#server/shield/form-token.rules.ts";

/** The values that a form sent, by field name. */
export type FormFields = ReadonlyMap<string, readonly string[]>;

/** The form of /inscription, as the server understands it. */
export type SentSignUp = {
  audience: Audience;
  /** One token for each audience, as sent. */
  tokens: readonly string[];
  /** The body of the same sign-up for the API, not validated yet. */
  body: Record<string, unknown>;
  typed: TypedSignUp;
  /** Where the visit came from, as the page's hidden field has it. */
  source: string;
  /** The address that the page asked the visitor to check. */
  questioned: string | null;
};

const answerField = "responses.";

/** Browsers send a line break as two characters; it counts as one. */
export function readFields(body: string): FormFields {
  const fields = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(body)) {
    const text = value.replaceAll("\r\n", "\n");
    const texts = fields.get(name);
    if (texts) texts.push(text);
    else fields.set(name, [text]);
  }
  return fields;
}

/**
 * Reads both audiences' fields of the form, so that nothing is lost when the visitor changes the audience. The other
 * audience's fields are kept for the page and not stored.
 * @param questions the active questions of both audiences
 */
export function readSignUp(fields: FormFields, questions: readonly Question[]): SentSignUp {
  const text = (name: string) => fields.get(name)?.[0] ?? "";
  const audience = audienceOf(text("type"));
  const tokens = fields.get("token") ?? [];
  const [token, company, questioned] = [tokenFor(audience, tokens), text("company"), text("emailConfirmed")];
  const identity = { firstname: text("firstname"), name: text("name"), email: text("email") };
  const newsConsent = fields.has("newsConsent");
  const source = carriedSource(text("source"));
  return {
    audience,
    tokens,
    body: {
      ...identity,
      ...(audience === "brand" && { website: text("website") }),
      responses: sentAnswers(fields, questions, audience),
      ...(company && { company }),
      ...(token !== undefined && { token }),
      ...(newsConsent && { newsConsent }),
      ...(source && { source }),
      ...(questioned !== "" && questioned === identity.email && { emailConfirmed: true }),
    },
    typed: { ...identity, website: text("website"), responses: typedAnswers(fields, questions), newsConsent },
    source,
    questioned: questioned || null,
  };
}

/** Includes answers to questions that are no longer asked: the validation refuses them. */
function sentAnswers(fields: FormFields, questions: readonly Question[], audience: Audience) {
  const byId = new Map(questions.map((question) => [question.id, question]));
  const answers: [id: string, answer: Answer][] = [];
  for (const [name, texts] of fields) {
    if (!name.startsWith(answerField)) continue;
    const id = name.slice(answerField.length);
    const question = byId.get(id);
    const answer = answerOf(texts, question);
    const isAsked = !question || addresses(question.targetType, audience);
    if (answer !== null && isAsked) answers.push([id, answer]);
  }
  return Object.fromEntries(answers);
}

/** The answers that the page has a field for. */
export function typedAnswers(fields: FormFields, questions: readonly Question[]): Responses {
  const answers = questions.flatMap((question) => {
    const answer = answerOf(fields.get(answerField + question.id) ?? [], question);
    return answer === null ? [] : [[question.id, answer] as const];
  });
  return Object.fromEntries(answers);
}

/** @returns null when nothing was filled in or chosen */
function answerOf(texts: readonly string[], question: Question | undefined): Answer | null {
  const given = texts.filter((text) => text !== "");
  const [first, ...more] = given;
  if (first === undefined) return null;
  const isList = question ? questionTypes[question.fieldType].isMultiple : more.length > 0;
  return isList || more.length > 0 ? given : first;
}

/** The token for the page. A text that is no token of Tenue is not sent back. */
const tokenPattern = /^[\w.~-]{1,500}$/;

/** The source in a form's hidden field, as `sourceQuery` writes it. */
function carriedSource(query: string): string {
  const source = readSource(query);
  return source ? sourceQuery(source) : "";
}

/**
 * The form's tokens and the visit's source as markup at the end of the page, outside of the form. Everything before it is the
 * same for all visitors.
 * @param source as `sourceQuery` writes it
 */
export function formEnding(tokens: readonly string[], source: string): string {
  const known = tokens.filter((token) => tokenPattern.test(token)).map((token) => ["token", token]);
  return [...known, ...(source ? [["source", source.replaceAll("&", "&amp;")]] : [])]
    .map(([name, value]) => `<input type="hidden" name="${name}" form="sign-up" value="${value}">`)
    .join("");
}
