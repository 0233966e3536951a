import type { AppDependencies } from "#server/app-dependencies.ts";
import type { SignupListener } from "#server/features/signups/signup-listener.ts";
import { confirmStored } from "./confirmation.repository.ts";
import { createMailboxKey } from "./mailbox-key.ts";

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
