import { type SQL, sql } from "drizzle-orm";

/** Whether an event waits for its consequences. */
export const hasOpenEvents = sql`exists (select from email_events where applied_at is null)`;

/**
 * The common table expression `refused`: events of refusals in the SMTP dialogue, in the statement that records how attempts
 * ended, so that none is lost with the process that heard it.
 * @param refusals a query that gives log_id, attempts, campaign_id, recipient_hash, kind, status_code and words
 */
export function refusedEvents(refusals: SQL): SQL {
  return sql`refused as (
      insert into email_events
        (dedupe_key, kind, source, log_id, campaign_id, recipient_hash, status_code, server_words)
      select 'smtp:' || log_id || ':' || attempts, kind, 'smtp', log_id, campaign_id, recipient_hash, status_code, words
      from (${refusals}) as refusal
      on conflict do nothing
    )`;
}
