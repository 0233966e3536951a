import type { Context } from "hono";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { createClientNetworks } from "#server/lib/http/client-address.ts";
import type { ClientDevice } from "./referrals.rules.ts";

/** Reads the networks and the browser from which a form was sent. */
export function createDeviceReader({ trustProxy }: Pick<AppDependencies["config"], "trustProxy">) {
  const networks = createClientNetworks(trustProxy);
  return (c: Context): ClientDevice => ({
    networks: networks(c),
    userAgent: c.req.header("user-agent") ?? "",
  });
}
