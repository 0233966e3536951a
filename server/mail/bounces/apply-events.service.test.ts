import { describe, expect, test } from "vitest";
import {
  isDashboardNoticeDue,
  isSoftPauseDue,
  isTooOftenBlocked,
  nextReadingDelay,
} from "./apply-events.service.ts";

describe("campaigns that came back", () => {
  const day = (n: number) => new Date(Date.UTC(2026, 10, n));
  const bounce = (campaignId: string, n: number) => ({ campaignId, logId: `${campaignId}${n}`, at: day(n) });
  const success = (n: number) => ({ logId: `s${n}`, at: day(n) });
  const three = [bounce("a", 1), bounce("b", 2), bounce("c", 3)];

  test("the soft-bounce rule pauses news after three different bounces in a row, not after two or three times the same one", () => {
    expect(isSoftPauseDue({ bounces: three, delivered: [] })).toBe(true);
    expect(isSoftPauseDue({ bounces: three.slice(1), delivered: [] })).toBe(false);
    expect(isSoftPauseDue({ bounces: [1, 2, 3].map((n) => bounce("a", n)), delivered: [] })).toBe(false);
    expect(isSoftPauseDue({ bounces: [], delivered: [] })).toBe(false);
  });

  test("a message that was delivered in between resets the count of soft bounces", () => {
    expect(isSoftPauseDue({ bounces: [...three, bounce("d", 5)], delivered: [success(4)] })).toBe(false);
    expect(isSoftPauseDue({ bounces: three, delivered: [success(2)] })).toBe(false);
  });

  test("the soft-bounce rule ignores deliveries after the last bounce and before the first one", () => {
    expect(isSoftPauseDue({ bounces: three, delivered: [success(4)] })).toBe(true);
    expect(
      isSoftPauseDue({
        bounces: three.map((b) => ({ ...b, at: day(b.at.getUTCDate() + 1) })),
        delivered: [success(1)],
      }),
    ).toBe(true);
  });
});

describe("a campaign pauses", () => {
  const refusals = (...counts: number[]) =>
    counts.flatMap((count, n) => Array<string>(count).fill(`domaine${n}.fr`));

  test.each([
    ["at five refusals of its last hundred in three domains", refusals(3, 1, 1), true],
    ["not at four in three domains", refusals(2, 1, 1), false],
    ["not at nine in two domains, which one stranger may own", refusals(5, 4), false],
    ["at ten in one domain: a large provider refuses all of it", refusals(10), true],
    ["not at five with unknown domains, because their recipients are erased", Array(5).fill(""), false],
    ["at ten with unknown domains", Array(10).fill(""), true],
  ])("a campaign pauses: %s", (_what, domains, expected) => {
    expect(isTooOftenBlocked(domains)).toBe(expected);
  });
});

test("the mailbox is read every two minutes, with backoff after failures, which are reported once", () => {
  expect([0, 1, 2, 3, 4, 50].map((failures) => nextReadingDelay(failures) / 60_000)).toEqual([
    2, 2, 5, 15, 60, 60,
  ]);
  expect([1, 2, 3, 4, 50].filter(isDashboardNoticeDue)).toEqual([3]);
});
