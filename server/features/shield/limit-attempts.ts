import { createMiddleware } from "hono/factory";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { createClientNetworks } from "#server/lib/http/client-address.ts";
import type { SentForm, Shield } from "./shield.service.ts";

/** Counts attempts to sign up by the networks of their client, and refuses those beyond the limit with 429 and Retry-After. */
export function limitAttempts(
  { config }: Pick<AppDependencies, "config">,
  shield: Shield,
  channel: Pick<SentForm, "scripted">,
) {
  const networks = createClientNetworks(config.trustProxy);
  return createMiddleware(async (c, next) => {
    await shield.admitAttempt(networks(c), channel);
    await next();
  });
}
