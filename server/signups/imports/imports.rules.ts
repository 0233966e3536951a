import { canonicalEmail, domainOf } from "#contract/email-address.ts";
import type { ImportSettings } from "#contract/imports.schema.ts";
import { type ImportField, importFields, importLimits, rowMessages } from "#contract/imports.ts";
import { limits } from "#contract/limits.ts";
import { parisInstant } from "#contract/paris-time.ts";
import { type Question, questionsFor, visibleQuestions } from "#contract/questionnaire.ts";
import type { Answer } from "#contract/questions/question-type.ts";
import { questionTypes } from "#contract/questions/registry.ts";
import { searchKey } from "#contract/search-key.ts";
import {
  cleanResponses,
  type Responses,
  validateAnswer,
  validateEmail,
  validateWebsite,
} from "#contract/signup.ts";
import { isStorableText, normalForm, normaliseText } from "#contract/text.ts";
import { isBlank, validateLine } from "#contract/text-rules.ts";
import { websiteAddress } from "#contract/website.ts";
import type { QuestionSnapshot } from "#server/questionnaire/active-questions.service.ts";
import { isDisposableDomain } from "#server/signups/signups.rules.ts";

/**
 * The person that a line describes, by the rules of the form. Names and required answers may be missing, because the file did not ask the
 * form's questions.
 */
export type ImportedPerson = {
  firstname: string;
  name: string;
  email: string;
  website: string | null;
  disposableEmail: boolean;
  responses: Responses;
  /** When, where and to which words the person agreed to news; null when a part of the proof is missing. */
  consent: Proof | null;
};

export type Proof = { at: Date; place: string; words: string };

export type ReadRow = ImportedPerson | { problem: string };

/** Questions of any audience. */
export type AskedQuestions = Pick<QuestionSnapshot, "questions" | "formerOptions">;

type FormerNames = AskedQuestions["formerOptions"];
type Context = AskedQuestions & { settings: ImportSettings; width: number; now: Date };

export function readRow(
  cells: readonly string[],
  { settings, questions, formerOptions, width, now }: Context,
): ReadRow {
  if (cells.length > width) return { problem: rowMessages.cells(cells.length, width) };
  const { audience, columns } = settings;
  const cellOf = (field: ImportField) => cellAt(cells, columns[field]);
  const email = cellOf("email").split(":::", 1)[0] ?? "";
  const { firstname, name } = namesOf(cellOf);
  const website = cellOf("website");
  const asked = questionsFor(audience, questions);
  const answers = asked.map((question) => {
    const cell = cellAt(cells, columns.answers?.[question.id]);
    return [question, answerOf(question, formerOptions, cell)] as const;
  });
  const problem =
    validateEmail(email) ??
    named(importFields.firstname, validateLine(firstname, limits.nameMax)) ??
    named(importFields.name, validateLine(name, limits.nameMax)) ??
    (audience === "brand" ? validateWebsite(audience, website) : null) ??
    firstProblem(answers);
  const address = canonicalEmail(email);
  if (problem !== null || address === null) return { problem: problem ?? "" };
  const responses = Object.fromEntries(
    answers.flatMap(([{ id }, answer]) => (answer === null ? [] : [[id, answer]])),
  );
  return {
    firstname: normaliseText(firstname),
    name: normaliseText(name),
    email: address,
    website: audience === "brand" ? websiteAddress(website) : null,
    disposableEmail: isDisposableDomain(domainOf(address)),
    responses: cleanResponses(visibleQuestions(audience, questions, responses), responses),
    consent: proofOf(settings, cellOf, now),
  };
}

/**
 * Returns the address when a line says that its person left the tool that the file comes from, even if the line is otherwise invalid.
 * Only known words mean that the person stayed: an unknown word may mean that the person left.
 */
export function findLeaver(cells: readonly string[], { columns }: ImportSettings): string | null {
  const cell = cellAt(cells, columns.left);
  const hasStayed = isStorableText(cell) && stayedWords.has(searchKey(normaliseText(cell)));
  return hasStayed ? null : emailOf(cells, columns.email);
}

