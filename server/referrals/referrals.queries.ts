import { and, eq, lte, sql } from "drizzle-orm";
import { z } from "zod";
import type { Audience } from "#contract/audience.ts";
import type { HeldReason, ReferralVerdict } from "#contract/referrals.ts";
import { referralCodes, referralDevices, referrals } from "#db/schema.ts";
import type { Db } from "#server/lib/database/database.ts";
import { rows, textArray } from "#server/lib/database/sql.ts";

type NewCode = { signupId: string; audience: Audience; code: string; mailboxKey: string };

/** @returns the person's code: after two simultaneous calls, the first one */
export async function insertCode(tx: Db, given: NewCode): Promise<string> {
  const [row] = await tx
    .insert(referralCodes)
    .values(given)
    .onConflictDoUpdate({ target: referralCodes.signupId, set: { mailboxKey: given.mailboxKey } })
    .returning({ code: referralCodes.code });
  return row?.code ?? given.code;
}

/** Replaces a code that is at least an hour old. @returns whether a code was replaced */
export async function replaceCode(db: Db, signupId: string, code: string): Promise<boolean> {
  const { rowCount } = await db
    .update(referralCodes)
    .set({ code, createdAt: sql`now()` })
    .where(
      and(eq(referralCodes.signupId, signupId), lte(referralCodes.createdAt, sql`now() - interval '1 hour'`)),
    );
  return (rowCount ?? 0) > 0;
}

const countSchema = z.object({ referrerId: z.string(), friends: z.number() });

/** Counts the valid friends of these people. Leaves out people who have no friends. */
export async function countFriends(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const found = await rows(
    db,
    countSchema,
    sql`
    select referrer_id as "referrerId", friends
    from friend_counts() where referrer_id = any(${textArray(ids)}::uuid[])`,
  );
  return new Map(found.map(({ referrerId, friends }) => [referrerId, friends]));
}

/** The codes of these sign-ups. Leaves out sign-ups without a code. */
export async function findCodes(db: Db, signupIds: readonly string[]): Promise<Map<string, string>> {
  const found = await db
    .select({ id: referralCodes.signupId, code: referralCodes.code })
    .from(referralCodes)
    .where(sql`${referralCodes.signupId} = any(${textArray(signupIds)}::uuid[])`);
  return new Map(found.map(({ id, code }) => [id, code]));
}

type OwnReferral = { heldFor: HeldReason | null; reviewed: ReferralVerdict | null; reviewedAt: Date | null };

/** The referrals of those of these sign-ups that came with a friend's code: why they were held, and the verdict. */
export async function findReferred(db: Db, signupIds: readonly string[]): Promise<Map<string, OwnReferral>> {
  const found = await db
    .select({
      id: referrals.signupId,
      heldFor: referrals.heldFor,
      reviewed: referrals.reviewed,
      reviewedAt: referrals.reviewedAt,
    })
    .from(referrals)
    .where(sql`${referrals.signupId} = any(${textArray(signupIds)}::uuid[])`);
  return new Map(found.map(({ id, ...referral }) => [id, referral]));
}

/**
 * Locks the codes of these people and of their referrers, in id order, before the transaction writes rows of `referrals`. This is the order
 * of `hold_referrals`, `updateReviews` and `lockReferrers`, which avoids deadlocks.
 */
async function lockCodesAround(tx: Db, signupIds: readonly string[]): Promise<void> {
  const meant = sql`any(${textArray(signupIds)}::uuid[])`;
  await tx.execute(sql`
    select from ${referralCodes}
    where signup_id = ${meant} or signup_id in (select referrer_id from ${referrals} where signup_id = ${meant})
    order by signup_id for update`);
}

/** The codes stay locked: a friend who signs up meanwhile is deleted here or by `hold_referrals`. */
export async function deleteReferrals(tx: Db, signupIds: readonly string[]): Promise<void> {
  await lockCodesAround(tx, signupIds);
  const gone = sql`(${textArray(signupIds)}::uuid[])`;
  await tx.execute(sql`delete from ${referralCodes} where signup_id = any ${gone}`);
  await tx.execute(sql`delete from ${referrals} where signup_id = any ${gone} or referrer_id = any ${gone}`);
  await tx.execute(sql`delete from ${referralDevices} where signup_id = any ${gone}`);
}

/**
 * Stores a person's changed mailbox, and holds referrals that it makes suspicious. As a friend, the person may have the mailbox of their
 * referrer or of another friend. As a referrer, they may have the mailbox of one of their friends.
 */
export async function updateMailbox(tx: Db, signupId: string, mailboxKey: string): Promise<void> {
  await lockCodesAround(tx, [signupId]);
  await tx.update(referralCodes).set({ mailboxKey }).where(eq(referralCodes.signupId, signupId));
  await tx.execute(sql`
    update ${referrals} as friend set mailbox_key = ${mailboxKey}, held_for = coalesce(friend.held_for, case
      when ${mailboxKey} = (select mailbox_key from ${referralCodes} where signup_id = friend.referrer_id) then 'self'
      when exists (
        select from ${referrals} as other where other.referrer_id = friend.referrer_id
          and other.mailbox_key = ${mailboxKey} and other.signup_id <> friend.signup_id
      ) then 'mailbox'
    end)
    where friend.signup_id = ${signupId}`);
  await tx.execute(sql`
    update ${referrals} set held_for = 'self'
    where referrer_id = ${signupId} and mailbox_key = ${mailboxKey} and held_for is null`);
}

export async function deleteDevicesBefore(db: Db, before: Date): Promise<void> {
  await db.execute(
    sql`delete from ${referralDevices} where created_at < ${before.toISOString()}::timestamptz`,
  );
}
