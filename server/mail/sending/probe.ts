import type { Attempt } from "./attempt.ts";
import { resultOf, untriedResult } from "./delivery.rules.ts";
import type { LaneQueue } from "./lane-queue.ts";
import type { LeasedMessage } from "./leased-message.ts";

/** What became of a try at the server; the message is recorded as any other. */
export type ProbeEnd = "reached" | "simulated" | "nothing waits" | { unreachable: string };

/** Sends one message of a campaign that paused itself: the server is reached again, or is not. */
export async function probe(
  queue: LaneQueue,
  attempt: (message: LeasedMessage) => Promise<Attempt>,
): Promise<ProbeEnd> {
  const message = await queue.next();
  if (!message) return "nothing waits";
  const outcome = await attempt(message);
  if (outcome.type === "simulated") {
    await queue.record(untriedResult(message.id));
    return "simulated";
  }
  await queue.record(resultOf(message, outcome, { keepWaiting: true }));
  return outcome.type === "unreachable" ? { unreachable: outcome.message } : "reached";
}
