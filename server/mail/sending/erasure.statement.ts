import { type SQL, sql } from "drizzle-orm";

/**
 * Assignments that take whatever is personal out of a message of the log `l`; what it was, how it ended and when stays. The
 * mailbox's key stays for a day, so that whoever signs others up cannot send them more by having them erased.
 * @param condition whether to; the row stays as it is otherwise
 */
export function forgotten(condition: SQL): SQL {
  const cleared: Record<string, SQL> = {
    recipient_email: sql`''`,
    recipient_name: sql`null`,
    recipient_hash: sql`''`,
    subject: sql`''`,
    content: sql`null`,
    variables: sql`'{}'::jsonb`,
    mailbox_key: sql`case when l.departed_at > now() - interval '24 hours' then l.mailbox_key when l.mailbox_key is not null then '' end`,
  };
  const assignments = Object.entries(cleared).map(
    ([column, empty]) =>
      sql`${sql.raw(column)} = case when ${condition} then ${empty} else l.${sql.raw(column)} end`,
  );
  return sql.join(assignments, sql`, `);
}
