import type { LeasedMessage } from "./delivery.repository.ts";
import { resultOf, untriedResult } from "./delivery.rules.ts";
import type { Attempt } from "./message-sender.ts";
import type { Turnstile } from "./turnstile.ts";

/** What became of a try at the server; the message is recorded as any other. */
export type ProbeEnd = "reached" | "simulated" | "nothing waits" | { unreachable: string };

/** Sends one message of a campaign that paused itself: the server is reached again, or is not. */
export async function probe(
  turnstile: Turnstile,
  attempt: (message: LeasedMessage) => Promise<Attempt>,
): Promise<ProbeEnd> {
  const message = await turnstile.next();
  if (!message) return "nothing waits";
  const outcome = await attempt(message);
  if (outcome.type === "simulated") {
    await turnstile.record(untriedResult(message.id));
    return "simulated";
  }
  await turnstile.record(resultOf(message, outcome, { keepWaiting: true }));
  return outcome.type === "unreachable" ? { unreachable: outcome.message } : "reached";
}
