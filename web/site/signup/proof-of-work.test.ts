import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Puzzle, proofText, puzzleSizes } from "#contract/shield.ts";
import { digestsAfter, solvePuzzle } from "./proof-of-work.ts";

// A fixed seed gives the same cases in every run.
fc.configureGlobal({ seed: 20_260_301, numRuns: 500 });

function solve(puzzle: Puzzle, email: string): number[] {
  const steps = solvePuzzle(puzzle, email);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

const firstWord = (...parts: (string | Uint8Array)[]) =>
  parts
    .reduce((hash, part) => hash.update(part), createHash("sha256"))
    .digest()
    .readInt32BE(0);

describe("a digest", () => {
  test("digestsAfter equals SHA-256 for every length of prefix and suffix", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.array(fc.uint8Array({ minLength: 12, maxLength: 12 }), { minLength: 1, maxLength: 3 }),
        (prefix, endings) => {
          const digest = digestsAfter(prefix, 12);
          for (const ending of endings) expect(digest(ending)).toBe(firstWord(prefix, ending));
        },
      ),
    );
  });

  test("digestsAfter is correct for all lengths around the borders of blocks", () => {
    for (let length = 0; length <= 200; length += 1) {
      const prefix = new Uint8Array(length).fill(length);
      expect(digestsAfter(prefix, 9)(new Uint8Array(9))).toBe(firstWord(prefix, new Uint8Array(9)));
    }
  });
});

describe("a proof", () => {
  test("a proof begins with the required zero bits, for any challenge and address", () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 120 }),
        fc.string({ unit: "grapheme", maxLength: 80 }),
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 0, max: 8 }),
        (challenge, email, count, bits) => {
          const nonces = solve({ challenge, count, bits }, email);
          expect(nonces).toHaveLength(count);
          for (const [index, nonce] of nonces.entries()) {
            expect(Number.isSafeInteger(nonce)).toBe(true);
            const word = firstWord(proofText(challenge, email, index, nonce));
            expect(Math.clz32(word)).toBeGreaterThanOrEqual(bits);
          }
        },
      ),
    );
  });

  test("a proof is valid for any length of the text before the nonce", () => {
    for (let length = 0; length <= 140; length += 1) {
      const [nonce = -1] = solve({ challenge: "c".repeat(length), count: 1, bits: 3 }, "a@exemple.fr");
      expect(Number.isSafeInteger(nonce)).toBe(true);
      const text = proofText("c".repeat(length), "a@exemple.fr", 0, nonce);
      expect(Math.clz32(firstWord(text))).toBeGreaterThanOrEqual(3);
    }
  });

  test("solvePuzzle continues with longer nonces when no shorter one fits", () => {
    const [nonce = 0] = solve({ challenge: "c", count: 1, bits: 19 }, "long@exemple.fr");
    expect(Math.clz32(firstWord(proofText("c", "long@exemple.fr", 0, nonce)))).toBeGreaterThanOrEqual(19);
    expect(nonce).toBeGreaterThan(99_999);
  });

  test("solvePuzzle finds a proof of the difficulty that is required during an attack", () => {
    const puzzle = { challenge: "un défi", ...puzzleSizes.raised } as Puzzle;
    const nonces = solve(puzzle, "zoe@courrier.example");
    expect(nonces).toHaveLength(16);
    const words = nonces.map((nonce, index) =>
      firstWord(proofText("un défi", "zoe@courrier.example", index, nonce)),
    );
    expect(words.every((word) => Math.clz32(word) >= 14)).toBe(true);
  });

  test("a proof is computed in steps, so that the page stays responsive", () => {
    const steps = solvePuzzle({ challenge: "c", count: 2, bits: 16 }, "a@exemple.fr");
    expect(steps.next().done).toBe(false);
  });
});
