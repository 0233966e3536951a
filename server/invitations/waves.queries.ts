import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Audience } from "#contract/audience.ts";
import type { Place } from "#contract/place.schema.ts";
import { type LeftOutReason, leftOutReasons, type WaveOrder } from "#contract/waves.ts";
import { invitations, waves } from "#db/schema.ts";
import type { Db } from "#server/lib/database/database.ts";
import { rows, textArray } from "#server/lib/database/sql.ts";

export type StoredWave = typeof waves.$inferSelect;
export type NewWave = typeof waves.$inferInsert & { id: string };

/** The people that a wave chooses from. `segment`: selects the ids of its segment, null for all people. */
export type Choice = { audience: Audience; segment: SQL | null; order: WaveOrder; seed: string | null };

/** Inserts a wave, or changes a wave of the same administrator that has not started. @returns whether it was stored */
export async function saveWave(db: Db, wave: NewWave): Promise<boolean> {
  const { rowCount } = await db
    .insert(waves)
    .values(wave)
    .onConflictDoUpdate({
      target: waves.id,
      set: { ...wave, problem: null },
      setWhere: sql`${waves.status} in ('draft', 'scheduled') and ${waves.createdBy} = excluded.created_by`,
    });
  return (rowCount ?? 0) > 0;
}

export async function findWave(db: Db, id: string): Promise<StoredWave | null> {
  const [row] = await db.select().from(waves).where(eq(waves.id, id));
  return row ?? null;
}

/** Keeps other transactions from starting or ending a wave. They may still write a new code of the wave, which avoids deadlocks. */
export async function lockWave(tx: Db, id: string): Promise<StoredWave | null> {
  const [row] = await tx.select().from(waves).where(eq(waves.id, id)).for("no key update");
  return row ?? null;
}

/**
 * The scheduled wave that has been due longest, unless another instance is about to start it. Null while a restore holds mail back.
 * @param except the waves with these ids
 */
export async function lockDueWave(tx: Db, now: Date, except: string[]): Promise<StoredWave | null> {
  const [row] = await tx
    .select()
    .from(waves)
    .where(
      sql`${waves.status} = 'scheduled' and ${waves.startsAt} <= ${now.toISOString()}::timestamptz and not mail_is_held()
        and ${waves.id} <> all(${textArray(except)}::uuid[])`,
    )
    .orderBy(waves.startsAt)
    .limit(1)
    .for("no key update", { skipLocked: true });
  return row ?? null;
}

export async function updateWave(tx: Db, id: string, values: Partial<StoredWave>): Promise<void> {
  await tx.update(waves).set(values).where(eq(waves.id, id));
}

/** Uses the database's clock, which also dates codes, so that codes renewed later are newer. A cancelled wave has invited no one. */
export async function endWave(tx: Db, id: string, status: "stopped" | "cancelled"): Promise<void> {
  await tx
    .update(waves)
    .set({
      status,
      endedAt: sql`clock_timestamp()`,
      problem: null,
      ...(status === "cancelled" && { total: 0 }),
    })
    .where(eq(waves.id, id));
}

export function findWaves(db: Db, before: Place | null, limit: number): Promise<StoredWave[]> {
  return db
    .select()
    .from(waves)
    .where(
      before
        ? sql`(${waves.createdAt}, ${waves.id}) < (${before.createdAt}::timestamptz, ${before.id}::uuid)`
        : undefined,
    )
    .orderBy(desc(waves.createdAt), desc(waves.id))
    .limit(limit);
}

