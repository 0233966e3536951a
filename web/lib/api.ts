import { hc } from "hono/client";
import type { ApiProblem } from "#contract/errors.ts";
import { messages } from "#contract/errors.ts";
import type { ApiApp } from "#server/app.ts";

let send: typeof fetch = (input, init) => fetch(input, init);
/** The `fetch` of our own API, for the few addresses that the typed client does not know. */
export const apiFetch: typeof fetch = (input, init) => send(input, init);

/** The typed client of our own API: `api.api.questionnaire.$get({ query })`. */
export const api = /* @__PURE__ */ hc<ApiApp>("/", { fetch: apiFetch });

/** Wraps the `fetch` of all later calls. */
export function interceptCalls(wrap: (next: typeof fetch) => typeof fetch): void {
  send = wrap(send);
}

type Problem = Partial<ApiProblem>;

/** A failed request, with a message that can be shown. `status` 0: there was no response. */
export class ApiFailure extends Error {
  override name = "ApiFailure";
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string>;
  /** The API's message; null without a response, for a response of a proxy, and for an unknown fault. */
  readonly serverMessage: string | null;
  /** The whole body, because some refusals contain more than their error. */
  readonly problem: Problem;

  constructor(status: number, error: Partial<ApiProblem["error"]>, problem: Problem = {}) {
    super(error.message ?? messages.internal);
    this.status = status;
    this.problem = problem;
    this.code = error.code ?? "internal";
    this.fields = error.fields ?? {};
    this.serverMessage = status !== 0 && this.code !== "internal" ? (error.message ?? null) : null;
  }
}

/** A failure with a message of the screen. */
export class ShownError extends Error {
  override name = "ShownError";
}

/**
 * The message of a failure: that of our API, else the screen's sentence. Errors of browsers and libraries are never shown,
 * because they are English and meant for programmers.
 * @param sentence a general sentence by default
 */
export function failureMessage(error: unknown, sentence?: string): string {
  if (error instanceof ApiFailure) return error.serverMessage ?? sentence ?? error.message;
  return sentence ?? (error instanceof ShownError ? error.message : messages.internal);
}

/** True when the server or a proxy in front of it answered. */
export function hasAnswered(error: unknown): boolean {
  return error instanceof ApiFailure && error.status !== 0;
}

type Answer = { ok: boolean; status: number; json(): Promise<unknown> };

/** The body of successful responses. Routes also declare a response type for each problem, which this type excludes. */
type Success<Any> = Any extends { json(): Promise<infer Body> }
  ? Exclude<Body, { error: { code: string } }>
  : never;

/**
 * The body of a successful answer.
 * @throws ApiFailure with the server's message, or a French one when there was no response
 */
export async function unwrap<Any extends Answer>(call: Promise<Any>): Promise<Success<Any>> {
  const answer = await call.catch(() => {
    throw new ApiFailure(0, { code: "unavailable", message: messages.unavailable });
  });
  if (answer.ok) return (answer.status === 204 ? null : await answer.json()) as Success<Any>;
  const problem = (await answer.json().catch(() => null)) as Problem | null;
  throw new ApiFailure(answer.status, problem?.error ?? {}, problem ?? {});
}
