import { hc } from "hono/client";
import type { ApiProblem } from "#contract/errors.ts";
import { messages } from "#contract/errors.ts";
import type { ApiApp } from "#server/app.ts";

/** The typed client of our own API: `api.api.questionnaire.$get({ query })`. */
export const api = /* @__PURE__ */ hc<ApiApp>("/");

/** An answer that is not a success, ready to be shown. `status` 0: no answer at all. */
export class ApiFailure extends Error {
  override name = "ApiFailure";
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string>;

  constructor(status: number, error: Partial<ApiProblem["error"]>) {
    super(error.message ?? messages.internal);
    this.status = status;
    this.code = error.code ?? "internal";
    this.fields = error.fields ?? {};
  }
}

type Answer = { ok: boolean; status: number; json(): Promise<unknown> };

/** The body of the answers that are a success: each problem a route declares is an answer of its own. */
type Success<Any> = Any extends { json(): Promise<infer Body> }
  ? Exclude<Body, { error: { code: string } }>
  : never;

/**
 * The body of a successful answer.
 * @throws ApiFailure with the server's message, or a French one when there was no answer
 */
export async function unwrap<Any extends Answer>(call: Promise<Any>): Promise<Success<Any>> {
  const answer = await call.catch(() => {
    throw new ApiFailure(0, { code: "unavailable", message: messages.unavailable });
  });
  if (answer.ok) return (answer.status === 204 ? null : await answer.json()) as Success<Any>;
  const problem = (await answer.json().catch(() => null)) as Partial<ApiProblem> | null;
  throw new ApiFailure(answer.status, problem?.error ?? {});
}
