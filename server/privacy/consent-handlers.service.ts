import type { SignupHandlers } from "#server/signups/signup-events.ts";
import { deleteConsents, moveConsents } from "./consents.queries.ts";
import { noteConsents } from "./consents.statement.ts";

/** What consents have to do with sign-ups: given in the very statement that stores them, gone with them. */
export const consentHandlers: SignupHandlers = {
  stored: (submissions, audience) =>
    noteConsents(
      submissions.map(({ signup }) => signup),
      audience,
    ),
  deleted: (tx, { signups }) => deleteConsents(tx, { signupIds: signups.map(({ id }) => id) }),
  readdressed: (tx, { after: { id, emailHash } }) => moveConsents(tx, { signupId: id, emailHash }),
  erased: (tx, { emailHashes }) => deleteConsents(tx, { emailHashes }),
};
