import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type EmailLane, emailLanes, emailMessages } from "#contract/email.ts";
import { textArray } from "#server/lib/database/array-literal.ts";
import type { Db } from "#server/lib/database/database.ts";
import { prepareOnlyRow } from "#server/lib/database/prepared.ts";
import { onlyRow, rows } from "#server/lib/database/rows.ts";
import { sendersVersion, simulationIsOn } from "#server/mail/settings/settings.statement.ts";
import { lockCampaignsOf } from "./campaign-lock.queries.ts";
import {
  campaignRuns,
  countedInCampaigns,
  isRunning,
  lockedCampaigns,
  pausedItself,
} from "./campaigns.statement.ts";
import type { DeliveryResult } from "./delivery.rules.ts";
import { forgotten } from "./erasure.statement.ts";
import { isNotHeld, nothingIsHeld } from "./hold.statement.ts";
import { type Lane, type LeasedMessage, leasedMessageSchema } from "./leased-message.ts";
import {
  campaignsOf,
  countedEnds,
  endsOfResults,
  eventsOfRefusals,
  isRefused,
  recordedResults,
  resultPlaces,
  resultsAsColumns,
  resultValues,
} from "./results.statement.ts";
import { skippedState } from "./skipped.statement.ts";

const idSchema = z.object({ id: z.string() });
const laneSchema = z.object({ lane: z.enum(emailLanes) });
const leasesSchema = z.object({ messages: z.array(leasedMessageSchema), skipped: z.number() });

/** How long a lease lives without a sign of life of its worker. */
const leaseSeconds = 30;

export type Turn = (turn: {
  results: DeliveryResult[];
  take: number;
}) => Promise<{ messages: LeasedMessage[]; skipped: number }>;

/**
 * Records how attempts ended and leases the next messages, in one statement and so in one commit: between two messages
 * there is a single round trip. A row that is leased elsewhere is skipped, never waited for. How many may leave is asked in
 * the same statement, and where a cap is set others wait for its commit. Whose recipient has left meanwhile is not leased but
 * `skipped`, for good: then there may be more to take than what is given.
 */
export function prepareTurns(db: Db, { worker, lane }: { worker: string; lane: Lane }): Turn {
  const take = sql`${sql.placeholder("take")}::int`;
  const ask = prepareOnlyRow(
    db,
    leasesSchema,
    sql`
    with ${lockedCampaigns(campaignsAtStake(lane, take))}, ${recordedResults(worker, resultPlaces)},
    next as (${nextIn(lane, take)}),
    judged as materialized (
      select id, allowed from next cross join lateral mail_permission(recipient_hash, lane, purpose)
    ),
    skipped as (
      update email_log set ${skippedState}
      where id = any(array(select id from judged where not allowed))
        and (campaign_id is null or campaign_id in (select id from campaign))
      returning campaign_id
    ), ${countedEnds([endsOfResults, sql`select campaign_id, 'skipped', 0 from skipped`])},
    picked as (select id from judged where allowed), leased as (${lease(worker)})
    select (select coalesce(json_agg(leased), '[]') from leased) as messages, (select count(*)::int from skipped) as skipped`,
  );
  return async ({ results, take }) => {
    // A refusal is rare, and has an event beside it: it is recorded by itself, so that the usual statement stays what it is. Asked
    // again after a failure, what is recorded stays as it is.
    await recordResults(db, worker, results.filter(isRefused));
    return ask({ ...resultValues(results.filter((result) => !isRefused(result))), take });
  };
}

/** The campaigns whose counts may change. */
function campaignsAtStake(lane: Lane, take: SQL): SQL {
  if (typeof lane === "object") return sql`${lane.campaignId}`;
  const ofResults = campaignsOf(resultPlaces);
  if (lane !== "direct") return ofResults;
  // What is sent again of a campaign that has ended. Not locked: whatever another takes meanwhile has its turn next time.
  return sql`${ofResults} union (select campaign_id from (${waitingIn(sql`lane = 'direct'`)} limit ${take}) as next)`;
}

function nextIn(lane: Lane, take: SQL): SQL {
  if (lane === "confirmation")
    return sql`select l.* from next_confirmations(${take}, false, '{}') as picked (id) join email_log l using (id)
      where ${nothingIsHeld}`;
  const [within, capacity] =
    typeof lane === "string"
      ? [sql`lane = ${sql.raw(`'${lane}'`)}`, sql`mail_room(${lane}, ${take})`]
      : [
          sql`campaign_id = ${lane.campaignId}`,
          sql`coalesce((select mail_room('campaign', ${take}) from campaign where ${lane.probe ? pausedItself : isRunning}), 0)`,
        ];
  return sql`${waitingIn(within)} limit ${capacity} for update skip locked`;
}

