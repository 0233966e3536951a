import { randomUUID } from "node:crypto";
import { createMiddleware } from "hono/factory";
import { healthSchema } from "#contract/state.schema.ts";
import type { Config } from "#server/lib/config.ts";
import { type Arrival, createArrivals } from "#server/lib/http/client-address.ts";
import type { ProxyFacts, PublicAnswer } from "./facts.ts";

/** Marks our own requests among incoming ones. */
const header = "x-tenue-check";

/** An address from the block reserved for examples, which is never real. */
const inventedAddress = "192.0.2.1";

const timeoutMs = 4_000;

/** Recognises incoming requests that this process sent to the public address. */
export type OwnRequests = {
  /** Must run before the API's routes. */
  watch: ReturnType<typeof createMiddleware>;
  /** @returns the answer of `send`, and how the request with that id arrived here; null when it did not arrive */
  follow<Answer>(send: (id: string) => Promise<Answer>): Promise<{ answer: Answer; arrival: Arrival | null }>;
};

export function createOwnRequests(trustProxy: readonly string[]): OwnRequests {
  const arrivalOf = createArrivals(trustProxy);
  const awaited = new Map<string, Arrival | null>();
  return {
    watch: createMiddleware(async (c, next) => {
      const id = awaited.size > 0 ? c.req.header(header) : undefined;
      if (id !== undefined && awaited.has(id)) awaited.set(id, arrivalOf(c));
      await next();
    }),
    async follow(send) {
      const id = randomUUID();
      awaited.set(id, null);
      try {
        const answer = await send(id);
        return { answer, arrival: awaited.get(id) ?? null };
      } finally {
        awaited.delete(id);
      }
    },
  };
}

/** Requests the public address as a visitor would. @param own null when this process receives no requests */
export async function checkPublicAddress({
  config: { baseUrl, host, trustProxy },
  fetch: request,
  own,
}: {
  config: Pick<Config, "baseUrl" | "host" | "trustProxy">;
  fetch: typeof fetch;
  own: OwnRequests | null;
}): Promise<Omit<ProxyFacts, "certificateLeftMs">> {
  const ask = (headers: Record<string, string>) => askForHealth(request, baseUrl, headers);
  const common = { baseUrl, host, trustProxy };
  if (own === null) return { ...common, answer: await ask({}), arrival: null, trustsForgedAddress: null };
  const { answer, arrival } = await own.follow((id) => ask({ [header]: id }));
  // Without a trusted proxy, forwarded addresses are ignored anyway.
  if (!arrival?.isForwarded || !arrival.isTrusted)
    return { ...common, answer, arrival, trustsForgedAddress: null };
  const lied = await own.follow((id) => ask({ [header]: id, "x-forwarded-for": inventedAddress }));
  const trustsForgedAddress = lied.arrival === null ? null : lied.arrival.lastHop === inventedAddress;
  return { ...common, answer, arrival, trustsForgedAddress };
}

async function askForHealth(
  request: typeof fetch,
  baseUrl: string,
  headers: Record<string, string>,
): Promise<PublicAnswer> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await request(`${baseUrl}/api/health`, { headers, redirect: "manual", signal });
    const body: unknown = answer.ok ? await answer.json().catch(() => null) : await answer.body?.cancel();
    return healthSchema.safeParse(body).success
      ? { type: "ours" }
      : { type: "unlike", status: answer.status };
  } catch (error) {
    return { type: "none", reason: reasonOf(error) };
  }
}

/** The cause of the error, because `fetch` itself only reports a failure. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error) return "code" in cause ? String(cause.code) : cause.message;
  return error.name === "TimeoutError" ? `ETIMEDOUT, ${timeoutMs / 1_000} s` : error.message;
}
