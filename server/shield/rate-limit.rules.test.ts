import { describe, expect, test } from "vitest";
import type { IpNetwork } from "#server/lib/http/client-address.ts";
import { chargesFor, SharedBuckets, unscriptedCharges } from "./rate-limit.rules.ts";

const network = (prefix: IpNetwork["prefix"]): IpNetwork => ({ prefix, range: `net/${prefix}` });
const perMinute = (charges: { spacingMs: number }[]) => charges.map(({ spacingMs }) => 60_000 / spacingMs);

test("a wider network may make more attempts than one address, but fewer than all its addresses together", () => {
  expect(perMinute(chargesFor([network(32), network(24)], 30))).toEqual([30, 60]);
  expect(perMinute(chargesFor([network(64), network(56), network(48)], 30))).toEqual([30, 120, 240]);
});

describe("a form without JavaScript", () => {
  test("a form without JavaScript has no extra limit in calm", () => {
    expect(unscriptedCharges([network(32)], 30, "calm")).toEqual([]);
  });

  test("a form without JavaScript has a second, smaller limit under pressure", () => {
    expect(unscriptedCharges([network(32)], 30, "raised")).toEqual([
      { key: "unscripted net/32", spacingMs: 10_000 },
    ]);
    expect(perMinute(unscriptedCharges([network(32)], 30, "attack"))).toEqual([2]);
  });

  test("a form without JavaScript may always be sent once a minute", () => {
    expect(perMinute(unscriptedCharges([network(32)], 3, "attack"))).toEqual([1]);
  });
});

const chargeOf = (perMinute: number, key = "a") => ({ key, spacingMs: 60_000 / perMinute });

/** Charges an attempt that need not wait. @returns the wait in ms */
function admit(buckets: SharedBuckets, charge: { key: string; spacingMs: number }, now: number): number {
  const wait = buckets.waitMs(charge, now);
  if (wait === 0) buckets.charge(charge, now);
  return wait;
}

describe("an allowance", () => {
  test("an allowance may be used in one burst and refills evenly", () => {
    const buckets = new SharedBuckets(10);
    const charge = chargeOf(30);
    for (let count = 0; count < 30; count += 1) expect(admit(buckets, charge, 1_000)).toBe(0);
    expect(admit(buckets, charge, 1_000)).toBe(2_000);
    expect(admit(buckets, charge, 2_500)).toBe(500);
    expect(admit(buckets, charge, 3_000)).toBe(0);
    expect(admit(buckets, charge, 3_000)).toBe(2_000);
  });

  test("an allowance admits exactly its number of attempts in one burst", () => {
    for (const perMinute of [1, 3, 7, 29, 30, 600]) {
      const buckets = new SharedBuckets(10);
      const waits = Array.from({ length: perMinute + 5 }, () => admit(buckets, chargeOf(perMinute), 5));
      expect(waits.filter((wait) => wait === 0)).toHaveLength(perMinute);
    }
  });
});

test("an allowance that was used while the clock was ahead is free again once the clock is right", () => {
  const buckets = new SharedBuckets(10);
  const day = 86_400_000;
  for (let count = 0; count < 40; count += 1) admit(buckets, chargeOf(30), 400 * day);
  expect(admit(buckets, chargeOf(30), day)).toBe(0);
  expect(admit(buckets, chargeOf(1), day)).toBeGreaterThan(0);
});

describe("between instances", () => {
  test("an instance shares the attempts of a network from the second attempt in a minute on, including the first", () => {
    const buckets = new SharedBuckets(10);
    buckets.charge(chargeOf(30), 0);
    expect(buckets.hasUnshared).toBe(false);
    buckets.charge(chargeOf(30), 10);
    expect(buckets.takeUnshared(10, 5)).toEqual([{ key: "a", ms: 3_990 }]);
    expect(buckets.takeUnshared(10, 5)).toEqual([]);
    buckets.charge(chargeOf(30), 20);
    expect(buckets.takeUnshared(20, 5)).toEqual([{ key: "a", ms: 2_000 }]);
  });

  test("an instance shares slow attempts, even when the allowance refills between them", () => {
    const buckets = new SharedBuckets(10);
    buckets.charge(chargeOf(30), 0);
    buckets.charge(chargeOf(30), 10_000);
    expect(buckets.takeUnshared(10_000, 5)).toEqual([{ key: "a", ms: 2_000 }]);
    buckets.charge(chargeOf(30), 80_000);
    expect(buckets.takeUnshared(80_000, 5)).toEqual([]);
  });

  test("an instance counts the attempts of all instances and its own since the last exchange", () => {
    const buckets = new SharedBuckets(10);
    for (let count = 0; count < 2; count += 1) buckets.charge(chargeOf(30), 0);
    buckets.takeUnshared(0, 5);
    buckets.charge(chargeOf(30), 0);
    buckets.settle("a", 58_000);
    expect(buckets.waitMs(chargeOf(30), 0)).toBe(2_000);
  });

  test("an instance shares attempts of a failed exchange once, in the next one", () => {
    const buckets = new SharedBuckets(10);
    for (let count = 0; count < 3; count += 1) buckets.charge(chargeOf(30), 0);
    const taken = buckets.takeUnshared(0, 5);
    buckets.giveBack(taken);
    expect(buckets.takeUnshared(0, 5)).toEqual(taken);
  });

  test("an instance shares a limited number of networks per exchange, and the other networks in the next one", () => {
    const buckets = new SharedBuckets(10);
    for (const key of ["a", "b", "c", "a", "b", "c"]) buckets.charge(chargeOf(30, key), 0);
    expect(buckets.takeUnshared(0, 2).map(({ key }) => key)).toEqual(["a", "b"]);
    expect(buckets.takeUnshared(0, 2).map(({ key }) => key)).toEqual(["c"]);
  });
});

test("memory is bounded: the least recently used networks are removed first, and quiet networks after some minutes", () => {
  const buckets = new SharedBuckets(100);
  for (let network = 0; network < 1_000; network += 1) {
    buckets.charge(chargeOf(2, "busy"), network);
    buckets.charge(chargeOf(2, String(network)), network);
    expect(buckets.size).toBeLessThanOrEqual(100);
  }
  expect(buckets.waitMs(chargeOf(2, "busy"), 1_000)).toBeGreaterThan(0);
  buckets.charge(chargeOf(2, "late"), 100_000_000);
  expect(buckets.size).toBe(1);
});
