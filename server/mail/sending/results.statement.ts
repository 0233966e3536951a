import { type SQL, sql } from "drizzle-orm";
import { emailMessages } from "#contract/email.ts";
import { arrayLiteral, textArray } from "#server/lib/database/array-literal.ts";
import { refusedEvents } from "#server/mail/bounces/events.statement.ts";
import { countedInCampaigns } from "./campaigns.statement.ts";
import type { DeliveryResult } from "./delivery.rules.ts";
import { forgotten } from "./erasure.statement.ts";

/** The results of attempts, column by column: array literals, given or to be given. */
export type ResultColumns = Record<keyof typeof columnsOf, SQL>;

const columnsOf = {
  ids: ({ id }) => id,
  statuses: ({ status }) => status,
  errorMessages: ({ errorMessage }) => errorMessage,
  retryIns: ({ retryIn }) => retryIn?.toString() ?? null,
  uncounted: ({ countsAsAttempt }) => (countsAsAttempt ? "0" : "1"),
  departed: ({ departed }) => String(departed),
} satisfies Record<string, (result: DeliveryResult) => string | null>;

const columnNames = Object.keys(columnsOf) as (keyof typeof columnsOf)[];

/** Places for the results in a statement that is prepared; `resultValues` fills them. */
export const resultPlaces = byColumn((name) => sql`${sql.placeholder(name)}`);

export function resultValues(results: readonly DeliveryResult[]): Record<keyof typeof columnsOf, string> {
  return byColumn((name) => arrayLiteral(results.map(columnsOf[name])));
}

/** The results themselves, for a statement that is asked once. */
export function resultsAsColumns(results: readonly DeliveryResult[]): ResultColumns {
  return byColumn((name) => textArray(results.map(columnsOf[name])));
}

function byColumn<Value>(make: (name: keyof typeof columnsOf) => Value) {
  return Object.fromEntries(columnNames.map((name) => [name, make(name)])) as Record<
    keyof typeof columnsOf,
    Value
  >;
}

/** A query that gives the campaigns of these messages. */
export function campaignsOf({ ids }: ResultColumns): SQL {
  return sql`select campaign_id from email_log where id = any(${ids}::uuid[])`;
}

/**
 * The results as the common table expression `finished`, after `campaign` (see `lockedCampaigns`); what would wait in a campaign
 * that was cancelled in the meantime is cancelled with it, and what would wait for somebody who was erased as well. Only the
 * worker that holds the lease may record; one
 * whose lease ran out in the meantime still knows better than 'interrupted'.
 */
export function recordedResults(worker: string, results: ResultColumns): SQL {
  const columns = sql`${results.ids}::uuid[], ${results.statuses}::text[], ${results.errorMessages}::text[],
    ${results.retryIns}::float8[], ${results.uncounted}::int[], ${results.departed}::bool[]`;
  return sql`finished as (
      update email_log l
      set ${forgotten(sql`l.erased_at is not null`)},
        status = case when void then 'cancelled' else r.status end,
        error_message = case when void then ${emailMessages.cancelled} when l.erased_at is null then r.error_message end,
        attempts = l.attempts - r.uncounted,
        failed_at = case when r.status = 'failed' and not void then now() end,
        sent_at = case when r.status = 'sent' then now() end, departed_at = case when r.departed then now() end,
        next_attempt_at = case when not void then now() + make_interval(secs => r.retry_in) end,
        leased_by = null, leased_until = null
      from unnest(${columns}) as r (id, status, error_message, retry_in, uncounted, departed)
        join email_log old on old.id = r.id left join campaign on campaign.id = old.campaign_id,
        lateral (select r.status = 'pending' and (old.erased_at is not null
          or old.lane = 'campaign' and coalesce(campaign.status = 'cancelled', false)) as void) as v
      where l.id = r.id
        and (l.leased_by = ${worker} or (l.status = 'failed' and l.error_message = ${emailMessages.interrupted}))
      returning l.campaign_id, l.status, (old.status = 'failed')::int as was_failed
    )`;
}

/** Whether a server refused it for good and said why: an event goes with its result. */
export const isRefused = ({ refusal }: DeliveryResult) => refusal !== undefined;

/** The events of what servers refused, as the common table expression `refused`. */
export function eventsOfRefusals(worker: string, results: readonly DeliveryResult[]): SQL {
  const refused = results.flatMap(({ id, refusal }) => (refusal ? [{ id, ...refusal }] : []));
  const columns = [
    sql`${textArray(refused.map(({ id }) => id))}::uuid[]`,
    sql`${textArray(refused.map(({ kind }) => kind))}::text[]`,
    sql`${textArray(refused.map(({ statusCode }) => statusCode))}::text[]`,
    sql`${textArray(refused.map(({ words }) => words))}::text[]`,
  ];
  return refusedEvents(sql`
    select l.id as log_id, l.attempts, l.campaign_id, l.recipient_hash, r.kind, r.status_code, r.words
    from unnest(${sql.join(columns, sql`, `)}) as r (id, kind, status_code, words) join email_log l on l.id = r.id
    where l.leased_by = ${worker} and l.erased_at is null`);
}

/** How the messages of `finished` ended, for `countedEnds`. */
export const endsOfResults = sql`select campaign_id, status, was_failed from finished`;

const counts = ["sent", "failed", "cancelled", "skipped"] as const;

/**
 * The common table expression `counted`: how messages ended, in their campaigns' counts.
 * @param ends queries that give `campaign_id`, `status` and `was_failed`: 1 for a message that had counted as failed, else 0
 */
export function countedEnds(ends: readonly SQL[]): SQL {
  const columns = counts.map((count) => {
    const ended = sql`count(*) filter (where status = ${count})`;
    return sql`(${count === "failed" ? sql`${ended} - sum(was_failed)` : ended})::int as ${sql.raw(count)}`;
  });
  return countedInCampaigns(
    counts,
    sql`select campaign_id, ${sql.join(columns, sql`, `)} from (${sql.join([...ends], sql` union all `)}) as ends
      where campaign_id is not null group by 1`,
  );
}
