import type { SignupHandlers } from "#server/signups/signup-events.ts";
import { forgetAddresses } from "./journal.queries.ts";

/** The journal names administrators by their addresses; whoever is none any more, and is erased, is not named. */
export const journalHandlers: SignupHandlers = {
  erased: (tx, { emailHashes }) => forgetAddresses(tx, emailHashes),
};
