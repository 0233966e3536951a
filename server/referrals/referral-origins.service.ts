import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Site } from "#server/site/site-settings.service.ts";
import { createOriginKeys, type FormOrigin } from "./referrals.rules.ts";

/** The facts about a sign-up's referrer that are stored with it. The network is stored only with a code. */
export type ReferralOrigin = { code: string | null; deviceKey: string; networkKey: string | null };

type Deps = Pick<AppDependencies, "now"> & {
  config: Pick<AppDependencies["config"], "authSecret">;
  site: Pick<Site, "current">;
};

export type ReferralOrigins = ReturnType<typeof createReferralOrigins>;

/** Reads the referrer and the origin of a sign-up; null while referral is off, so that nothing is stored. */
export function createReferralOrigins({ config, site, now }: Deps) {
  const keysOf = createOriginKeys(config.authSecret);
  return async (code: string | null, origin: FormOrigin): Promise<ReferralOrigin | null> => {
    if (!(await site.current()).referral.on) return null;
    const { deviceKey, networkKey } = keysOf(origin, now());
    return { code, deviceKey, networkKey: code === null ? null : networkKey };
  };
}
