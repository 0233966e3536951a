import { limits } from "#contract/limits.ts";
import type { MailTransport, SendOutcome } from "./transport.ts";

/** A foreign server's words as the log keeps them: one line, cut to length. */
export function serverWords(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, limits.transportErrorTextMax);
}

export const unreachable = (message: string): SendOutcome => ({ type: "unreachable", message });

/** Stands in for a transport that cannot work as things are, and says why. */
export function unusableTransport(reason: string): MailTransport {
  return {
    send: async () => unreachable(reason),
    verify: async () => reason,
    close() {},
    abort() {},
  };
}

/** An error's own words, for a log entry. */
export function errorText(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return errorText(error.errors[0]);
  return serverWords(error instanceof Error ? error.message || error.name : String(error));
}
