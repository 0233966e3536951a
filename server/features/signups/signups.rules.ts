import { createHash, randomUUID } from "node:crypto";
import type { Audience } from "#contract/audience.ts";
import type { SignupBody } from "#contract/signup.schema.ts";
import { cleanResponses, type Responses, signupMessages } from "#contract/signup.ts";
import { normaliseText } from "#contract/text.ts";
import { websiteAddress } from "#contract/website.ts";

/** A sign-up as it is stored. */
export type NewSignup = {
  id: string;
  firstname: string;
  name: string;
  email: string;
  /** Of brands alone. */
  website: string | null;
  responses: Responses;
};

/** The same key names the same sign-up at every instance and after every restart: a repeated request finds its own row. */
export function signupId(audience: Audience, key: string | undefined): string {
  if (key === undefined) return randomUUID();
  const bytes = createHash("sha256").update(`${audience}\n${key}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80; // version 8: made by a rule of our own (RFC 9562)
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** A valid form as it is stored: texts normalised, a protocol before the web address. */
export function toNewSignup(id: string, audience: Audience, form: SignupBody): NewSignup {
  return {
    id,
    firstname: normaliseText(form.firstname),
    name: normaliseText(form.name),
    email: normaliseText(form.email),
    website: audience === "brand" ? websiteAddress(form.website ?? "") : null,
    responses: cleanResponses(form.responses),
  };
}

const changeSigns: ReadonlySet<string> = new Set([signupMessages.questionGone, signupMessages.optionUnknown]);

/** True when answers were refused that the form must have offered: the questionnaire changed since it was loaded. */
export function showsChangedQuestionnaire(fields: Record<string, string>): boolean {
  return Object.values(fields).some((message) => changeSigns.has(message));
}
