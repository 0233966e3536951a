import type { Audience } from "#contract/audience.ts";
import { parseOptions, type Question } from "#contract/questionnaire.ts";
import type { SignupForm } from "#contract/signup.ts";
import { unwrap } from "#web/lib/api.ts";

/** The active questions of an audience. Options may arrive as a list or as a JSON string of one. */
export async function fetchQuestions(audience: Audience): Promise<Question[]> {
  const { items } = await unwrap(call<{ items: Question[] }>(`/api/questionnaire?audience=${audience}`));
  return items.map((question) => ({ ...question, options: parseOptions(question.options) }));
}

type Attempt = { content: string; key: string };
let lastAttempt: Attempt | null = null;

/**
 * Sends a sign-up. The same content sent again carries the same key, so that a lost answer never becomes a second sign-up.
 * @param company what stands in the field that no person sees
 * @throws ApiFailure
 */
export async function sendSignUp(audience: Audience, form: SignupForm, company: string): Promise<void> {
  const body = JSON.stringify({ ...form, ...(company && { company }) });
  const content = audience + body;
  if (lastAttempt?.content !== content) lastAttempt = { content, key: randomKey() };
  const headers = { "content-type": "application/json", "idempotency-key": lastAttempt.key };
  await unwrap(call<{ id: string }>(`/api/signups/${audience}`, { method: "POST", headers, body }));
  lastAttempt = null;
}

/** Two plain requests: the typed client would weigh as much here as all the checks of the form. */
function call<Body>(path: string, init?: RequestInit) {
  return fetch(path, init) as Promise<Response & { json(): Promise<Body> }>;
}

/** `crypto.randomUUID` exists under https only; this works on a plain address of the local network too. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
