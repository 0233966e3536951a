import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Site } from "#server/site/site-settings.service.ts";
import { type ClientDevice, createDeviceKeys } from "./referrals.rules.ts";

/** The facts about a sign-up's referrer that are stored with it. The network is stored only with a code. */
export type IncomingReferral = { code: string | null; deviceKey: string; networkKey: string | null };

type Deps = Pick<AppDependencies, "now"> & {
  config: Pick<AppDependencies["config"], "authSecret">;
  site: Pick<Site, "current">;
};

export type ReferralReader = ReturnType<typeof createReferralReader>;

/** Reads the referrer and the device of a sign-up; null while referral is off, so that nothing is stored. */
export function createReferralReader({ config, site, now }: Deps) {
  const keysOf = createDeviceKeys(config.authSecret);
  return async (code: string | null, device: ClientDevice): Promise<IncomingReferral | null> => {
    if (!(await site.current()).referral.on) return null;
    const { deviceKey, networkKey } = keysOf(device, now());
    return { code, deviceKey, networkKey: code === null ? null : networkKey };
  };
}