const mayLeave = (messages: "email_log" | "l") =>
  isNotHeld({ lane: sql.raw(`${messages}.lane`), createdAt: sql.raw(`${messages}.created_at`) });

function waitingIn(within: SQL): SQL {
  return sql`
    select id, campaign_id, lane, purpose, recipient_hash from email_log
    where status = 'pending' and leased_by is null and ${within} and ${mayLeave("email_log")}
      and (next_attempt_at is null or next_attempt_at <= now())
    order by created_at, id`;
}

/** Marks every due message that waits for no campaign's turn as simulated, in one statement, if simulation is on at that moment. */
export async function simulateDirect(db: Db): Promise<void> {
  const due = sql`status = 'pending' and leased_by is null and lane <> 'campaign'
    and (next_attempt_at is null or next_attempt_at <= now()) and ${simulationIsOn} and ${mayLeave("email_log")}`;
  await db.transaction(async (tx) => {
    await lockCampaignsOf(tx, due);
    await tx.execute(sql`
      with due as materialized (
        select id, allowed from email_log cross join lateral mail_permission(recipient_hash, lane, purpose)
        where ${due} for update of email_log skip locked
      ), skipped as (
        update email_log set ${skippedState} where id in (select id from due where not allowed) returning campaign_id
      ), simulated as (
        update email_log set status = 'sent', sent_at = now(), error_message = ${emailMessages.simulated},
          next_attempt_at = null, attempts = attempts + 1
        where id in (select id from due where allowed)
        returning campaign_id
      ), ${countedEnds([
        sql`select campaign_id, 'sent' as status, 0 as was_failed from simulated`,
        sql`select campaign_id, 'skipped', 0 from skipped`,
      ])}
      select count(*) from simulated`);
  });
}

/**
 * The oldest pending message that no worker holds and for which there is capacity, also one that waits for its next attempt.
 * One that was put off before its first attempt (a decision that can still be taken back) is left alone until its time has
 * come.
 * @param except ids that were tried just now
 */
export async function leaseOldest(db: Db, worker: string, except: string[]): Promise<LeasedMessage | null> {
  const tried = sql`${textArray(except)}::uuid[]`;
  const [message] = await rows(
    db,
    leasedMessageSchema,
    sql`
    with open_lane as materialized (
      select lane from unnest('{link,direct,campaign}'::text[]) as lane where mail_room(lane, 1) > 0
    ), confirmation as materialized (select id from next_confirmations(1, true, ${tried}) as id),
    picked as (
      select l.id from email_log l cross join lateral mail_permission(l.recipient_hash, l.lane, l.purpose)
      where l.status = 'pending' and l.leased_by is null and (l.lane <> 'campaign' or ${campaignRuns(sql`l.campaign_id`)})
        and (l.attempts > 0 or l.next_attempt_at is null or l.next_attempt_at <= now())
        and l.id <> all(${tried})
        and (l.lane in (select lane from open_lane) or l.id in (select id from confirmation))
        and allowed and ${mayLeave("l")}
      order by l.created_at, l.id limit 1 for update of l skip locked
    )
    ${lease(worker)}`,
  );
  return message ?? null;
}

/**
 * Leases one message if it still waits, may be sent and there is capacity for it; null when it is somebody else's or done, too.
 */
export async function leaseMessage(db: Db, worker: string, id: string): Promise<LeasedMessage | null> {
  const [message] = await rows(
    db,
    leasedMessageSchema,
    sql`
    with picked as (
      select id from email_log cross join lateral mail_permission(recipient_hash, lane, purpose)
      where id = ${id} and status = 'pending' and leased_by is null and allowed and ${mayLeave("email_log")}
      limit mail_room((select lane from email_log where id = ${id}), 1) for update of email_log skip locked
    )
    ${lease(worker)}`,
  );
  return message ?? null;
}

/** The lane of a message that waits and is in nobody's hands; null for any other. */
export async function findUnsentLane(db: Db, id: string): Promise<EmailLane | null> {
  const [message] = await rows(
    db,
    laneSchema,
    sql`
    select lane from email_log where id = ${id} and status = 'pending' and leased_by is null`,
  );
  return message?.lane ?? null;
}

/** Gives a message up that still waits and is in nobody's hands. */
export async function failUnsent(db: Db, id: string, reason: string): Promise<void> {
  await db.execute(sql`
    update email_log set status = 'failed', failed_at = now(), error_message = ${reason}, next_attempt_at = null
    where id = ${id} and status = 'pending' and leased_by is null`);
}

