import { secondsUntilFinal } from "#server/signups/decisions.rules.ts";
import type { SignupHandlers } from "#server/signups/signup-events.ts";
import {
  cancelWaiting,
  delayBulkEvents,
  delayDecisionEvents,
  deleteDecisionEvents,
  insertSignupEvents,
} from "./deliveries.queries.ts";

const idsOf = (signups: { id: string }[]) => signups.map(({ id }) => id);
const idsOfReal = (signups: { id: string; sample: boolean }[]) =>
  idsOf(signups.filter(({ sample }) => !sample));

/**
 * The events of webhooks, written in the transaction of the change. A decision's event becomes due when the decision can no longer be
 * undone. New sign-ups, invitations and campaigns have triggers.
 */
export const webhookHandlers: SignupHandlers = {
  async decided(tx, { audience, status, finalInMs, bulkId, signups }) {
    await insertSignupEvents(tx, {
      type: `signup.${status}`,
      audience,
      ids: idsOfReal(signups),
      delaySeconds: secondsUntilFinal(finalInMs),
      bulkId,
    });
  },
  bulkFinished: (tx, { bulkId, finalInMs }) => delayBulkEvents(tx, bulkId, secondsUntilFinal(finalInMs)),
  extended: (tx, { signups, finalInMs }) =>
    delayDecisionEvents(tx, idsOf(signups), secondsUntilFinal(finalInMs)),
  undone: (tx, { signups }) => deleteDecisionEvents(tx, idsOf(signups)),
  async confirmed(tx, { audience, signups }) {
    await insertSignupEvents(tx, { type: "signup.confirmed", audience, ids: idsOfReal(signups) });
  },
  async deleted(tx, { audience, signups }) {
    await deleteDecisionEvents(tx, idsOf(signups));
    await insertSignupEvents(tx, { type: "signup.deleted", audience, ids: idsOfReal(signups) });
  },
};

/** @param tx a restore, after it has repeated the erasures: no event of the backup is delivered */
export { cancelWaiting as cancelWaitingDeliveries };
