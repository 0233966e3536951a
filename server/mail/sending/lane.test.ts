import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { silentLogger } from "#server/lib/logger.ts";
import type { SendOutcome } from "#server/mail/transports/transport.ts";
import type { DeliveryResult } from "./delivery.rules.ts";
import { runLane } from "./lane.ts";
import type { Attempt, LeasedMessage } from "./leased-message.ts";
import type { MessageSender } from "./message-sender.ts";

function message(id: string): LeasedMessage {
  return {
    id,
    recipientEmail: `${id}@exemple.fr`,
    recipientName: null,
    subject: "x",
    content: null,
    variables: {},
    campaignId: "campaign",
    lane: "campaign",
    link: null,
    purpose: "service",
    recipientHash: "",
    consentedAt: null,
    confirms: null,
    invitationId: null,
    signupId: null,
    announcesFriends: null,
    toVisitor: true,
    isDraft: false,
    automatic: false,
    attempts: 1,
    createdAt: new Date(),
    simulated: false,
    settingsVersion: "1",
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const sleep = (ms: number) => new Promise<void>((awake) => setTimeout(awake, ms));

/** Runs a lane over `count` messages, with a clock that only `end` moves. Pending messages are leased again. */
function lane(
  count: number,
  outcome: (id: string, attempt: number) => Attempt,
  { parallelism = 1, attemptMs = 0, uncertainOutcomes = { inARow: 0 } } = {},
) {
  const waiting = Array.from({ length: count }, (_, index) => message(`${index + 1}`));
  const results: DeliveryResult[] = [];
  const pauses: number[] = [];
  const reports: { what: string; after: number }[] = [];
  const begin = Date.now();
  const tell = async (what: string) => void reports.push({ what, after: (Date.now() - begin) / 1_000 });
  let attempts = 0;
  const sender: Pick<MessageSender, "attempt"> = {
    async attempt({ id }) {
      attempts += 1;
      const attempt = outcome(id, attempts);
      await sleep(attempt.type === "unreachable" ? attemptMs : 100);
      return attempt;
    },
  };
  const end = runLane(
    {
      queue: {
        async record(result) {
          results.push(result);
          if (result.status === "pending" && result.retryIn === 0) waiting.unshift(message(result.id));
        },
        next: async () => waiting.shift() ?? null,
        release: async () => undefined,
      },
      sender: sender as MessageSender,
      log: silentLogger,
      async pause(ms) {
        pauses.push(ms);
        if (ms > 0) await sleep(ms);
      },
      now: () => new Date(),
      signal: new AbortController().signal,
      pace: { isNeeded: () => true, wait: async () => void pauses.push(100) },
    },
    {
      campaign: {
        unreachable: (reason, next) => tell(`${reason}, again in ${(next.getTime() - Date.now()) / 1_000} s`),
        outage: (reason) => tell(`outage: ${reason}`),
        reached: () => tell("reached"),
        simulated: () => tell("simulated"),
        uncertainOutcomes,
        uncertain: (reason) => tell(`uncertain: ${reason}`),
      },
      parallelism,
    },
  );
  return {
    results,
    pauses,
    reports,
    /** Returns the result after this many minutes. */
    async end(minutes = 10) {
      await vi.advanceTimersByTimeAsync(minutes * 60_000);
      return Promise.race([end, Promise.resolve("goes on")]);
    },
  };
}

const unreachable = (reason: string): SendOutcome => ({ type: "unreachable", message: reason });

test("one refused recipient never stops the run", async () => {
  const { end, results } = lane(30, (id) =>
    id === "7" ? { type: "refused", message: "550" } : { type: "sent" },
  );
  expect(await end()).toBe("empty");
  expect(results.filter(({ status }) => status === "sent")).toHaveLength(29);
  expect(results.filter(({ status }) => status === "failed")).toMatchObject([
    { id: "7", errorMessage: "550" },
  ]);
});

test("an unreachable server is reported at once and pauses the campaign; its messages go on waiting", async () => {
  const { end, results, reports } = lane(50, () => unreachable("ECONNREFUSED"));
  expect(await end()).toBe("paused");
  expect(reports[0]).toEqual({ what: "ECONNREFUSED, again in 1 s", after: 0 });
  expect(reports.filter(({ what }) => what.startsWith("outage"))).toHaveLength(1);
  expect(results.every(({ status, countsAsAttempt }) => status === "pending" && !countsAsAttempt)).toBe(true);
});

const slotsAndTimes = [1, 2, 3, 10, 50].flatMap((slots) =>
  [0, 50, 10_000, 20_000, 30_000].map((attemptMs): [number, number] => [slots, attemptMs]),
);

test.each(slotsAndTimes)(
  "a lane without a server pauses within a minute: %i at a time, %i ms each",
  async (slots, attemptMs) => {
    const { end, reports } = lane(80, () => unreachable("ETIMEDOUT"), { parallelism: slots, attemptMs });
    expect(await end()).toBe("paused");
    const last = reports.at(-1);
    expect(last?.what).toBe("outage: ETIMEDOUT");
    expect(last?.after).toBeGreaterThan(attemptMs === 30_000 ? 29 : 15);
    expect(last?.after).toBeLessThan(60);
  },
);

test("the pauses between failed attempts grow, also when the reason changes", async () => {
  const { end, pauses } = lane(50, (_id, attempt) => unreachable(attempt % 2 ? "ECONNREFUSED" : "535"));
  await end();
  expect(pauses.filter((ms) => ms >= 1_000)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
});

test("a message that gets through resets the outage and is reported once", async () => {
  const { end, reports } = lane(12, (_id, attempt) =>
    attempt % 4 === 0 ? { type: "sent" } : unreachable("x"),
  );
  expect(await end()).toBe("empty");
  const round = ["x, again in 1 s", "x, again in 2 s", "x, again in 4 s", "reached"];
  expect(reports.map(({ what }) => what)).toEqual(Array(12).fill(round).flat());
});

test("one stuck slot does not cause an outage while other slots reach the server", async () => {
  const stuck = (id: string): Attempt => (id === "1" ? unreachable("stuck") : { type: "sent" });
  const { end, results } = lane(100_000, stuck, { parallelism: 3, attemptMs: 30_000 });
  expect(await end(5)).toBe("goes on");
  expect(results.filter(({ id }) => id === "1").length).toBeGreaterThan(5);
});

const uncertain = (reason: string): SendOutcome => ({ type: "uncertain", message: reason });

test("three messages in a row without a known outcome pause a campaign", async () => {
  const { end, results, reports } = lane(30, (id) =>
    Number(id) > 10 ? uncertain("ETIMEDOUT") : { type: "sent" },
  );
  expect(await end()).toBe("paused");
  expect(reports.map(({ what }) => what)).toEqual(["reached", "uncertain: ETIMEDOUT"]);
  expect(results.filter(({ status }) => status === "failed")).toHaveLength(3);
});

test("the pause counts messages without a known outcome across short runs of a lane", async () => {
  const uncertainOutcomes = { inARow: 0 };
  const ends = [];
  for (let run = 0; run < 3; run += 1)
    ends.push(await lane(1, () => uncertain("x"), { uncertainOutcomes }).end());
  expect(ends).toEqual(["empty", "empty", "paused"]);
});

test("single messages without a known outcome do not pause a campaign", async () => {
  const { end } = lane(30, (id) => (Number(id) % 3 === 0 ? { type: "sent" } : uncertain("x")));
  expect(await end()).toBe("empty");
});

test("several slots together send each message once", async () => {
  const { end, results } = lane(40, () => ({ type: "sent" }), { parallelism: 5 });
  expect(await end()).toBe("empty");
  expect(new Set(results.map(({ id }) => id)).size).toBe(40);
  expect(results).toHaveLength(40);
});

test("simulation switched on during a campaign pauses it, and leased messages become pending again", async () => {
  const { end, results, reports } = lane(40, (id) =>
    Number(id) > 5 ? { type: "simulated" } : { type: "sent" },
  );
  expect(await end()).toBe("paused");
  expect(reports.map(({ what }) => what)).toEqual(["reached", "simulated"]);
  expect(results.filter(({ status }) => status === "sent")).toHaveLength(5);
  expect(results.at(-1)).toMatchObject({ status: "pending", countsAsAttempt: false });
});
