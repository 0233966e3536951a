import { expect, test } from "vitest";
import type { SendOutcome } from "#server/features/email/transports/transport.ts";
import { silentLogger } from "#server/lib/logger.ts";
import type { LeasedMessage } from "./delivery.repository.ts";
import type { DeliveryResult } from "./delivery.rules.ts";
import { runLane } from "./lane.ts";
import type { Attempt, MessageSender } from "./message-sender.ts";

function message(id: string): LeasedMessage {
  return {
    id,
    recipientEmail: `${id}@exemple.fr`,
    recipientName: null,
    subject: "x",
    content: null,
    variables: {},
    campaignId: "campaign",
    emailType: "bulk",
    attempts: 1,
    simulated: false,
    settingsVersion: "1",
  };
}

/** A lane over `count` messages whose pauses take no time. */
function lane(
  count: number,
  outcome: (id: string) => Attempt,
  { parallelism = 1, room = Number.POSITIVE_INFINITY } = {},
) {
  const waiting = Array.from({ length: count }, (_, index) => message(`${index + 1}`));
  const results: DeliveryResult[] = [];
  const pauses: number[] = [];
  const sender: Pick<MessageSender, "attempt"> = { attempt: async ({ id }) => outcome(id) };
  const end = runLane(
    {
      turnstile: {
        record: async (result) => void results.push(result),
        next: async () => waiting.shift() ?? null,
      },
      sender: sender as MessageSender,
      log: silentLogger,
      pause: async (ms) => void pauses.push(ms),
      signal: new AbortController().signal,
      room: async () => room - results.length,
      pace: { isNeeded: () => true, wait: async () => void pauses.push(100) },
    },
    { campaign: true, parallelism },
  );
  return { end, results, pauses };
}

const unreachable = (reason: string): SendOutcome => ({ type: "unreachable", message: reason });

test("one refused recipient never stops the run", async () => {
  const { end, results } = lane(30, (id) =>
    id === "7" ? { type: "refused", message: "550" } : { type: "sent" },
  );
  expect(await end).toBe("empty");
  expect(results.filter(({ status }) => status === "sent")).toHaveLength(29);
  expect(results.filter(({ status }) => status === "failed")).toMatchObject([
    { id: "7", errorMessage: "550" },
  ]);
});

test("twenty in a row that reach no server for the same reason pause the campaign, and all go on waiting", async () => {
  const { end, results } = lane(50, () => unreachable("ECONNREFUSED"));
  expect(await end).toEqual({ paused: "ECONNREFUSED" });
  expect(results).toHaveLength(20);
  expect(results.every(({ status, countsAsAttempt }) => status === "pending" && !countsAsAttempt)).toBe(true);
});

test("the pauses between them grow", async () => {
  const { end, pauses } = lane(50, () => unreachable("ECONNREFUSED"));
  await end;
  expect(pauses.filter((ms) => ms >= 1_000).slice(0, 6)).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000,
  ]);
});

test("another reason, or a message that gets through, begins the count anew", async () => {
  const { end } = lane(57, (id) => {
    if (Number(id) % 19 === 0) return { type: "sent" };
    return unreachable(Number(id) > 38 ? "535" : "ECONNREFUSED");
  });
  expect(await end).toBe("empty");
});

test("several slots share the messages, each once", async () => {
  const { end, results } = lane(40, () => ({ type: "sent" }), { parallelism: 5 });
  expect(await end).toBe("empty");
  expect(new Set(results.map(({ id }) => id)).size).toBe(40);
  expect(results).toHaveLength(40);
});

test("a cap is never passed", async () => {
  const { end, results } = lane(40, () => ({ type: "sent" }), { room: 12 });
  expect(await end).toBe("empty");
  expect(results).toHaveLength(12);
});

test("simulation that is switched on during a campaign pauses it, and what was leased goes on waiting", async () => {
  const { end, results } = lane(40, (id) => (Number(id) > 5 ? { type: "simulated" } : { type: "sent" }));
  expect(await end).toEqual({ paused: expect.stringContaining("simulation") });
  expect(results.filter(({ status }) => status === "sent")).toHaveLength(5);
  expect(results.at(-1)).toMatchObject({ status: "pending", countsAsAttempt: false });
});
