import { describe, expect, test } from "vitest";
import type { EmailLane } from "#contract/email.ts";
import {
  capReached,
  isOutage,
  probePauses,
  resultOf,
  unreachablePauseMs,
  untriedResult,
} from "./delivery.rules.ts";

const now = new Date("2026-06-01T08:00:00Z");
const hour = 3_600_000;
const alone = { keepWaiting: false, now };
const inCampaign = { keepWaiting: true, now };
const attempt = (attempts: number, lane: EmailLane = "direct", ageMs = 0) => ({
  id: "m",
  attempts,
  lane,
  createdAt: new Date(now.getTime() - ageMs),
});

describe("a message after an attempt", () => {
  test("a message is sent when the server accepted it", () => {
    const result = resultOf(attempt(1), { type: "sent" }, alone);
    expect(result).toMatchObject({ status: "sent", errorMessage: null, retryIn: null, departed: true });
  });

  test("a refused message fails with the server's reply, and counts under no cap", () => {
    const result = resultOf(attempt(1), { type: "refused", message: "550 No such user" }, alone);
    expect(result).toMatchObject({ status: "failed", errorMessage: "550 No such user", departed: false });
  });

  test("a message that may have left fails, is marked for a check, and is never retried automatically", () => {
    const result = resultOf(attempt(1), { type: "uncertain", message: "Timeout" }, inCampaign);
    expect(result).toMatchObject({
      status: "failed",
      errorMessage: "Envoi interrompu, à vérifier (Timeout)",
      retryIn: null,
      departed: true,
    });
  });

  test("retries a deferred message after 1, 5, 15 and 60 minutes and fails it after the fifth attempt", () => {
    const pauses = [1, 2, 3, 4, 5].map((attempts) => {
      const { status, retryIn } = resultOf(attempt(attempts), { type: "deferred", message: "later" }, alone);
      return [status, retryIn];
    });
    expect(pauses).toEqual([
      ["pending", 60],
      ["pending", 300],
      ["pending", 900],
      ["pending", 3_600],
      ["failed", null],
    ]);
  });

  const away = { type: "unreachable", message: "ECONNREFUSED" } as const;

  test("a message that reaches no server waits without a counted attempt in a campaign", () => {
    expect(resultOf(attempt(5, "campaign"), away, inCampaign)).toMatchObject({
      status: "pending",
      retryIn: 0,
      countsAsAttempt: false,
      errorMessage: "ECONNREFUSED",
    });
  });

  test.each(["direct", "confirmation"] as const)(
    "a message of the lane %s that reaches no server is retried every hour for three days",
    (lane) => {
      const attempted = (attempts: number, hours: number) => {
        const result = resultOf(attempt(attempts, lane, hours * hour), away, alone);
        return [result.status, result.retryIn, result.countsAsAttempt];
      };
      expect(attempted(1, 0)).toEqual(["pending", 60, true]);
      expect(attempted(3, 1)).toEqual(["pending", 900, true]);
      // A server that is reached again and defers the message has not used up its retries.
      expect(attempted(4, 71)).toEqual(["pending", 3_600, false]);
      expect(attempted(4, 73)).toEqual(["pending", 3_600, true]);
      expect(attempted(5, 74)).toEqual(["failed", null, true]);
    },
  );

  test("a link that reaches no server fails after the fifth attempt", () => {
    expect(resultOf(attempt(4, "link"), away, alone)).toMatchObject({
      retryIn: 3_600,
      countsAsAttempt: true,
    });
    expect(resultOf(attempt(5, "link"), away, alone)).toMatchObject({ status: "failed" });
  });

  test("a message becomes pending and unchanged after a lease without an attempt", () => {
    expect(untriedResult("m")).toMatchObject({ status: "pending", countsAsAttempt: false, departed: false });
  });
});

test("a cap names the day and time in Paris, the first of a month as '1er'", () => {
  expect(capReached(new Date("2026-11-30T23:30:00Z"))).toBe(
    "Plafond d’envoi atteint\u00a0: un envoi sera de nouveau possible le 1er décembre 2026 à 00:30.",
  );
});

describe("a campaign that reaches no server", () => {
  test("a campaign without a server tries again after 1 s, doubled up to 30 s", () => {
    expect([0, 1, 2, 3, 5, 6, 20].map(unreachablePauseMs)).toEqual([
      0, 1_000, 2_000, 4_000, 16_000, 30_000, 30_000,
    ]);
  });

  test("a campaign without a server pauses within a minute, even when one attempt takes long", () => {
    for (const attemptMs of [0, 5_000, 20_000, 40_000]) {
      let sinceMs = attemptMs;
      let inARow = 1;
      while (!isOutage({ sinceMs, attemptMs, inARow })) {
        sinceMs += unreachablePauseMs(inARow) + attemptMs;
        inARow += 1;
      }
      expect(sinceMs).toBeLessThan(60_000);
    }
  });

  test("a campaign does not pause while a server restarts", () => {
    expect(isOutage({ sinceMs: 0, attemptMs: 0, inARow: 1 })).toBe(false);
  });

  test("a paused campaign probes the server after 1, 2, 5 and every 15 minutes", () => {
    expect(probePauses).toEqual([60, 120, 300, 900]);
  });
});
