import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Site } from "#server/site/site-settings.service.ts";
import { createOriginKeys, type FormOrigin } from "./referrals.rules.ts";

/** What the statement that stores a sign-up writes about its referrer. The network counts only with a code. */
export type ReferralOrigin = { code: string | null; deviceKey: string; networkKey: string | null };

type Deps = Pick<AppDependencies, "now"> & {
  config: Pick<AppDependencies["config"], "authSecret">;
  site: Pick<Site, "current">;
};

export type ReferralOrigins = ReturnType<typeof createReferralOrigins>;

/** Reads who brought a sign-up, and from where it came; null while referral is off: nothing is stored then. */
export function createReferralOrigins({ config, site, now }: Deps) {
  const keysOf = createOriginKeys(config.authSecret);
  return async (code: string | null, origin: FormOrigin): Promise<ReferralOrigin | null> => {
    if (!(await site.current()).referral.on) return null;
    const { deviceKey, networkKey } = keysOf(origin, now());
    return { code, deviceKey, networkKey: code === null ? null : networkKey };
  };
}
