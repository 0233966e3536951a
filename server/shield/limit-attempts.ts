import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { createClientNetworks } from "#server/lib/http/client-address.ts";
import type { SentForm, Shield } from "./shield.service.ts";

type Counter = (c: Context) => Promise<void>;

/** Counts an attempt to sign up by the networks of its client. @throws ApiError 429 for those beyond the limit */
export function createAttemptCounter(
  { config }: Pick<AppDependencies, "config">,
  shield: Shield,
  channel: Pick<SentForm, "scripted">,
): Counter {
  const networks = createClientNetworks(config.trustProxy);
  return (c) => shield.admitAttempt(networks(c), channel);
}

/** Counts attempts to sign up by the networks of their client, and refuses those beyond the limit with 429 and Retry-After. */
export function limitAttempts(...given: Parameters<typeof createAttemptCounter>) {
  const count = createAttemptCounter(...given);
  return createMiddleware(async (c, next) => {
    await count(c);
    await next();
  });
}
