import { type Place, placeOf } from "#contract/place.schema.ts";
import type {
  Friend,
  HeldFriend,
  Referrals,
  ReferralsQuery,
  ReferredPerson,
  Referrers,
  ReferrersQuery,
  ReviewReferrals,
  SignupReferral,
} from "#contract/referral-report.schema.ts";
import { referralLimits } from "#contract/referral-report.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { findNamedSignups, type NamedSignup } from "#server/signups/people.service.ts";
import { countFriendsBySource, periodOf } from "#server/signups/sources/sources-report.service.ts";
import { friendState } from "./friend-state.rules.ts";
import { announceFriends } from "./milestones.service.ts";
import {
  countFriendsOf,
  countHeldReferrals,
  countReferrals,
  findFriends,
  findHeldReferrals,
  findReferral,
  findReferrers,
  type StoredReferral,
  updateReviews,
} from "./referral-report.queries.ts";

type Dependencies = Pick<AppDependencies, "db" | "now">;

const { pageSize } = referralLimits;

/** Counts all friends, and the counted ones by source and day. */
export async function getReferrals({ db, now }: Dependencies, query: ReferralsQuery): Promise<Referrals> {
  const period = periodOf(query, now());
  const { firstDay, ...totals } = await countReferrals(db, period);
  const bySource = await countFriendsBySource(db, { ...period, limit: referralLimits.sources });
  return { from: query.from ?? firstDay ?? period.to, to: period.to, totals, ...bySource };
}

/** A page of referrers, with the most counted friends first. */
export async function listReferrers({ db, now }: Dependencies, query: ReferrersQuery): Promise<Referrers> {
  const { page } = query;
  const period = periodOf(query, now());
  const { referrers: total } = await countReferrals(db, period);
  const found = await findReferrers(db, { ...period, limit: pageSize, offset: (page - 1) * pageSize });
  const people = await findPeople(
    db,
    found.map(({ id }) => id),
  );
  const items = found.flatMap(({ id, ...counts }) => {
    const person = people.get(id);
    return person ? [{ ...toPerson(person), ...counts }] : [];
  });
  return { items, total, page };
}

type Page = { before: Place | null };

/** A page of a person's friends, newest first. */
export async function listFriends(
  db: Db,
  referrerId: string,
  { before }: Page,
): Promise<{ items: Friend[]; next: string | null }> {
  const { shown, next } = cutPage(await findFriends(db, referrerId, { before, limit: pageSize + 1 }));
  const people = await findPeople(
    db,
    shown.map(({ id }) => id),
  );
  return { items: shown.flatMap((referral) => toFriend(referral, people) ?? []), next };
}

/** A page of the friends that wait for a review, newest first. */
export async function listHeldFriends(
  db: Db,
  { before }: Page,
): Promise<{ items: HeldFriend[]; next: string | null; total: number }> {
  const { shown, next } = cutPage(await findHeldReferrals(db, { before, limit: pageSize + 1 }));
  const people = await findPeople(
    db,
    shown.flatMap(({ id, referrerId }) => [id, referrerId]),
  );
  const items = shown.flatMap((referral): HeldFriend[] => {
    const [friend, referrer] = [toFriend(referral, people), people.get(referral.referrerId)];
    if (!friend || !referrer || referral.heldFor === null) return [];
    return [{ ...friend, heldFor: referral.heldFor, referrer: toPerson(referrer) }];
  });
  return { items, next, total: await countHeldReferrals(db) };
}

/** Accepts or refuses friends. The opposite verdict reverts it. @returns how many have changed */
export async function reviewReferrals(
  { db, now }: Dependencies,
  { verdict, ...chosen }: ReviewReferrals,
  actor: string,
): Promise<number> {
  return db.transaction(async (tx) => {
    const changed = await updateReviews(tx, { verdict, chosen, by: actor, at: now() });
    const count = changed.length;
    if (count > 0) {
      const subject =
        "referrerId" in chosen ? chosen.referrerId : (chosen.ids.length === 1 && chosen.ids[0]) || null;
      await recordEntry(tx, { actor, action: `referrals.${verdict}`, subject, details: { count } });
      if (verdict === "accepted") await announceFriends(tx, changed);
    }
    return count;
  });
}

/** The referrals on a person's page: how many friends they brought, and who brought them. */
export async function getReferralOf(db: Db, signupId: string): Promise<SignupReferral> {
  const [counted] = await countFriendsOf(db, [signupId]);
  const referral = await findReferral(db, signupId);
  const people = await findPeople(db, referral ? [signupId, referral.referrerId] : []);
  const referrer = referral && people.get(referral.referrerId);
  return {
    friends: counted?.friends ?? 0,
    brought: counted?.brought ?? 0,
    broughtBy: referrer
      ? {
          ...toPerson(referrer),
          state: friendState({ ...referral, confirmed: people.get(signupId)?.confirmed ?? false }),
          heldFor: referral.heldFor,
        }
      : null,
  };
}

async function findPeople(db: Db, ids: readonly string[]): Promise<Map<string, NamedSignup>> {
  const found = ids.length > 0 ? await findNamedSignups(db, ids) : [];
  return new Map(found.map((person) => [person.id, person]));
}

function toPerson({ confirmed: _, ...person }: NamedSignup): ReferredPerson {
  return person;
}

function toFriend(referral: StoredReferral, people: ReadonlyMap<string, NamedSignup>): Friend | null {
  const person = people.get(referral.id);
  if (!person) return null;
  return {
    ...toPerson(person),
    createdAt: referral.createdAt.toISOString(),
    state: friendState({ ...referral, confirmed: person.confirmed }),
    heldFor: referral.heldFor,
    reviewed: referral.reviewed,
    confirmed: person.confirmed,
  };
}

/** Cuts a page from rows that include one more, which shows if there is a next page. */
function cutPage(found: StoredReferral[]): { shown: StoredReferral[]; next: string | null } {
  const shown = found.slice(0, pageSize);
  const last = shown.at(-1);
  return { shown, next: last && found.length > pageSize ? placeOf(last) : null };
}
