import { expect, test } from "vitest";
import { sessionLimits } from "#contract/sessions.ts";
import { isRecentlyConfirmed, latestSessionEnd, sessionEnd } from "./sessions.service.ts";

const now = new Date("2026-05-04T12:00:00Z");
const ago = (ms: number) => new Date(now.getTime() - ms);
const window = sessionLimits.confirmationMs;

test.each([
  ["a sign-in of this moment", { createdAt: now, confirmedAt: null }, true],
  ["a sign-in just under ten minutes ago", { createdAt: ago(window - 1), confirmedAt: null }, true],
  ["a sign-in ten minutes ago", { createdAt: ago(window), confirmedAt: null }, false],
  ["an old sign-in, confirmed since", { createdAt: ago(9 * window), confirmedAt: ago(window - 1) }, true],
  ["an old confirmation", { createdAt: ago(9 * window), confirmedAt: ago(window) }, false],
])("%s with %o counts as a recent confirmation: %s", (_name, session, expected) => {
  expect(isRecentlyConfirmed(session, now)).toBe(expected);
});

test("a session in use ends after the idle time, and never later than seven days after its start", () => {
  expect(sessionEnd(latestSessionEnd(now), now)).toEqual(ago(-sessionLimits.idleMs));
  const nearlyOver = ago(sessionLimits.absoluteMs - 1000);
  expect(sessionEnd(latestSessionEnd(nearlyOver), now)).toEqual(ago(-1000));
});