/** Starts and new codes run one at a time, so that each sees the invitations before it. */
export async function lockInvitations(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('invitations', 0))`);
}

const leftOutSchema = z.object({ reason: z.enum(leftOutReasons).nullable(), count: z.number() });

const isIn = (segment: SQL | null) => (segment ? sql`id in (${segment})` : sql`true`);

/** Counts the sign-ups to choose from (reason null), and the sign-ups that are left out, by reason. */
export function countCandidates(db: Db, { audience, segment }: Choice) {
  return rows(
    db,
    leftOutSchema,
    sql`
    select left_out as reason, count(*)::int as count
    from invitation_candidates(${audience})
    where ${isIn(segment)}
    group by left_out`,
  );
}

const candidateSchema = z.object({
  id: z.string(),
  email: z.string(),
  firstname: z.string(),
  name: z.string(),
  createdAt: z.coerce.date(),
});
export type Candidate = z.output<typeof candidateSchema>;

/**
 * The next people of a wave, in its order. `offset 0` keeps the reason out of the join with the segment: the planner expects few people
 * without one, and would compare each person with each row of the segment.
 * @param cap most friends that count in the order by points
 * @param among only these people; null for all
 */
export function findCandidates(
  db: Db,
  { audience, segment, order, seed }: Choice,
  { limit, cap, among = null }: { limit: number; cap: number; among?: readonly string[] | null },
): Promise<Candidate[]> {
  const first = {
    oldest: sql``,
    points: sql`least(coalesce(friends, 0), ${cap}::int) desc, `,
    lottery: sql`md5(${seed ?? ""} || ':' || id), `,
  }[order];
  return rows(
    db,
    candidateSchema,
    sql`
    select id, email, firstname, name, created_at as "createdAt"
    from (
      select * from invitation_candidates(${audience})
      where ${isIn(segment)} and ${among === null ? sql`true` : sql`id = any(${textArray(among)}::uuid[])`}
      offset 0
    ) as candidates ${order === "points" ? sql`left join friend_counts() on referrer_id = id` : sql``}
    where left_out is null
    order by ${first} created_at, id
    limit ${limit}`,
  );
}

const rankedPersonSchema = z.object({ id: z.string(), points: z.number(), createdAt: z.coerce.date() });
export type RankedPerson = z.output<typeof rankedPersonSchema>;

/** The people at these ranks in the order by points; no person for a rank beyond the last. @param cap most friends that count */
export async function findPointsRanks(
  db: Db,
  audience: Audience,
  cap: number,
  ranks: readonly number[],
): Promise<Map<number, RankedPerson>> {
  const found = await rows(
    db,
    rankedPersonSchema.extend({ rank: z.coerce.number() }),
    sql`
    select rank, id, points, created_at as "createdAt" from (
      select id, points, created_at, row_number() over (order by points desc, created_at, id) as rank
      from (
        select id, created_at, least(coalesce(friends, 0), ${cap}::int) as points
        from invitation_candidates(${audience}) left join friend_counts() on referrer_id = id
        where left_out is null
      ) as candidates
    ) as ranked
    where rank = any(${sql.param(ranks)}::int[])`,
  );
  return new Map(found.map(({ rank, ...person }) => [rank, person]));
}

/** The order of the newest wave that was started or is scheduled; null without one. */
export async function findNewestOrder(db: Db, audience: Audience): Promise<WaveOrder | null> {
  const [newest] = await db
    .select({ order: waves.order })
    .from(waves)
    .where(and(eq(waves.audience, audience), inArray(waves.status, ["scheduled", "started", "stopped"])))
    .orderBy(desc(waves.createdAt))
    .limit(1);
  return newest?.order ?? null;
}

/** Why a person may not be invited; null when they may, or when there is no such sign-up. */
export async function findLeftOut(
  db: Db,
  audience: Audience,
  signupId: string,
): Promise<LeftOutReason | null> {
  const [found] = await rows(
    db,
    leftOutSchema.pick({ reason: true }),
    sql`select left_out as reason from invitation_candidates(${audience}) where id = ${signupId}`,
  );
  return found?.reason ?? null;
}

/** True when a code of the wave was sent or redeemed, even if its message is deleted from the log. */
export async function hasLeft(db: Db, waveId: string): Promise<boolean> {
  const left = sql`(${invitations.sentAt} is not null or ${invitations.redeemedAt} is not null)`;
  return (await db.$count(invitations, and(eq(invitations.waveId, waveId), left))) > 0;
}

export async function deleteInvitationsOfWave(tx: Db, waveId: string): Promise<number> {
  const { rowCount } = await tx.delete(invitations).where(eq(invitations.waveId, waveId));
  return rowCount ?? 0;
}

const countsSchema = z.object({
  waveId: z.string(),
  toSend: z.number(),
  sent: z.number(),
  redeemed: z.number(),
  expired: z.number(),
  revoked: z.number(),
  bounced: z.number(),
});

/** Counts the people of each wave by the state of their invitation. A code that was replaced does not count. */
export function countStates(db: Db, waveIds: string[], at: Date) {
  const having = (state: string) => sql`(count(*) filter (where state = ${state}))::int`;
  return rows(
    db,
    countsSchema,
    sql`
    select wave_id as "waveId", ${having("to_send")} as "toSend", ${having("sent")} as sent, ${having("redeemed")} as redeemed,
      ${having("expired")} as expired, ${having("revoked")} as revoked, ${having("bounced")} as bounced
    from (
      select wave_id, invitation_state(sent_at, expires_at, bounced_at, redeemed_at, revoked_at, ${at.toISOString()}::timestamptz) as state
      from invitations where wave_id = any(${textArray(waveIds)}::uuid[]) and replaced_at is null
    ) as invited
    group by wave_id`,
  );
}

const daySchema = z.object({ day: z.string(), count: z.number() });

/** Counts redeemed codes of a wave by day in Paris. */
export function countRedeemedByDay(db: Db, waveId: string) {
  return rows(
    db,
    daySchema,
    sql`
    select to_char(redeemed_at at time zone 'Europe/Paris', 'YYYY-MM-DD') as day, count(*)::int as count
    from invitations where wave_id = ${waveId} and redeemed_at is not null
    group by 1 order by 1`,
  );
}

/** @param tx a restore: a wave that the backup had scheduled may have started later, so an administrator must decide */
export async function unscheduleWaves(tx: Db, problem: string): Promise<void> {
  await tx.update(waves).set({ status: "draft", problem }).where(eq(waves.status, "scheduled"));
}
