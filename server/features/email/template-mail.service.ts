import { limits } from "#contract/limits.ts";
import type { SignupListener } from "#server/features/signups/signup-listener.ts";
import {
  confirmStored,
  deleteDecisionMails,
  deleteWaitingMails,
  insertTemplateMails,
} from "./template-mail.repository.ts";

/**
 * Writes the messages that active templates send by themselves, in the transaction of what happened. That of a decision
 * waits until the decision can no longer be taken back.
 */
export const templateMails: SignupListener = {
  alongside: confirmStored,
  async decided(tx, _audience, status, signups) {
    const recipients = signups.map(({ id, email, firstname, name }) => ({
      signupId: id,
      email,
      firstname,
      name,
    }));
    await insertTemplateMails(tx, status, recipients, { delaySeconds: limits.undoMs / 1_000 });
  },
  async undone(tx, _audience, signups) {
    await deleteDecisionMails(
      tx,
      signups.map(({ id }) => id),
    );
  },
  async deleted(tx, _audience, signups) {
    await deleteWaitingMails(
      tx,
      signups.map(({ id, email }) => ({ id, email })),
    );
  },
};