/** Records results without taking anything. */
export async function recordResults(db: Db, worker: string, results: DeliveryResult[]): Promise<void> {
  if (results.length === 0) return;
  const columns = resultsAsColumns(results);
  await db.execute(sql`
    with ${lockedCampaigns(campaignsOf(columns))}, ${recordedResults(worker, columns)},
    ${eventsOfRefusals(worker, results)}, ${countedEnds([endsOfResults])}
    select count(*) from finished`);
}

/**
 * Gives back what this worker leased in a statement whose answer was lost: it never got to know of it, so it was not sent.
 * @param known what it does hold
 */
export async function releaseUnknown(db: Db, worker: string, known: string[]): Promise<void> {
  const leased = await rows(
    db,
    idSchema,
    sql`
    select id from email_log where leased_by = ${worker} and id <> all(${textArray(known)}::uuid[])`,
  );
  const waitsOn = {
    status: "pending",
    errorMessage: null,
    retryIn: 0,
    countsAsAttempt: false,
    departed: false,
  } as const;
  await recordResults(
    db,
    worker,
    leased.map(({ id }) => ({ id, ...waitsOn })),
  );
}

/** A sign of life: the leases of these workers live on. */
export async function renewLeases(db: Db, workers: string[]): Promise<void> {
  await db.execute(sql`
    update email_log set leased_until = now() + make_interval(secs => ${leaseSeconds})
    where leased_by = any(${textArray(workers)}::text[])`);
}

/** Ids of the messages that workers, of whatever instance, are sending right now. */
export async function findLeased(db: Db): Promise<string[]> {
  const leased = await rows(
    db,
    idSchema,
    sql`
    select id from email_log where leased_by is not null and leased_until > now()`,
  );
  return leased.map(({ id }) => id);
}

/** Whether one of these is still in a worker's hands. */
export async function isAnyLeased(db: Db, ids: string[]): Promise<boolean> {
  const { leased } = await onlyRow(
    db,
    z.object({ leased: z.boolean() }),
    sql`
    select exists (
      select 1 from email_log
      where leased_by is not null and leased_until > now() and id = any(${textArray(ids)}::uuid[])
    ) as leased`,
  );
  return leased;
}

/**
 * Marks messages whose worker died while it sent them: they may or may not have left, so nobody sends them again by itself.
 * @param everyone in embedded mode one process exists: right after its start every lease is a dead worker's
 */
export async function markInterrupted(db: Db, { everyone }: { everyone: boolean }): Promise<number> {
  const dead = sql`status = 'pending' and leased_by is not null ${everyone ? sql`` : sql`and leased_until < now()`}`;
  return db.transaction(async (tx) => {
    await lockCampaignsOf(tx, dead);
    return failInterrupted(tx, dead);
  });
}

async function failInterrupted(tx: Db, dead: SQL): Promise<number> {
  const { count } = await onlyRow(
    tx,
    z.object({ count: z.number() }),
    sql`
    with marked as (
      update email_log l set ${forgotten(sql`l.erased_at is not null`)}, status = 'failed', failed_at = now(), error_message = ${emailMessages.interrupted},
        departed_at = case when departed_at is not null then least(now(), leased_until) end,
        leased_by = null, leased_until = null
      where id in (select id from email_log where ${dead} for update skip locked)
      returning campaign_id
    ), ${countedInCampaigns(
      ["failed"],
      sql`select campaign_id, count(*)::int as failed from marked where campaign_id is not null group by 1`,
    )}
    select count(*)::int as count from marked`,
  );
  return count;
}

function lease(worker: string): SQL {
  return sql`
    update email_log l
    set leased_by = ${worker}, leased_until = now() + make_interval(secs => ${leaseSeconds}), attempts = l.attempts + 1,
      departed_at = case when not ${simulationIsOn} then now() end, waits_for_mailbox = false
    -- As an array: the planner takes what an unknown limit gives for a tenth of the log, and would read all of it to join. Not the
    -- bare status: its index leads to all that waits.
    where l.id = any(array(select id from picked)) and coalesce(l.status, '') = 'pending' and l.leased_by is null
    returning l.id, l.recipient_email, l.recipient_name, l.subject, l.content, l.variables, l.campaign_id, l.lane, l.attempts,
      l.purpose, l.recipient_hash, l.email_type,
      (l.template_id is not null or l.lane in ('confirmation', 'link')) as automatic, ${simulationIsOn} as simulated,
      ${sendersVersion} as settings_version`;
}
