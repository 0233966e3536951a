import type { ExtractSchema } from "hono/types";
import type { ApiProblem } from "#contract/errors.ts";
import type { ApiApp } from "#server/app.ts";
import { interceptCalls } from "#web/lib/api.ts";

type Schema = ExtractSchema<ApiApp>;
type Endpoint<Path extends keyof Schema, Method extends string> = Schema[Path][`$${Method}` &
  keyof Schema[Path]];

/** The body of a successful answer. Fakes return problems with `refuse`. */
type Body<E> = E extends { output: infer Output } ? Exclude<Output, { error: { code: string } }> : never;
type Part<E, Name extends string> = E extends { input: { [key in Name]: infer Value } } ? Value : unknown;

type Request<E> = {
  param: Part<E, "param">;
  query: Part<E, "query">;
  json: Part<E, "json">;
  /** The body of a request that is not JSON. */
  body: Blob;
  url: URL;
  headers: Headers;
};

type Methods<Path extends keyof Schema> = keyof Schema[Path] extends infer Key
  ? Key extends `$${infer Method}`
    ? Method
    : never
  : never;

/** Answers of the server by call, e.g. `"GET /api/admin/me"`; requests and bodies have the types of the server's routes. */
export type FakeAnswers = {
  [Call in {
    [Path in keyof Schema & string]: `${Uppercase<Methods<Path>>} ${Path}`;
  }[keyof Schema & string]]?: Call extends `${infer Method} ${infer Path extends keyof Schema & string}`
    ? (
        request: Request<Endpoint<Path, Lowercase<Method>>>,
      ) => Awaitable<Body<Endpoint<Path, Lowercase<Method>>> | Response | undefined>
    : never;
} & FakeStreams;

/** Fakes of event streams, whose addresses the typed client does not know. */
type FakeStreams = {
  "GET /api/admin/campaigns/:id/events"?: (request: { param: { id: string } }) => Awaitable<Response>;
};

/** The call of a fake, e.g. `"GET /api/admin/me"`. */
export type FakeCall = keyof FakeAnswers;

type Awaitable<Value> = Value | Promise<Value>;
// biome-ignore lint/suspicious/noExplicitAny: the typed side is FakeAnswers.
type AnyFake = (request: Request<any>) => Awaitable<unknown>;

export type FakeApi = {
  /** Every call so far, oldest first, e.g. `"PATCH /api/admin/signups/user/1"`. */
  calls: string[];
  /** Calls without a fake, which fail the test. */
  unanswered: string[];
  /** Replaces or adds answers from now on. */
  answer(changes: FakeAnswers): void;
};

/**
 * Answers calls instead of the network, until the next call of this function.
 * @param install replaces `fetch` by the fake; without it, the fake replaces `web/lib/api.ts`
 */
export function installFakeApi(
  answers: FakeAnswers,
  install: (fake: typeof fetch) => void = (fake) => interceptCalls(() => fake),
): FakeApi {
  let fakes = entries(answers);
  const calls: string[] = [];
  const unanswered: string[] = [];

  install(async (input, init) => {
    const request = new globalThis.Request(
      new URL(String(input instanceof globalThis.Request ? input.url : input), location.origin),
      init,
    );
    const url = new URL(request.url);
    const call = `${request.method} ${url.pathname}`;
    calls.push(call);
    const found = fakes.find(({ pattern }) => pattern.test(call));
    if (!found) {
      unanswered.push(call);
      return refuse(501, { code: "internal", message: `no fake for ${call}` });
    }
    const param = found.pattern.exec(call)?.groups ?? {};
    const isJson = request.headers.get("content-type")?.includes("json");
    const json = isJson ? await request.json() : undefined;
    const content = isJson ? new Blob() : await request.blob();
    const query = Object.fromEntries(url.searchParams);
    const body = await found.fake({ param, query, json, body: content, url, headers: request.headers });
    if (body instanceof Response) return body;
    return body === undefined ? new Response(null, { status: 204 }) : Response.json(body);
  });

  return {
    calls,
    unanswered,
    answer(changes) {
      fakes = [...entries(changes), ...fakes];
    },
  };
}

function entries(answers: FakeAnswers) {
  return Object.entries(answers).map(([call, fake]) => ({
    pattern: new RegExp(`^${call.replaceAll(".", "\\.").replace(/:(\w+)(\{[^}]*\})?/g, "(?<$1>[^/]+)")}$`),
    fake: fake as AnyFake,
  }));
}

/** A refusal in the format of the API. */
export function refuse(
  status: number,
  error: ApiProblem["error"],
  more: Record<string, unknown> = {},
): Response {
  return Response.json({ error, ...more }, { status });
}

/** An answer that `fake` withholds until the test calls `letGo`. */
export function held<Value>(value: () => Value): { fake: () => Promise<Value>; letGo: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { fake: () => promise.then(value), letGo: resolve };
}
