import { noReferral } from "#contract/template-variables.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { FindReferral } from "#server/mail/sending/message-sender.ts";
import { findByAddress } from "#server/signups/own-signups.service.ts";
import { mayShare } from "./place.rules.ts";
import type { Referrals } from "./referrals.service.ts";

/** What `{{referralLink}}` and `{{friends}}` are for a message that is about to leave. */
export function createReferralFinder({
  db,
  referrals,
}: Pick<AppDependencies, "db"> & { referrals: Referrals }): FindReferral {
  return async (emailHash) => {
    if (!(await referrals.isOn())) return noReferral;
    const signup = (await findByAddress(db, emailHash)).find(mayShare);
    const place = signup ? await referrals.placeOf(signup) : null;
    return place ? { referralLink: place.link, friends: String(place.friends) } : noReferral;
  };
}
