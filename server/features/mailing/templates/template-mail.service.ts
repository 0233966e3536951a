import {
  deleteDecisionMails,
  deleteWaitingMails,
  insertTemplateMails,
  putOffBulkMails,
} from "#server/features/mailing/outbox/template-mail.repository.ts";
import type { SignupHandlers } from "#server/features/signups/signup-events.ts";
import type { Db } from "#server/lib/database/database.ts";

/**
 * Writes the messages that active templates send by themselves after decisions, in the transaction of what happened. That of a decision
 * waits until the decision can no longer be taken back.
 */
export const templateMails: SignupHandlers = {
  async decided(tx, { status, finalInMs, bulkId, signups }) {
    const recipients = signups
      .filter(({ duplicateOf }) => duplicateOf === null)
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
  deleted: dropWaitingMails,
  duplicated: dropWaitingMails,
};

async function dropWaitingMails(tx: Db, { signups }: { signups: { id: string; email: string }[] }) {
  await deleteWaitingMails(
    tx,
    signups.map(({ id, email }) => ({ id, email })),
  );
}
