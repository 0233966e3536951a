import type { Audience } from "#contract/audience.ts";
import { privacyPeriods } from "#contract/privacy.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { createMailboxKey } from "#server/mail/sending/mailbox-key.ts";
import { findPeople, lockSignups } from "#server/signups/own-signups.service.ts";
import type { SignupHandlers } from "#server/signups/signup-events.ts";
import type { Site } from "#server/site/site-settings.service.ts";
import {
  countFriends,
  deleteDevicesBefore,
  deleteReferrals,
  findCodes,
  findReferred,
  insertCode,
  replaceCode,
  updateMailbox,
} from "./referrals.queries.ts";
import { createReferralCode } from "./referrals.rules.ts";

type Deps = Pick<AppDependencies, "db"> & {
  config: Pick<AppDependencies["config"], "authSecret" | "baseUrl">;
  site: Pick<Site, "current">;
};
type Person = { audience: Audience; id: string };

/** The result of a person's links. `friends`: how many count. `points`: the same, up to the cap of the settings. */
export type ReferralPlace = { code: string; link: string; friends: number; points: number };

export type Referrals = ReturnType<typeof createReferrals>;

/** Makes codes of links, and counts the friends that they brought. */
export function createReferrals({ db, config, site }: Deps) {
  const mailboxKey = createMailboxKey(config.authSecret);

  const isOn = async () => (await site.current()).referral.on;

  /** Makes the code when there is none. @returns null for a deleted sign-up */
  async function placeOf(person: Person): Promise<ReferralPlace | null> {
    const code = (await findCodes(db, [person.id])).get(person.id) ?? (await makeCode(person));
    if (code === null) return null;
    const [{ referral }, counts] = await Promise.all([site.current(), countFriends(db, [person.id])]);
    const friends = counts.get(person.id) ?? 0;
    const link = `${config.baseUrl}/?ami=${code}`;
    return { code, link, friends, points: Math.min(friends, referral.cap) };
  }

  function makeCode({ audience, id }: Person): Promise<string | null> {
    return db.transaction(async (tx) => {
      await lockSignups(tx, audience, [id]);
      const [person] = await findPeople(tx, audience, [id]);
      if (!person) return null;
      const code = createReferralCode();
      return insertCode(tx, { signupId: id, audience, code, mailboxKey: mailboxKey(person.email) });
    });
  }

  /**
   * Replaces a code that is at least an hour old: links with the old one then lead only to the form.
   * @returns null for a younger code, and for a sign-up without one
   */
  async function renew(person: Person): Promise<ReferralPlace | null> {
    const isReplaced = await replaceCode(db, person.id, createReferralCode());
    return isReplaced ? placeOf(person) : null;
  }

  return { isOn, placeOf, renew };
}

/** `countFriends` counts valid friends by person, and leaves out people without any. */
export { countFriends, findCodes, findReferred };

/** Deletes a referral with its referrer or with its friend. */
export function createReferralHandlers({
  config,
}: {
  config: Pick<AppDependencies["config"], "authSecret">;
}) {
  const mailboxKey = createMailboxKey(config.authSecret);
  return {
    deleted: (tx, { signups }) =>
      deleteReferrals(
        tx,
        signups.map(({ id }) => id),
      ),
    readdressed: (tx, { after }) => updateMailbox(tx, after.id, mailboxKey(after.email)),
  } satisfies SignupHandlers;
}

const hourMs = 3_600_000;

/**
 * Upkeep: deletes the devices of sign-ups after a day. An hour early, because the upkeep runs every ten minutes and the period is a
 * promise.
 */
export async function deleteOldReferralDevices({
  db,
  now,
}: Pick<AppDependencies, "db" | "now">): Promise<void> {
  const hours = privacyPeriods.referralDeviceHours - 1;
  await deleteDevicesBefore(db, new Date(now().getTime() - hours * hourMs));
}
