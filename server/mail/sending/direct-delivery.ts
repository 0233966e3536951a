import { randomUUID } from "node:crypto";
import { type EmailLane, emailMessages } from "#contract/email.ts";
import type { DeliverOptions } from "../mail.ts";
import {
  capReached,
  type DeliveryResult,
  resultOf,
  simulatedResult,
  untriedResult,
} from "./delivery.rules.ts";
import { findHold } from "./hold.queries.ts";
import { noPause, runLane } from "./lane.ts";
import type { Attempt, LeasedMessage, Waiting } from "./leased-message.ts";
import { failUnsent, findUnsentLane, leaseMessage, leaseOldest, simulateDirect } from "./leases.queries.ts";
import { tryToSend } from "./message-sender.ts";
import { findCapacity } from "./queue.queries.ts";
import { recordResults, releaseUnknown } from "./turns.queries.ts";
import { skipBlocked } from "./withdrawals.queries.ts";
import { tickMs, type WorkerContext } from "./worker-context.ts";

export type DirectLane = Exclude<EmailLane, "campaign">;

const slots = 2;

/** Sends the due messages of a lane that is independent of campaigns. */
export async function sendLane(context: WorkerContext, lane: DirectLane): Promise<void> {
  const { simulationMode } = await context.sender.settings();
  if (simulationMode) return simulateDirect(context.db);
  await context.leaseAs(lane, (leaseholder) =>
    runLane(
      { ...context, queue: context.laneQueue(leaseholder, lane), pace: noPause },
      { campaign: null, parallelism: slots },
    ),
  );
}

/** Sends a pending message at once; null when another worker leased it. With a cap reached it stays pending. */
export function deliver(
  context: WorkerContext,
  logId: string,
  options: DeliverOptions,
): Promise<Attempt | Waiting | null> {
  return context.leaseAs(randomUUID(), async (leaseholder) => {
    const message = await leaseMessage(context.db, leaseholder, logId).catch(
      releaseLost(context, leaseholder),
    );
    if (message) return attemptOne(context, { leaseholder, message, ...options });
    const skipped = await skipBlocked(context.db, logId);
    if (skipped !== null) return { type: "refused", message: skipped };
    return waitForCapacity(context, logId, options);
  });
}

/** Sends the oldest pending messages for which there is capacity, `take` at most, one after the other. */
export function deliverOldest(
  context: WorkerContext,
  take: number,
): Promise<{ sent: number; failed: number }> {
  return context.leaseAs(randomUUID(), async (leaseholder) => {
    const counts = { sent: 0, failed: 0 };
    const tried: string[] = [];
    while (tried.length < take) {
      const message = await leaseOldest(context.db, leaseholder, tried).catch(
        releaseLost(context, leaseholder),
      );
      if (!message) break;
      tried.push(message.id);
      const attempt = await attemptOne(context, { leaseholder, message, retry: true });
      counts[attempt.type === "sent" || attempt.type === "simulated" ? "sent" : "failed"] += 1;
    }
    return counts;
  });
}

/** Gives back a message whose lease was stored but whose answer was lost, as soon as the database is reached, then throws. */
function releaseLost({ db, signal, pause }: WorkerContext, leaseholder: string) {
  return async (error: unknown): Promise<never> => {
    const release = () =>
      releaseUnknown(db, leaseholder, []).then(
        () => true,
        () => false,
      );
    while (!signal.aborted && !(await release())) await pause(tickMs);
    throw error;
  };
}

async function attemptOne(
  context: WorkerContext,
  {
    leaseholder,
    message,
    retry,
    through,
    real,
  }: { leaseholder: string; message: LeasedMessage } & DeliverOptions,
): Promise<Attempt> {
  const attempt = await tryToSend(context, real ? { ...message, simulated: false } : message, through);
  const isCampaign = message.lane === "campaign";
  const simulated = isCampaign ? untriedResult : simulatedResult;
  const result: DeliveryResult =
    attempt.type === "simulated"
      ? simulated(message.id)
      : resultOf(message, attempt, { keepWaiting: isCampaign, now: context.now() });
  const final = result.status === "pending" && !retry;
  await recordResults(context.db, leaseholder, [
    final ? { ...result, status: "failed", retryIn: null } : result,
  ]);
  return attempt;
}

async function waitForCapacity(
  { db }: WorkerContext,
  logId: string,
  { retry }: DeliverOptions,
): Promise<Waiting | null> {
  const lane = await findUnsentLane(db, logId);
  if (lane !== null && (await findHold(db))) {
    if (!retry) await failUnsent(db, logId, emailMessages.held);
    return { type: "held", message: emailMessages.held };
  }
  const limit = lane && (await findCapacity(db, lane));
  if (!limit) return null;
  if (!retry) await failUnsent(db, logId, capReached(limit.at));
  return { type: "waiting", until: limit.at };
}
