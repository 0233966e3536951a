import { type SQL, sql } from "drizzle-orm";
import type { SmtpRefusal } from "#server/features/mailing/transports/transport.ts";
import { textArray } from "#server/lib/database/array-literal.ts";

/**
 * Events of refusals in the SMTP dialogue, as a part of the statement that records how attempts ended: none is lost with the
 * process that heard it. Nothing where nobody refused, so that the usual statement stays what it is.
 * @param worker who may record; an event comes of a message in its hands alone
 */
export function refusedEvents(
  worker: string,
  results: readonly { id: string; refusal?: SmtpRefusal }[],
): SQL {
  const refused = results.flatMap(({ id, refusal }) => (refusal ? [{ id, ...refusal }] : []));
  if (refused.length === 0) return sql``;
  const columns = [
    sql`${textArray(refused.map(({ id }) => id))}::uuid[]`,
    sql`${textArray(refused.map(({ kind }) => kind))}::text[]`,
    sql`${textArray(refused.map(({ statusCode }) => statusCode))}::text[]`,
    sql`${textArray(refused.map(({ words }) => words))}::text[]`,
  ];
  return sql`, refused as (
      insert into email_events
        (dedupe_key, kind, source, log_id, campaign_id, recipient_hash, status_code, server_words)
      select 'smtp:' || l.id || ':' || l.attempts, r.kind, 'smtp', l.id, l.campaign_id, l.recipient_hash, r.status_code, r.words
      from unnest(${sql.join(columns, sql`, `)}) as r (id, kind, status_code, words) join email_log l on l.id = r.id
      where l.leased_by = ${worker} and l.erased_at is null
      on conflict do nothing
    )`;
}
