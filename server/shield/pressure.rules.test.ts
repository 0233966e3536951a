import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ShieldState, shieldStates } from "#contract/shield.ts";
import { formTokenKey } from "./form-token.rules.ts";
import {
  type Counts,
  countsOfMinute,
  createPuzzle,
  isPuzzleSolved,
  nextState,
  noCounts,
  slotMs,
  thresholdsFor,
} from "./pressure.rules.ts";
import { solvePuzzle } from "./shield.test-helpers.ts";

const thresholds = thresholdsFor(30);
const now = 100_000_000;
const minuteMs = 60_000;

function stateAfter(current: ShieldState, counts: Partial<Counts>, agoMs = 0): ShieldState {
  return nextState(current, [{ ...noCounts, ...counts, start: now - agoMs }], { now, thresholds });
}

test("by default more than 60 new sign-ups or 120 attempts a minute raise the state, and five times as many count as an attack", () => {
  expect(stateAfter("calm", { accepted: 60, sent: 120 })).toBe("calm");
  expect(stateAfter("calm", { accepted: 61 })).toBe("raised");
  expect(stateAfter("calm", { sent: 121 })).toBe("raised");
  expect(stateAfter("calm", { accepted: 301 })).toBe("attack");
  expect(stateAfter("calm", { sent: 601 })).toBe("attack");
});

test("thresholds grow with the limit per address, and do not shrink with it", () => {
  expect(thresholdsFor(300).raised).toEqual({ accepted: 600, attempts: 1_200 });
  expect(thresholdsFor(1)).toEqual(thresholds);
});

test("attempts refused by the limit of their own network do not raise the state", () => {
  expect(stateAfter("calm", { sent: 10_000, rate: 9_970 })).toBe("calm");
});

test("only attempts of the last minute raise the state", () => {
  expect(stateAfter("calm", { sent: 1_000 }, minuteMs)).toBe("calm");
  expect(stateAfter("calm", { sent: 1_000 }, minuteMs - slotMs)).toBe("attack");
});

describe("the state falls", () => {
  test("the state falls after five minutes below half of its threshold", () => {
    expect(stateAfter("raised", { sent: 61 }, 5 * minuteMs)).toBe("raised");
    expect(stateAfter("raised", { sent: 61 }, 6 * minuteMs)).toBe("calm");
    expect(stateAfter("raised", { sent: 60 })).toBe("calm");
  });

  test("the state falls from attack to raised or calm with the counts", () => {
    expect(stateAfter("attack", { sent: 301 }, 4 * minuteMs)).toBe("attack");
    expect(stateAfter("attack", { sent: 200 }, 4 * minuteMs)).toBe("raised");
    expect(stateAfter("attack", { sent: 10 })).toBe("calm");
  });
});

test("the state stays while the counts stay high", () => {
  const slot = fc.record({
    start: fc.integer({ min: now - 6 * minuteMs, max: now }),
    sent: fc.nat(400),
    accepted: fc.nat(200),
    rate: fc.nat(100),
    token: fc.nat(5),
    proof: fc.nat(5),
    robot: fc.nat(5),
  });
  fc.assert(
    fc.property(fc.constantFrom(...shieldStates), fc.array(slot, { maxLength: 20 }), (current, slots) => {
      const once = nextState(current, slots, { now, thresholds });
      expect(nextState(once, slots, { now, thresholds })).toBe(once);
    }),
  );
});

test("a minute's counts are the sum of its slots", () => {
  const slots = [0, 5_000, 55_000, 60_000].map((ago) => ({
    ...noCounts,
    sent: 1,
    rate: 2,
    start: now - ago,
  }));
  expect(countsOfMinute(slots, now)).toMatchObject({ sent: 3, rate: 6, accepted: 0 });
});

const key = formTokenKey("a-secret-for-tests-that-is-long-enough-to-be-accepted");
const email = "lou@exemple.fr";

test("the proof of work is none in calm, 16 × 14 bits when raised, 16 × 16 under attack", () => {
  expect(createPuzzle(key, "calm", "id")).toBeNull();
  expect(createPuzzle(key, "raised", "id")).toMatchObject({ count: 16, bits: 14 });
  expect(createPuzzle(key, "attack", "id")).toMatchObject({ count: 16, bits: 16 });
});

test("a challenge is bound to one token in every state", () => {
  const challenge = createPuzzle(key, "raised", "id")?.challenge;
  expect(createPuzzle(key, "attack", "id")?.challenge).toBe(challenge);
  expect(createPuzzle(key, "raised", "other")?.challenge).not.toBe(challenge);
  expect(createPuzzle(formTokenKey("another secret"), "raised", "id")?.challenge).not.toBe(challenge);
});

test("a nonce is right when the hash of challenge, address, index and nonce begins with enough zero bits", () => {
  const puzzle = { challenge: "abc", count: 2, bits: 8 };
  const nonces = solvePuzzle(puzzle, email);
  for (const [index, nonce] of nonces.entries()) {
    const hex = createHash("sha256").update(`abc:${email}:${index}:${nonce}`).digest("hex");
    expect(hex.slice(0, 2)).toBe("00");
  }
  expect(isPuzzleSolved(puzzle, email, nonces)).toBe(true);
});

test("a proof is valid only for its own address, challenge, order and number", () => {
  const puzzle = { challenge: "abc", count: 4, bits: 12 };
  const nonces = solvePuzzle(puzzle, email);
  expect(isPuzzleSolved(puzzle, "Lou@exemple.fr", nonces)).toBe(false);
  expect(isPuzzleSolved({ ...puzzle, challenge: "abd" }, email, nonces)).toBe(false);
  expect(isPuzzleSolved(puzzle, email, nonces.toReversed())).toBe(false);
  expect(isPuzzleSolved(puzzle, email, nonces.slice(1))).toBe(false);
  expect(isPuzzleSolved(puzzle, email, [...nonces, 1])).toBe(false);
  expect(isPuzzleSolved(puzzle, email, [])).toBe(false);
});

test("a proof of more bits is accepted, a proof of fewer bits is not", () => {
  const harder = { challenge: "abc", count: 4, bits: 12 };
  const easier = { ...harder, bits: 4 };
  expect(isPuzzleSolved(easier, email, solvePuzzle(harder, email))).toBe(true);
  expect(isPuzzleSolved(harder, email, solvePuzzle(easier, email))).toBe(false);
});
