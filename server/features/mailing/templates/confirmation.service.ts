import type { AppDependencies } from "#server/app-dependencies.ts";
import { confirmStored } from "#server/features/mailing/outbox/confirmation.repository.ts";
import { createMailboxKey } from "#server/features/mailing/outbox/mailbox-key.ts";
import type { SignupListener } from "#server/features/signups/signup-listener.ts";

/** Confirms sign-ups, in the very statement that stores them. */
export function createConfirmations({ config }: Pick<AppDependencies, "config">): SignupListener {
  const mailboxKey = createMailboxKey(config.authSecret);
  return {
    alongside: (submissions) =>
      confirmStored(
        submissions.map(({ signup: { id, email } }) => ({ signupId: id, mailboxKey: mailboxKey(email) })),
      ),
  };
}
