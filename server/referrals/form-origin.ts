import type { Context } from "hono";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { createClientNetworks } from "#server/lib/http/client-address.ts";
import type { FormOrigin } from "./referrals.rules.ts";

/** From where a request with a form comes. */
export function createFormOrigins({ trustProxy }: Pick<AppDependencies["config"], "trustProxy">) {
  const networks = createClientNetworks(trustProxy);
  return (c: Context): FormOrigin => ({
    networks: networks(c),
    userAgent: c.req.header("user-agent") ?? "",
  });
}
