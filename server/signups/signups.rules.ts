import { createHash, randomUUID } from "node:crypto";
import { disposableEmailBlocklist } from "disposable-email-domains-js";
import type { Audience } from "#contract/audience.ts";
import { canonicalEmail, domainOf } from "#contract/email-address.ts";
import { type Question, visibleQuestions } from "#contract/questionnaire.ts";
import type { SignupBody } from "#contract/signup.schema.ts";
import { cleanResponses, type Responses, signupMessages } from "#contract/signup.ts";
import { readSource, type VisitSource } from "#contract/sources.ts";
import { normaliseText } from "#contract/text.ts";
import { websiteAddress } from "#contract/website.ts";

/** A sign-up as it is stored. */
export type NewSignup = {
  id: string;
  firstname: string;
  name: string;
  email: string;
  disposableEmail: boolean;
  /** Null for users. */
  website: string | null;
  responses: Responses;
  /** The hash that still identifies the address after an erasure. */
  emailHash: string;
  /** The version of the texts that the form showed. */
  textsVersion: string;
  newsConsent: boolean;
  /** Null: the form did not name a source. */
  source: VisitSource | null;
};

/** The same key gives the same id at every instance and after every restart, so that a repeated request finds its own row. */
export function signupId(audience: Audience, key: string | undefined): string {
  if (key === undefined) return randomUUID();
  const bytes = createHash("sha256").update(`${audience}\n${key}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80; // version 8: a custom rule (RFC 9562)
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

type Checked = {
  audience: Audience;
  questions: readonly Question[];
  /** The canonical form of the typed address. */
  email: string;
  emailHash: string;
  textsVersion: string;
};

/** Converts a valid form into a sign-up to store: normalises texts and adds a protocol to the web address. */
export function toNewSignup(
  id: string,
  { audience, questions, email, emailHash, textsVersion }: Checked,
  form: SignupBody,
): NewSignup {
  return {
    id,
    emailHash,
    textsVersion,
    newsConsent: form.newsConsent ?? false,
    source: readSource(form.source ?? ""),
    firstname: normaliseText(form.firstname),
    name: normaliseText(form.name),
    email,
    disposableEmail: isDisposableDomain(domainOf(email)),
    website: audience === "brand" ? websiteAddress(form.website ?? "") : null,
    responses: cleanResponses(visibleQuestions(audience, questions, form.responses), form.responses),
  };
}

/** @throws Error for an address that `validateSignup` would have refused */
export function checkedEmail(text: string): string {
  const email = canonicalEmail(text);
  if (email === null) throw new Error("the e-mail of a sign-up was not checked");
  return email;
}

const changeSigns: ReadonlySet<string> = new Set([signupMessages.questionGone, signupMessages.optionUnknown]);

/** Whether the questionnaire changed since a form was loaded: certainly ("known"), judging by the answers ("guessed"), or not (null). */
export type QuestionnaireChange = "known" | "guessed" | null;

/**
 * Whether answers were refused because the questions have changed.
 * @param shown the revision of the form's questions; null when the form has none, so that only the answers can show a change
 * @param present the revision that the answers were checked against
 */
export function detectQuestionnaireChange(
  fields: Record<string, string>,
  { shown, present }: { shown: number | null; present: number },
): QuestionnaireChange {
  const refused = Object.entries(fields).filter(([field]) => field.startsWith("responses."));
  if (shown !== null) return refused.length > 0 && shown < present ? "known" : null;
  return refused.some(([, message]) => changeSigns.has(message)) ? "guessed" : null;
}

let domains: ReadonlySet<string> | null = null;

/**
 * True for a provider of throw-away mailboxes, and for every subdomain of its domains. The list is read at the first
 * call, so that the start does not wait for it.
 */
export function isDisposableDomain(domain: string): boolean {
  domains ??= new Set(disposableEmailBlocklist());
  for (let name = domain; name.includes("."); name = name.slice(name.indexOf(".") + 1)) {
    if (domains.has(name)) return true;
  }
  return false;
}
