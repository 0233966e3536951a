import type { Db } from "#server/lib/database/database.ts";
import { insertMilestoneMail } from "#server/mail/sending/signup-messages.service.ts";
import { findSuppressions } from "#server/privacy/suppressions.service.ts";
import { findSignup } from "#server/signups/own-signups.service.ts";
import type { SignupHandlers } from "#server/signups/signup-events.ts";
import { findReferralSettings } from "#server/site/site-settings.service.ts";
import { lockReferrers, markMilestoneSent } from "./milestones.queries.ts";
import { milestoneMail, milestoneOf } from "./milestones.rules.ts";
import { mayShare } from "./place.rules.ts";
import { countFriends } from "./referrals.service.ts";

export const milestoneHandlers: SignupHandlers = {
  confirmed: (tx, { signups }) =>
    announceFriends(
      tx,
      signups.map(({ id }) => id),
    ),
};

/**
 * Writes the messages about a first and a decisive friend, each once, in the transaction of the confirmation or of the review that accepts
 * friends. @param ids of the friends; friends who have friends themselves may get a message, too
 */
export async function announceFriends(tx: Db, ids: string[]): Promise<void> {
  const settings = await findReferralSettings(tx);
  if (!settings.on || !settings.messages) return;
  const referrers = await lockReferrers(tx, ids);
  if (referrers.length === 0) return;
  const counts = await countFriends(
    tx,
    referrers.map(({ id }) => id),
  );
  for (const referrer of referrers) {
    await announce(tx, { referrer, settings, friends: counts.get(referrer.id) ?? 0 });
  }
}

type Announcement = {
  referrer: Awaited<ReturnType<typeof lockReferrers>>[number];
  settings: Awaited<ReturnType<typeof findReferralSettings>>;
  friends: number;
};

async function announce(tx: Db, { referrer, settings, friends }: Announcement): Promise<void> {
  const { id, audience } = referrer;
  const milestone = milestoneOf(referrer, { friends, wanted: settings.friends });
  if (milestone === null) return;
  const person = await findSignup(tx, audience, id);
  if (!person?.confirmedAt || person.duplicateOf !== null || person.sample || !mayShare(person)) return;
  if ((await findSuppressions(tx, person.emailHash)).length > 0) return;
  const decisive = milestone === "decisive";
  await markMilestoneSent(tx, id, { decisive });
  const announced = decisive ? settings.friends : 1;
  await insertMilestoneMail(
    tx,
    { ...milestoneMail(milestone, settings.sentence), friends: announced },
    person,
  );
}
