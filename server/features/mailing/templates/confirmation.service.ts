import type { AppDependencies } from "#server/app-dependencies.ts";
import { confirmStored } from "#server/features/mailing/outbox/confirmation.repository.ts";
import { createMailboxKey } from "#server/features/mailing/outbox/mailbox-key.ts";
import type { SignupHandlers } from "#server/features/signups/signup-events.ts";

/** Confirms sign-ups, in the very statement that stores them. */
export function createConfirmations({ config }: Pick<AppDependencies, "config">): SignupHandlers {
  const mailboxKey = createMailboxKey(config.authSecret);
  return {
    stored: (submissions) =>
      confirmStored(
        submissions.map(({ signup: { id, email } }) => ({ signupId: id, mailboxKey: mailboxKey(email) })),
      ),
  };
}
