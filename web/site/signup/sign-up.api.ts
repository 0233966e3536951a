import type { Audience } from "#contract/audience.ts";
import { limits } from "#contract/limits.ts";
import { parseOptions, type Question } from "#contract/questionnaire.ts";
import { formTokenLimits, type Puzzle } from "#contract/shield.ts";
import { type SignupForm, signupMessages } from "#contract/signup.ts";
import { ApiFailure, unwrap } from "#web/lib/api.ts";
import { questionnairePath, takePrefetchedQuestionnaire } from "../questionnaire-prefetch.ts";

/** The pass of a form, valid from `readyAt` on, in the time of `performance.now()`. */
export type FormPass = { token: string; puzzle: Puzzle | null; readyAt: number };

export type SentSignUp = SignupForm & {
  source: string;
  company?: string;
  emailConfirmed?: boolean;
  token: string;
  proof?: { nonces: number[] };
};

type Questionnaire = { items: Question[]; token: string; puzzle: Puzzle | null };

/** The active questions of an audience. Options may arrive as a list or as a JSON string of one. */
export async function fetchQuestionnaire(
  audience: Audience,
): Promise<{ questions: Question[]; pass: FormPass }> {
  const { items, token, puzzle } = await call<Questionnaire>(
    questionnairePath(audience),
    {},
    takePrefetchedQuestionnaire(audience),
  );
  const questions = items.map((question) => ({ ...question, options: parseOptions(question.options) }));
  return { questions, pass: { token, puzzle, readyAt: performance.now() + formTokenLimits.minAgeMs } };
}

/** @throws ApiFailure */
export function postSignUp(
  audience: Audience,
  signup: SentSignUp,
  key: string,
): Promise<{ confirms: boolean }> {
  return sendJson("POST", audience, signup, key);
}

/** An accepted sign-up. `key` lets the visitor correct the address. `confirms`: a message asks to confirm the address. */
export type TakenSignUp = { audience: Audience; key: string; email: string; confirms: boolean };

/** @throws ApiFailure */
export function correctAddress(
  { audience, key }: TakenSignUp,
  email: string,
  emailConfirmed: boolean,
): Promise<null> {
  return sendJson("PATCH", audience, { email, emailConfirmed: emailConfirmed || undefined }, key);
}

/** @throws ApiFailure */
export function resendConfirmation(audience: Audience, email: string): Promise<null> {
  return sendJson("POST", `${audience}/confirmation`, { email });
}

function sendJson<Body>(method: string, path: string, body: object, key = ""): Promise<Body> {
  const headers = { "content-type": "application/json", ...(key && { "idempotency-key": key }) };
  return call(`/api/signups/${path}`, { method, headers, body: JSON.stringify(body) }, null);
}

/** The new pass in a response that refused the pass; null for other failures. */
export function freshPass({ code, problem: { token, puzzle } }: ApiFailure): FormPass | null {
  if (token === undefined) return null;
  // A token that replaces a token of the minimum age is valid at once.
  const waits = code === "token_missing" || code === "token_too_young";
  const readyAt = performance.now() + (waits ? formTokenLimits.minAgeMs : 0);
  return { token, puzzle: puzzle ?? null, readyAt };
}

/**
 * Sends plain requests, because the typed client would be as large here as all checks of the form.
 * @param ahead the prefetched response, if there is one
 */
async function call<Body>(path: string, init: RequestInit, ahead: Promise<Response> | null): Promise<Body> {
  const abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      abort.abort();
      reject(new ApiFailure(0, { code: "unavailable", message: signupMessages.noAnswer }));
    }, limits.signupAnswerMs);
  });
  const ask = () => fetch(path, { ...init, signal: abort.signal });
  const answer = ahead ? ahead.then((early) => (early.ok ? early : ask()), ask) : ask();
  try {
    const body = unwrap(answer as Promise<Response & { json(): Promise<Body> }>);
    return (await Promise.race([body, late])) as Body;
  } finally {
    clearTimeout(timer);
  }
}
