import { describe, expect, test } from "vitest";
import type { IpNetwork } from "#server/lib/http/ip-network.ts";
import { chargesFor, unscriptedCharges } from "./rate.rules.ts";

const network = (prefix: IpNetwork["prefix"]): IpNetwork => ({ prefix, range: `net/${prefix}` });
const perMinute = (charges: { spacingMs: number }[]) => charges.map(({ spacingMs }) => 60_000 / spacingMs);

test("a wider network has more attempts than an address, less than its addresses together", () => {
  expect(perMinute(chargesFor([network(32), network(24)], 30))).toEqual([30, 60]);
  expect(perMinute(chargesFor([network(64), network(56), network(48)], 30))).toEqual([30, 120, 240]);
});

describe("without JavaScript", () => {
  test("nothing more is asked in calm", () => {
    expect(unscriptedCharges([network(32)], 30, "calm")).toEqual([]);
  });

  test("a smaller allowance counts beside the usual one under pressure", () => {
    expect(unscriptedCharges([network(32)], 30, "raised")).toEqual([
      { key: "unscripted net/32", spacingMs: 10_000 },
    ]);
    expect(perMinute(unscriptedCharges([network(32)], 30, "attack"))).toEqual([2]);
  });

  test("there is always one attempt a minute left", () => {
    expect(perMinute(unscriptedCharges([network(32)], 3, "attack"))).toEqual([1]);
  });
});
