import { type Puzzle, proofText } from "#contract/shield.ts";
import { digestsAfter } from "./sha256.ts";

/** Attempts between two steps: a few milliseconds. */
const attemptsPerStep = 4_096;

/**
 * The proof that is asked for under pressure: for each index below `count` a nonce with which the SHA-256 of `proofText`
 * begins with `bits` zero bits.
 * @param email exactly as it is sent
 * @returns the nonces; in steps, so that a single thread can do other work in between
 */
export function* solvePuzzle({ challenge, count, bits }: Puzzle, email: string): Generator<void, number[]> {
  const nonces: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const prefix = proofText(challenge, email, index, 0).slice(0, -1);
    nonces.push(yield* findNonce(prefix, bits));
  }
  return nonces;
}

function* findNonce(prefix: string, bits: number): Generator<void, number> {
  const encoder = new TextEncoder();
  const room = 64 - (encoder.encode(prefix).length % 64);
  // Where a block of SHA-256 is almost full, digits that stay the same fill it: one block is left to each attempt.
  const start = room < 10 ? "1".padEnd(room, "0") : "";
  let digits = encoder.encode("10000");
  for (;;) {
    const digest = digestsAfter(encoder.encode(prefix + start), digits.length);
    let attempts = 0;
    do {
      if (Math.clz32(digest(digits)) >= bits) return Number(start + new TextDecoder().decode(digits));
      attempts += 1;
      if (attempts % attemptsPerStep === 0) yield;
    } while (countUp(digits));
    digits = encoder.encode("1".padEnd(digits.length + 1, "0"));
  }
}

/**
 * The next number, in place: making a text of each would take as long as its digest.
 * @returns false after the last number of so many digits
 */
function countUp(digits: Uint8Array): boolean {
  let at = digits.length - 1;
  while (digits[at] === nine) {
    digits[at] = zero;
    at -= 1;
  }
  if (at < 0) return false;
  digits[at] = (digits[at] as number) + 1;
  return true;
}

const zero = 0x30;
const nine = 0x39;
