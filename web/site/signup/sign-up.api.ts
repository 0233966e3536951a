import type { Audience } from "#contract/audience.ts";
import { limits } from "#contract/limits.ts";
import { parseOptions, type Question } from "#contract/questionnaire.ts";
import { formTokenLimits, type Puzzle } from "#contract/shield.ts";
import { type SignupForm, signupMessages } from "#contract/signup.ts";
import { ApiFailure, unwrap } from "#web/lib/api.ts";

/** What lets a form be sent, from `readyAt` on, as `performance.now()` counts. */
export type FormPass = { token: string; puzzle: Puzzle | null; readyAt: number };

export type SentSignup = SignupForm & {
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
  const { items, token, puzzle } = await call<Questionnaire>(`/api/questionnaire?audience=${audience}`);
  const questions = items.map((question) => ({ ...question, options: parseOptions(question.options) }));
  return { questions, pass: { token, puzzle, readyAt: performance.now() + formTokenLimits.minAgeMs } };
}

/** @throws ApiFailure */
export async function postSignUp(audience: Audience, signup: SentSignup, key: string): Promise<void> {
  await call<{ id: string }>(`/api/signups/${audience}`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify(signup),
  });
}

/** The pass that comes with a refusal of the one that was sent; null with any other failure. */
export function freshPass({ code, problem: { token, puzzle } }: ApiFailure): FormPass | null {
  if (token === undefined) return null;
  // A token in the place of one that was old enough is as old.
  const waits = code === "token_missing" || code === "token_too_young";
  const readyAt = performance.now() + (waits ? formTokenLimits.minAgeMs : 0);
  return { token, puzzle: puzzle ?? null, readyAt };
}

/** Plain requests: the typed client would weigh as much here as all the checks of the form. */
async function call<Body>(path: string, init?: RequestInit): Promise<Body> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), limits.signupAnswerMs);
  try {
    const answer = fetch(path, { ...init, signal: abort.signal });
    return (await unwrap(answer as Promise<Response & { json(): Promise<Body> }>)) as Body;
  } catch (error) {
    if (!abort.signal.aborted) throw error;
    throw new ApiFailure(0, { code: "unavailable", message: signupMessages.noAnswer });
  } finally {
    clearTimeout(timer);
  }
}
