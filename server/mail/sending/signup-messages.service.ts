import type { Audience } from "#contract/audience.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { SignupHandlers } from "#server/signups/signup-events.ts";
import { createMailboxKey } from "./mailbox-key.ts";
import { confirmStored, insertConfirmations, insertTemplateMails } from "./new-messages.queries.ts";
import { eraseRecipients } from "./purge.queries.ts";

import { deleteDecisionMails, deleteWaitingMails, putOffBulkMails } from "./withdrawals.queries.ts";

/**
 * The messages that sign-ups set off by themselves: a confirmation, in the very statement that stores them, and what active
 * templates say of decisions, in the transaction of what happened. That of a decision waits until the decision can no longer be
 * taken back.
 */
export function createSignupMessages({ config }: Pick<AppDependencies, "config">): SignupHandlers {
  const mailboxKey = createMailboxKey(config.authSecret);
  return {
    stored: (submissions, audience) =>
      confirmStored(
        submissions.map(({ signup: { id, email, newsConsent } }) => ({
          ...{ signupId: id, audience, mailboxKey: mailboxKey(email), mustAsk: newsConsent },
        })),
      ),
    async decided(tx, { status, finalInMs, bulkId, signups }) {
      const recipients = signups
        .filter(({ duplicateOf, sample }) => duplicateOf === null && !sample)
        .map(({ id, email, firstname, name }) => ({
          ...{ signupId: id, email, firstname, name },
          ...(bulkId && { bulkId }),
        }));
      await insertTemplateMails(tx, status, recipients, { delaySeconds: finalInMs / 1_000 });
    },
    bulkFinished: (tx, { bulkId, finalInMs }) =>
      putOffBulkMails(tx, bulkId, { delaySeconds: finalInMs / 1_000 }),
    async undone(tx, { signups }) {
      await deleteDecisionMails(
        tx,
        signups.map(({ id }) => id),
      );
    },
    deleted: withdrawWaiting,
    async readdressed(tx, { audience, before, after }) {
      await withdrawWaiting(tx, { signups: [before] });
      if (after.sample) return;
      await repeatConfirmations(tx, config, [{ audience, id: after.id, email: after.email }]);
    },
    erased: (tx, { emailHashes }) => eraseRecipients(tx, emailHashes),
    duplicated: withdrawWaiting,
  };
}

async function withdrawWaiting(tx: Db, { signups }: { signups: { id: string; email: string }[] }) {
  await deleteWaitingMails(
    tx,
    signups.map(({ id, email }) => ({ id, email })),
  );
}

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
