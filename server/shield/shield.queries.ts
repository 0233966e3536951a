import { sql } from "drizzle-orm";
import { z } from "zod";
import { type ShieldState, shieldStates } from "#contract/shield.ts";
import { shieldCounts, shieldState, signupBuckets, usedFormTokens } from "#db/schema/shield.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow, rows } from "#server/lib/database/sql.ts";
import { latestPlausible } from "#server/upkeep/clock.rules.ts";
import type { Counts, Slot } from "./pressure.rules.ts";
import type { Unshared } from "./rate-limit.rules.ts";

const bucketSchema = z.object({ key: z.string(), usedUntil: z.number() });

/**
 * Adds the attempts that this instance admitted to the shared counts. A time that only a clock that was ahead can have stored counts as past.
 * @returns until when each allowance is used up, in milliseconds
 */
export async function addToBuckets(db: Db, taken: Unshared[], now: Date): Promise<Map<string, number>> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const latest = sql`${latestPlausible(now).toISOString()}::timestamptz`;
  // In the order of their keys, to avoid deadlocks between instances that share keys.
  const statement = sql`
    insert into ${signupBuckets} as bucket (key, used_until)
    select item.key, ${at} + item.ms * interval '1 millisecond'
    from unnest(${sql.param(taken.map(({ key }) => key))}::text[], ${sql.param(taken.map(({ ms }) => ms))}::float8[])
      as item (key, ms)
    order by item.key
    on conflict (key) do update
      set used_until = greatest(case when bucket.used_until <= ${latest} then bucket.used_until end, ${at})
        + (excluded.used_until - ${at})
    returning key, (extract(epoch from used_until) * 1000)::float8 as "usedUntil"`;
  const buckets = await rows(db, bucketSchema, statement);
  return new Map(buckets.map(({ key, usedUntil }) => [key, usedUntil]));
}

export async function addCounts(db: Db, slot: Date, counts: Counts): Promise<void> {
  const { sent, accepted, rate, token, proof, robot } = counts;
  await db.execute(sql`
    insert into ${shieldCounts} as old (slot, sent, accepted, rate, token, proof, robot)
    values (${slot.toISOString()}::timestamptz, ${sent}, ${accepted}, ${rate}, ${token}, ${proof}, ${robot})
    on conflict (slot) do update set
      sent = old.sent + excluded.sent, accepted = old.accepted + excluded.accepted, rate = old.rate + excluded.rate,
      token = old.token + excluded.token, proof = old.proof + excluded.proof, robot = old.robot + excluded.robot`);
}

/** `since` is null until the first change. */
export type StoredPressure = {
  measured: ShieldState;
  forced: ShieldState | null;
  since: Date | null;
  slots: Slot[];
};

const count = z.number();
const pressureSchema = z.object({
  measured: z.enum(shieldStates).nullable(),
  forced: z.enum(shieldStates).nullable(),
  since: z.string().nullable(),
  slots: z.array(
    z.object({
      start: z.number(),
      sent: count,
      accepted: count,
      rate: count,
      token: count,
      proof: count,
      robot: count,
    }),
  ),
});

export async function findPressure(db: Db, since: Date): Promise<StoredPressure> {
  const statement = sql`
    select state.measured, state.forced, state.since,
      coalesce((select json_agg(json_build_object('start', extract(epoch from slot) * 1000, 'sent', sent,
          'accepted', accepted, 'rate', rate, 'token', token, 'proof', proof, 'robot', robot))
        from ${shieldCounts} where slot >= ${since.toISOString()}::timestamptz), '[]') as slots
    from (select 1) as one left join ${shieldState} as state on state.id = 1`;
  const { measured, forced, since: changed, slots } = await onlyRow(db, pressureSchema, statement);
  return { measured: measured ?? "calm", forced, since: changed === null ? null : new Date(changed), slots };
}

/** When several instances notice the same change, one of them writes it. */
export async function updateMeasuredState(
  db: Db,
  { from, to, at }: { from: ShieldState; to: ShieldState; at: Date },
): Promise<void> {
  await db.execute(sql`
    insert into ${shieldState} as old (id, measured, since) values (1, ${to}, ${at.toISOString()}::timestamptz)
    on conflict (id) do update set measured = excluded.measured,
      since = case when old.forced is null then excluded.since else old.since end
    where old.measured = ${from}`);
}

/** `since` changes only when the effective state changes. */
export async function updateForcedState(db: Db, forced: ShieldState | null, at: Date): Promise<void> {
  await db.execute(sql`
    insert into ${shieldState} as old (id, measured, forced, since)
    values (1, 'calm', ${forced}, ${at.toISOString()}::timestamptz)
    on conflict (id) do update set forced = excluded.forced,
      since = case when coalesce(excluded.forced, old.measured) = coalesce(old.forced, old.measured)
        then old.since else excluded.since end`);
}

/** Deletes expired rows. */
export async function deletePast(db: Db, { now, countsBefore }: { now: Date; countsBefore: Date }) {
  const at = sql`${now.toISOString()}::timestamptz`;
  await db.execute(sql`delete from ${usedFormTokens} where expires_at < ${at}`);
  await db.execute(sql`delete from ${signupBuckets} where used_until < ${at}`);
  await db.execute(sql`delete from ${shieldCounts} where slot < ${countsBefore.toISOString()}::timestamptz`);
}
