import { queryMessage } from "./wire-messages.ts";

/*
 * All connections share the one session of the embedded database. Whatever outlives a transaction there would
 * change the meaning of other connections' statements, so it is refused instead of silently leaking.
 */
const lastingStatement =
  /^\s*(?:set\s+(?!local\b|transaction\b|constraints\b)|reset\b|listen\b|prepare\b(?!\s+transaction)|discard\b)/i;
const copyFromClient = /^\s*copy\b[^;]*\bfrom\s+stdin\b/i;
const inspectedBytes = 256;

/** Why a Query or Parse message must not reach the shared session, or null when it may. */
export function refusalOf(message: Buffer): string | null {
  const type = String.fromCharCode(message[0] ?? 0);
  if (type !== "Q" && type !== "P") return null;
  const start = type === "Q" ? 5 : message.indexOf(0, 5) + 1;
  const sql = message.toString("latin1", start, start + inspectedBytes);
  if (copyFromClient.test(sql)) return "the embedded database does not accept copy from stdin";
  return lastingStatement.test(sql)
    ? "session settings are shared between connections of the embedded database; use set local inside a transaction"
    : null;
}

/** A statement that fails with the reason. Run by the database itself, so that an open transaction is marked failed as well. */
export function refusalQuery(reason: string): Buffer {
  return queryMessage(
    `do $$ begin raise feature_not_supported using message = '${reason.replaceAll("'", "''")}'; end $$`,
  );
}
