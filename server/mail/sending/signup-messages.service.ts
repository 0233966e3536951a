import type { Audience } from "#contract/audience.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import { secondsUntilFinal } from "#server/signups/decisions.rules.ts";
import type { SignupHandlers } from "#server/signups/signup-events.ts";
import { greetingName } from "./greeting-name.ts";
import { createMailboxKey } from "./mailbox-key.ts";
import {
  findReminders,
  insertConfirmations,
  insertMilestoneMail,
  insertTemplateMails,
  isConfirmationAsked,
  isConfirmationWritten,
} from "./new-messages.queries.ts";
import { eraseRecipients } from "./purge.queries.ts";
import {
  delayBulkMails,
  delayDecisionMails,
  deleteDecisionMails,
  deleteWaitingMails,
  readdressWaitingMails,
} from "./withdrawals.queries.ts";

export { findReminders, insertMilestoneMail, isConfirmationWritten };

/**
 * Writes the messages that changes of sign-ups cause, in the transaction of the change. The message about a decision waits until the
 * decision can no longer be undone. The statement that stores a new sign-up also writes its confirmation.
 */
export function createSignupMessages({ config }: Pick<AppDependencies, "config">): SignupHandlers {
  return {
    async decided(tx, { status, finalInMs, bulkId, silent, signups }) {
      if (silent) return;
      const recipients = signups
        .filter(({ duplicateOf, sample }) => duplicateOf === null && !sample)
        .map(({ id, email, firstname, name }) => ({
          signupId: id,
          email,
          firstname,
          name,
          ...(bulkId && { bulkId }),
        }));
      await insertTemplateMails(tx, status, recipients, { delaySeconds: secondsUntilFinal(finalInMs) });
    },
    bulkFinished: (tx, { bulkId, finalInMs }) =>
      delayBulkMails(tx, bulkId, { delaySeconds: secondsUntilFinal(finalInMs) }),
    extended: (tx, { signups, finalInMs }) =>
      delayDecisionMails(
        tx,
        signups.map(({ id }) => id),
        { delaySeconds: secondsUntilFinal(finalInMs) },
      ),
    undone: withdrawDecisionMails,
    silenced: withdrawDecisionMails,
    deleted: withdrawWaiting,
    async readdressed(tx, { audience, before, after }) {
      if (after.confirmedAt !== null) return readdressWaitingMails(tx, after);
      await deleteWaitingMails(tx, [before], { keepDecisions: true });
      await readdressWaitingMails(tx, after);
      if (!after.sample && after.limitedAt === null) await repeatConfirmations(tx, config, audience, [after]);
    },
    erased: (tx, { emailHashes }) => eraseRecipients(tx, emailHashes),
  };
}

async function withdrawDecisionMails(tx: Db, { signups }: { signups: { id: string }[] }) {
  await deleteDecisionMails(
    tx,
    signups.map(({ id }) => id),
  );
}

async function withdrawWaiting(tx: Db, { signups }: { signups: { id: string; email: string }[] }) {
  await deleteWaitingMails(
    tx,
    signups.map(({ id, email }) => ({ id, email })),
  );
}

/**
 * Writes the confirmation of sign-ups again, because the first one got no answer or expired. A mailbox that got a confirmation within 24
 * hours gets the next one after that time, and at most one waits.
 */
export async function repeatConfirmations(
  tx: Db,
  { authSecret }: Pick<AppDependencies["config"], "authSecret">,
  audience: Audience,
  signups: readonly { id: string; email: string; firstname: string }[],
): Promise<void> {
  const mailboxKey = createMailboxKey(authSecret);
  const confirmations = signups.map(({ id, email, firstname }) => ({
    id,
    email,
    mailboxKey: mailboxKey(email),
    firstName: greetingName(firstname),
  }));
  if (confirmations.length > 0) await insertConfirmations(tx, audience, confirmations);
}

const askedCacheMs = 10_000;

/** Whether the message about a new sign-up asks to confirm its address. False when the database fails, because the sign-up is stored. */
export function createConfirmationAsked({ db, now }: Pick<AppDependencies, "db" | "now">) {
  let known = { asked: Promise.resolve(false), at: Number.NEGATIVE_INFINITY };
  return () => {
    const time = now().getTime();
    if (Math.abs(time - known.at) >= askedCacheMs)
      known = { asked: isConfirmationAsked(db).catch(() => false), at: time };
    return known.asked;
  };
}

export type ConfirmationAsked = ReturnType<typeof createConfirmationAsked>;
