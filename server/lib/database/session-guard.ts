import { queryMessage } from "./wire-messages.ts";

/*
 * All connections share the one session of the embedded database. State that outlives a transaction there would
 * change the meaning of other connections' statements, so it is refused instead of silently leaking.
 */
const lastingStatement =
  /^\s*(?:set\s+(?!local\b|transaction\b|constraints\b)|reset\b|listen\b|prepare\b(?!\s+transaction)|discard\b)/i;
const copyFromClient = /^\s*copy\b[^;]*\bfrom\s+stdin\b/i;
const inspectedBytes = 256;
const [queryType, parseType] = [0x51, 0x50];

/** Why a Query or Parse message must not reach the shared session, or null when it may. */
export function refusalOf(message: Buffer): string | null {
  const type = message[0];
  if (type !== queryType && type !== parseType) return null;
  const start = type === queryType ? 5 : message.indexOf(0, 5) + 1;
  const sql = message.toString("latin1", start, start + inspectedBytes);
  if (copyFromClient.test(sql)) return "the embedded database does not accept copy from stdin";
  return lastingStatement.test(sql)
    ? "session settings are shared between connections of the embedded database; use set local inside a transaction"
    : null;
}

/*
 * Statements that pass the refusal because they are nested or follow another one. Most never occur; a false
 * positive costs one reset (the `set` of an update does not match).
 */
const lastingEffect =
  /\bset_config\s*\(|\bpg_(?:try_)?advisory_lock\b|;\s*(?:set|reset|listen|prepare|discard|declare|load)\b|\bwith\s+hold\b|\bdo\s+(?:language\b|\$)/i;

/** Whether a Query or Parse message may leave something in the session that outlives its transaction. */
export function mayLast(message: Buffer): boolean {
  const type = message[0];
  return (type === queryType || type === parseType) && lastingEffect.test(message.toString("latin1", 5));
}

/** Makes the session again what it was at the start, except for named statements and temporary tables, which the server itself uses. */
export const sessionReset = queryMessage(
  "reset session authorization; reset all; close all; unlisten *; select pg_advisory_unlock_all()",
);

/** A statement that fails with the reason. Run by the database itself, so that an open transaction is marked failed as well. */
export function refusalQuery(reason: string): Buffer {
  return queryMessage(
    `do $$ begin raise feature_not_supported using message = '${reason.replaceAll("'", "''")}'; end $$`,
  );
}
