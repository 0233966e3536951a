import type { Audience } from "#contract/audience.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import { insertConfirmations } from "./confirmations.queries.ts";
import { createMailboxKey } from "./mailbox-key.ts";

/**
 * Writes the confirmation of sign-ups once more, for whoever did not answer the first or came too late. A mailbox that got one
 * within 24 hours gets it after them, and only one is ever waiting.
 */
export async function repeatConfirmations(
  tx: Db,
  { authSecret }: Pick<AppDependencies["config"], "authSecret">,
  signups: readonly { audience: Audience; id: string; email: string }[],
): Promise<void> {
  const mailboxKey = createMailboxKey(authSecret);
  const confirmations = signups.map(({ audience, id, email }) => ({
    ...{ signupId: id, audience, email, mustAsk: true },
    mailboxKey: mailboxKey(email),
  }));
  if (confirmations.length > 0) await insertConfirmations(tx, confirmations);
}
