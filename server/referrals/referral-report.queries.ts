import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Audience, audiences } from "#contract/audience.ts";
import type { Place } from "#contract/place.schema.ts";
import type { HeldReason, ReferralVerdict } from "#contract/referrals.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow, rows, textArray } from "#server/lib/database/sql.ts";

/** The friends' audiences, and the days of their sign-up in Europe/Paris, both included. */
type Period = { audiences: readonly Audience[]; from: string; to: string };

/** The referrals of the period, and whether each friend counts or waits for a review. */
function broughtIn({ audiences: wanted, from, to }: Period): SQL {
  return sql`
    select r.signup_id, r.referrer_id, r.referrer_audience, (r.created_at at time zone 'Europe/Paris')::date as day,
      f.friend_id is not null as counts, r.held_for is not null and r.reviewed is null as held
    from referrals as r left join counted_friends() as f on f.friend_id = r.signup_id
    where r.audience = any(${textArray(wanted)}::text[])
      and r.created_at >= (${from}::date)::timestamp at time zone 'Europe/Paris'
      and r.created_at < (${to}::date + 1)::timestamp at time zone 'Europe/Paris'`;
}

const totalsSchema = z.object({
  firstDay: z.string().nullable(),
  brought: z.number(),
  counted: z.number(),
  referrers: z.number(),
});

export function countReferrals(db: Db, period: Period): Promise<z.output<typeof totalsSchema>> {
  return onlyRow(
    db,
    totalsSchema,
    sql`
    select to_char(min(day), 'YYYY-MM-DD') as "firstDay", count(*)::int as brought, (count(*) filter (where counts))::int as counted,
      count(distinct referrer_id)::int as referrers
    from (${broughtIn(period)}) as brought`,
  );
}

const referrerSchema = z.object({
  id: z.string(),
  friends: z.number(),
  brought: z.number(),
  held: z.number(),
});

/** Lists referrers, with the most counted friends first. */
export function findReferrers(
  db: Db,
  { limit, offset, ...period }: Period & { limit: number; offset: number },
): Promise<z.output<typeof referrerSchema>[]> {
  return rows(
    db,
    referrerSchema,
    sql`
    select referrer_id as id, (count(*) filter (where counts))::int as friends, count(*)::int as brought,
      (count(*) filter (where held))::int as held
    from (${broughtIn(period)}) as brought
    group by referrer_id order by 2 desc, 3 desc, 1 limit ${limit} offset ${offset}`,
  );
}

const referralSchema = z.object({
  id: z.string(),
  audience: z.enum(audiences),
  referrerId: z.string(),
  createdAt: z.coerce.date(),
  heldFor: z.custom<HeldReason>().nullable(),
  reviewed: z.custom<ReferralVerdict>().nullable(),
  counts: z.boolean(),
});
export type StoredReferral = z.output<typeof referralSchema>;

/** @param condition on `r`, a row of `referrals` */
function findReferralsWhere(
  db: Db,
  condition: SQL,
  { before, limit }: { before: Place | null; limit: number },
): Promise<StoredReferral[]> {
  const isBefore = before
    ? sql`(r.created_at, r.signup_id) < (${before.createdAt}::timestamptz, ${before.id}::uuid)`
    : sql`true`;
  return rows(
    db,
    referralSchema,
    sql`
    select r.signup_id as id, r.audience, r.referrer_id as "referrerId", r.created_at as "createdAt", r.held_for as "heldFor", r.reviewed,
      exists (select from counted_friends() as f where f.friend_id = r.signup_id) as counts
    from referrals as r where ${condition} and ${isBefore}
    order by r.created_at desc, r.signup_id desc limit ${limit}`,
  );
}

type Page = { before: Place | null; limit: number };

/** The friends of a person, newest first. */
export function findFriends(db: Db, referrerId: string, page: Page): Promise<StoredReferral[]> {
  return findReferralsWhere(db, sql`r.referrer_id = ${referrerId}::uuid`, page);
}

const isWaiting = sql`held_for is not null and reviewed is null`;

/** The friends that wait for a review, newest first. */
export function findHeldReferrals(db: Db, page: Page): Promise<StoredReferral[]> {
  return findReferralsWhere(db, isWaiting, page);
}

/** The referral of a sign-up that came with a code. */
export async function findReferral(db: Db, signupId: string): Promise<StoredReferral | null> {
  const [referral] = await findReferralsWhere(db, sql`r.signup_id = ${signupId}::uuid`, {
    before: null,
    limit: 1,
  });
  return referral ?? null;
}

const countSchema = z.object({ count: z.number() });

export async function countHeldReferrals(db: Db): Promise<number> {
  const statement = sql`select count(*)::int as count from referrals where ${isWaiting}`;
  return (await onlyRow(db, countSchema, statement)).count;
}

const friendsSchema = z.object({ id: z.string(), friends: z.number(), brought: z.number() });

/** Counts the friends of each of these sign-ups: how many count, and how many there are. Leaves out sign-ups without friends. */
export function countFriendsOf(
  db: Db,
  referrerIds: readonly string[],
): Promise<z.output<typeof friendsSchema>[]> {
  return rows(
    db,
    friendsSchema,
    sql`
    select r.referrer_id as id, count(f.friend_id)::int as friends, count(*)::int as brought
    from referrals as r left join counted_friends() as f on f.friend_id = r.signup_id
    where r.referrer_id = any(${textArray(referrerIds)}::uuid[]) group by r.referrer_id`,
  );
}

type Review = {
  verdict: ReferralVerdict;
  /** The friends themselves, or the person whose waiting friends are reviewed. */
  chosen: { ids: readonly string[] } | { referrerId: string };
  by: string;
  at: Date;
};

/**
 * Reviews friends; friends who already have this verdict are not changed. Locks the referrers' codes in id order first, as the trigger
 * `hold_referrals` does, to avoid deadlocks with sign-ups. @returns how many have changed
 */
export async function updateReviews(tx: Db, { verdict, chosen, by, at }: Review): Promise<string[]> {
  const meant =
    "ids" in chosen
      ? sql`signup_id = any(${textArray(chosen.ids)}::uuid[])`
      : sql`referrer_id = ${chosen.referrerId}::uuid and ${isWaiting}`;
  await tx.execute(sql`
    select from referral_codes where signup_id in (select referrer_id from referrals where ${meant})
    order by signup_id for update`);
  const changed = await rows(
    tx,
    z.object({ id: z.string() }),
    sql`
    update referrals set reviewed = ${verdict}, reviewed_by = ${by}, reviewed_at = ${at.toISOString()}::timestamptz
    where ${meant} and reviewed is distinct from ${verdict}
    returning signup_id as id`,
  );
  return changed.map(({ id }) => id);
}