/** The words of Mailchimp, Brevo and listmonk, and words that people type. */
const stayedWords = new Set(
  ",0,-,n,no,non,f,false,faux,subscribed,enabled,active,confirmed,actif,abonne,abonnee,inscrit,inscrite,confirme,confirmee".split(
    ",",
  ),
);

const emailOf = (cells: readonly string[], column: number) =>
  canonicalEmail(cellAt(cells, column).split(":::", 1)[0] ?? "");

/** Every address that a line may hold. Text may touch an address, so that a part of it may be an address too. */
export function emailsIn(cells: readonly string[]): string[] {
  return [...new Set(cells.flatMap((_, place) => readingsIn(cells, place)).flat())];
}

/** The addresses in a line, each `@` read in the likeliest way. */
export function likeliestEmailsIn(cells: readonly string[]): string[] {
  const readings = cells.flatMap((_, place) => readingsIn(cells, place));
  return [...new Set(readings.flatMap(([likeliest]) => likeliest ?? []))];
}

/** What ends a local part: what it never contains, what it seldom contains, and an apostrophe, as in `o'neil@` and `d'anne@`. */
const localEdges = [
  /[\s,;:<>()[\]"\\\p{Cc}]/u,
  /[^\p{L}\p{M}\p{N}\p{DI}.'_+-]|\.\./u,
  /[^\p{L}\p{M}\p{N}\p{DI}._+-]|\.\./u,
];
/** The longest domain at the start of a text. */
const domainAtStart = /^[\p{L}\p{M}\p{N}\p{DI}]+(?:(?:\.|-+)[\p{L}\p{M}\p{N}\p{DI}]+)*/u;

const at = /[@\ufe6b\uff20]/;

/** For each `@` of a cell, the addresses that it may belong to, the likeliest first. At most four, so that their number stays bounded. */
function readingsIn(cells: readonly string[], place: number): string[][] {
  if (!at.test(cells[place] ?? "")) return [];
  // U+FEFF is invisible, as \p{DI}, but `\s` contains it.
  const cell = cellAt(cells, place).replaceAll("\ufeff", "");
  const text = isStorableText(cell) ? normalForm(cell, "NFKC") : cell;
  const [first = "", ...rest] = text.split(at);
  let before = first;
  return rest.map((after) => {
    const locals = localEdges.map((edge) => before.split(edge).at(-1) ?? "");
    const domain = domainAtStart.exec(after)?.[0] ?? "";
    const texts = new Set([
      `${locals[0]}@${after.split(localEdges[0] ?? "", 1)[0]}`,
      ...locals.map((local) => `${local.replace(/^[^\p{L}\p{N}]+/u, "")}@${domain}`),
    ]);
    const readings = [...texts].map(canonicalEmail).filter((email) => email !== null);
    // One character separates the domain from another address.
    before = (readings.length > 0 && after.slice(domain.length + 1)) || after;
    return readings;
  });
}

/** Unwraps a spreadsheet's `="0612"` and the apostrophe before a formula, which our own exports write. */
function cellAt(cells: readonly string[], column: number | null | undefined): string {
  const cell = (column === null || column === undefined ? undefined : cells[column]) ?? "";
  const inner = cell.startsWith('="') && cell.endsWith('"') && cell.length > 3 ? cell.slice(2, -1) : cell;
  return /^'\s*[=+\-@]/.test(inner) ? inner.slice(1) : inner;
}

const named = (field: string, message: string | null) => (message === null ? null : `${field} : ${message}`);

function namesOf(cellOf: (field: ImportField) => string): { firstname: string; name: string } {
  const visible = (text: string) => (isBlank(text) ? "" : text);
  const [firstname, name, fullName] = [cellOf("firstname"), cellOf("name"), cellOf("fullName")].map(visible);
  if (firstname || name || !fullName) return { firstname: firstname ?? "", name: name ?? "" };
  const words = fullName.trim();
  const space = words.indexOf(" ");
  return space < 0
    ? { firstname: words, name: "" }
    : { firstname: words.slice(0, space), name: words.slice(space + 1) };
}

/**
 * Null when the cell is blank. Case and accents of a choice make no difference, and a former name of an option becomes the present one.
 * Choices are separated as in our export, or by `;` or `,`.
 */
function answerOf(question: Question, formerOptions: FormerNames, cell: string): Answer | null {
  if (isBlank(cell)) return null;
  if (question.options === null || !isStorableText(cell))
    return questionTypes[question.fieldType].isMultiple ? [cell] : cell;
  const options = optionsOf(question, formerOptions);
  const whole = options.get(optionKey(cell));
  if (!questionTypes[question.fieldType].isMultiple) return whole ?? cell;
  if (whole !== undefined) return [whole];
  for (const separator of [" | ", ";", ",", "\n"]) {
    const parts = cell.split(separator).filter((part) => !isBlank(part));
    const found = parts.flatMap((part) => options.get(optionKey(part)) ?? []);
    if (found.length === parts.length) return [...new Set(found)];
  }
  return [cell];
}

const optionKey = (text: string) => searchKey(normaliseText(text).replaceAll("¦", "|"));
const keyedOptions = new WeakMap<Question, Map<string, string>>();

/** The options by the search key of each of their names, computed once for all lines. */
function optionsOf(question: Question, formerOptions: FormerNames): Map<string, string> {
  const known = keyedOptions.get(question);
  if (known) return known;
  const former = Object.entries(formerOptions.get(question.id) ?? {}).flatMap(([option, names]) =>
    names.map((name) => [optionKey(name), option] as const),
  );
  const present = question.options?.map((option) => [optionKey(option), option] as const) ?? [];
  const options = new Map([...former, ...present]);
  keyedOptions.set(question, options);
  return options;
}

function firstProblem(answers: readonly (readonly [Question, Answer | null])[]): string | null {
  for (const [question, answer] of answers) {
    if (answer === null) continue;
    const message = validateAnswer(question, answer);
    if (message !== null) return named(`« ${question.question} »`, message);
  }
  return null;
}

/** Takes each part of the proof from its column; without a column, takes the part that is given for all rows. */
function proofOf(
  { columns, consent }: ImportSettings,
  cellOf: (field: ImportField) => string,
  now: Date,
): Proof | null {
  if (!consent) return null;
  const isMapped = (field: ImportField) => columns[field] !== null && columns[field] !== undefined;
  const text = (field: "consentPlace" | "consentWords", max: number, forAll: string | null | undefined) => {
    if (!isMapped(field)) return forAll ?? "";
    const cell = cellOf(field);
    return isBlank(cell) || validateLine(cell, max) !== null || cell.includes("@") ? "" : normaliseText(cell);
  };
  const at = readDate(isMapped("consentAt") ? cellOf("consentAt") : (consent.at ?? ""));
  const place = text("consentPlace", importLimits.placeMax, consent.place);
  const words = text("consentWords", importLimits.wordsMax, consent.words);
  return at !== null && at <= now && place !== "" && words !== "" ? { at, place, words } : null;
}

const isoDate = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?))?\s?(Z|UTC|[+-]\d\d:?\d\d)?$/;
const frenchDate = /^(\d\d?)\/(\d\d?)\/(\d{4})(?:,? (\d\d?)(:\d\d(?::\d\d)?))?$/;

/**
 * Reads `2026-11-27`, `2026-11-27T10:12:00Z`, `2026-11-27 10:12` or `27/11/2026 10:12`, in Europe/Paris when no zone is given. Null for any
 * other text.
 */
export function readDate(text: string): Date | null {
  const twoDigits = (digits: string) => digits.padStart(2, "0");
  const typed = text
    .trim()
    .replace(frenchDate, (_, day: string, month: string, year: string, hour = "0", rest = ":00") => {
      return `${year}-${twoDigits(month)}-${twoDigits(day)} ${twoDigits(hour)}${rest}`;
    });
  const [, day, time = "00:00", zone] = isoDate.exec(typed) ?? [];
  const local = `${day}T${time}`;
  const asUtc = Date.parse(`${local}Z`);
  // Refuses 31 February, which `Date` would turn into a day of March.
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString().slice(0, 10) !== day) return null;
  if (zone === undefined) return parisInstant(local);
  const [, hours, minutes] = /^([+-]\d\d):?(\d\d)$/.exec(zone) ?? [];
  const instant = new Date(hours ? `${local}${hours}:${minutes}` : asUtc);
  return Number.isNaN(instant.getTime()) ? null : instant;
}
