import type { SignupHandlers } from "#server/features/signups/signup-events.ts";
import { noteConsents } from "./consents.statement.ts";

/** What consents have to do with sign-ups: given in the very statement that stores them. */
export const consentHandlers: SignupHandlers = {
  stored: (submissions, audience) =>
    noteConsents(
      submissions.map(({ signup }) => signup),
      audience,
    ),
};
