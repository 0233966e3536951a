import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { formTokenKey } from "./form-token.rules.ts";
import { puzzleFor, solves } from "./proof.rules.ts";
import { solvePuzzle } from "./shield.test-helpers.ts";

const key = formTokenKey("a-secret-for-tests-that-is-long-enough-to-be-accepted");
const email = "lou@exemple.fr";

test("there is no work in calm, 16 × 14 bits when raised, 16 × 16 under attack", () => {
  expect(puzzleFor(key, "calm", "id")).toBeNull();
  expect(puzzleFor(key, "raised", "id")).toMatchObject({ count: 16, bits: 14 });
  expect(puzzleFor(key, "attack", "id")).toMatchObject({ count: 16, bits: 16 });
});

test("binds a challenge to one token in every state", () => {
  const challenge = puzzleFor(key, "raised", "id")?.challenge;
  expect(puzzleFor(key, "attack", "id")?.challenge).toBe(challenge);
  expect(puzzleFor(key, "raised", "other")?.challenge).not.toBe(challenge);
  expect(puzzleFor(formTokenKey("another secret"), "raised", "id")?.challenge).not.toBe(challenge);
});

test("a nonce is right when the hash of challenge, address, index and nonce begins with enough zero bits", () => {
  const puzzle = { challenge: "abc", count: 2, bits: 8 };
  const nonces = solvePuzzle(puzzle, email);
  for (const [index, nonce] of nonces.entries()) {
    const hex = createHash("sha256").update(`abc:${email}:${index}:${nonce}`).digest("hex");
    expect(hex.slice(0, 2)).toBe("00");
  }
  expect(solves(puzzle, email, nonces)).toBe(true);
});

test("a proof holds for its own address, challenge, order and number only", () => {
  const puzzle = { challenge: "abc", count: 4, bits: 12 };
  const nonces = solvePuzzle(puzzle, email);
  expect(solves(puzzle, "Lou@exemple.fr", nonces)).toBe(false);
  expect(solves({ ...puzzle, challenge: "abd" }, email, nonces)).toBe(false);
  expect(solves(puzzle, email, nonces.toReversed())).toBe(false);
  expect(solves(puzzle, email, nonces.slice(1))).toBe(false);
  expect(solves(puzzle, email, [...nonces, 1])).toBe(false);
  expect(solves(puzzle, email, [])).toBe(false);
});

test("a proof made for more bits is taken, one for fewer is not", () => {
  const harder = { challenge: "abc", count: 4, bits: 12 };
  const easier = { ...harder, bits: 4 };
  expect(solves(easier, email, solvePuzzle(harder, email))).toBe(true);
  expect(solves(harder, email, solvePuzzle(easier, email))).toBe(false);
});
