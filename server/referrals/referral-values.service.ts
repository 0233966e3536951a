import { noReferral } from "#contract/template-variables.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { FindReferral } from "#server/mail/sending/message-sender.ts";
import { findSuppressions } from "#server/privacy/suppressions.service.ts";
import { findByAddress } from "#server/signups/own-signups.service.ts";
import { mayShare } from "./place.rules.ts";
import type { Referrals } from "./referrals.service.ts";

/** Finds the values of `{{referralLink}}` and `{{friends}}` for a message that is about to leave. */
export function createReferralFinder({
  db,
  referrals,
}: Pick<AppDependencies, "db"> & { referrals: Referrals }): FindReferral {
  /** The page of the message's sign-up, or else of the address's first sign-up that may share. */
  async function findPlace(emailHash: string, signupId: string | null) {
    if (!(await referrals.isOn())) return null;
    const signups = await findByAddress(db, emailHash, { counted: true });
    const signup = signups.find(({ id }) => id === signupId) ?? signups.find(mayShare);
    return signup && mayShare(signup) ? referrals.placeOf(signup) : null;
  }

  return async ({ recipientHash, signupId, announcesFriends }) => {
    const place = await findPlace(recipientHash, signupId);
    if (announcesFriends !== null) {
      if (place === null || place.friends < announcesFriends) return null;
      if ((await findSuppressions(db, recipientHash)).length > 0) return null;
    }
    return place ? { referralLink: place.link, friends: String(place.friends) } : noReferral;
  };
}
