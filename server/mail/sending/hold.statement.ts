import { type SQL, sql } from "drizzle-orm";

/**
 * What a lease asks in its own statement, so that any number of instances obey at once: while `mail_hold` has its row nothing
 * leaves. The table is not even read by message: its row is looked up once a statement.
 */
export const nothingIsHeld = sql`not exists (select from mail_hold)`;

/**
 * Whether a message may leave as far as the hold goes. A link that was asked for after it began may: without one nobody could sign
 * in to end it.
 * @param lane an expression, or one that the planner knows
 */
export function isNotHeld({ lane, createdAt }: { lane: SQL; createdAt: SQL }): SQL {
  return sql`(${nothingIsHeld} or (${lane} = 'link' and ${createdAt} >= (select since from mail_hold)))`;
}
