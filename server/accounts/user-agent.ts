import type { Context } from "hono";

const lengthMax = 300;

/** What the browser says of itself, for the list of the own sessions. */
export function userAgentOf(c: Context): string {
  return (c.req.header("user-agent") ?? "").slice(0, lengthMax);
}
