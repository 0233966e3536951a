import { serverWords } from "#contract/quoted-words.ts";
import { frenchReason, systemWords } from "#server/lib/system-error.ts";
import type { MailTransport, SendOutcome } from "./transport.ts";

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

/** What an error of the system's or of a library's means, with its own words, to stand behind a colon. */
export const errorText = (error: unknown): string => serverWords(frenchReason(systemWords(error)));
