import { type Puzzle, proofText } from "#contract/shield.ts";

/** The number of attempts between two yields, which takes a few milliseconds. */
const attemptsPerStep = 4_096;

/**
 * Computes the proof of work that is required during an attack: for each index below `count`, a nonce for which the SHA-256 of
 * `proofText` begins with `bits` zero bits.
 * @param email the address exactly as it is sent
 * @returns the nonces; yields regularly, so that the thread can do other work in between
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
  // Constant digits fill a SHA-256 block that is almost full, so that each attempt needs only one block.
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
 * Increments the digits in place, because creating a text for each number would take as long as its digest.
 * @returns false after the last number with this count of digits
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

/**
 * SHA-256 (FIPS 180-4) of many texts with a common prefix. Our own code, because `crypto.subtle` returns a promise for each
 * digest, which takes twenty times longer, and does not exist on plain http.
 */

const constants = new Int32Array(64);
const initialState = new Int32Array(8);
const schedule = new Int32Array(64);

/** The first 32 bits of the fractional part of a root, from which the standard derives its constants. */
const fraction = (root: number) => (root % 1) * 2 ** 32;

for (let candidate = 2, primes = 0; primes < 64; candidate += 1) {
  let divisor = 2;
  while (candidate % divisor) divisor += 1;
  if (divisor < candidate) continue;
  initialState[primes] = fraction(candidate ** (1 / 2)); // the typed array ignores values after the eighth
  constants[primes] = fraction(candidate ** (1 / 3));
  primes += 1;
}

const at = (words: Int32Array, index: number) => words[index] as number;
const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** Updates `state` with the 64 bytes at `offset`. */
function compress(state: Int32Array, message: DataView, offset: number): void {
  for (let t = 0; t < 16; t += 1) schedule[t] = message.getInt32(offset + 4 * t);
  for (let t = 16; t < 64; t += 1) {
    const x = at(schedule, t - 15);
    const y = at(schedule, t - 2);
    schedule[t] =
      at(schedule, t - 16) +
      at(schedule, t - 7) +
      (rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3)) +
      (rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10));
  }
  let a = at(state, 0);
  let b = at(state, 1);
  let c = at(state, 2);
  let d = at(state, 3);
  let e = at(state, 4);
  let f = at(state, 5);
  let g = at(state, 6);
  let h = at(state, 7);
  for (let t = 0; t < 64; t += 1) {
    const first =
      (h +
        (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) +
        (g ^ (e & (f ^ g))) +
        at(constants, t) +
        at(schedule, t)) |
      0;
    const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) | (c & (a | b)));
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state[0] = at(state, 0) + a;
  state[1] = at(state, 1) + b;
  state[2] = at(state, 2) + c;
  state[3] = at(state, 3) + d;
  state[4] = at(state, 4) + e;
  state[5] = at(state, 5) + f;
  state[6] = at(state, 6) + g;
  state[7] = at(state, 7) + h;
}

/**
 * @param prefix the common beginning of all texts, whose full blocks are digested once
 * @param endingLength the number of bytes after the prefix in each text
 * @returns the first 32 bits of the digest of the prefix with an ending
 */
export function digestsAfter(prefix: Uint8Array, endingLength: number): (ending: Uint8Array) => number {
  const whole = prefix.length - (prefix.length % 64);
  const prefixView = new DataView(prefix.buffer, prefix.byteOffset);
  const middle = initialState.slice(0, 8);
  for (let offset = 0; offset < whole; offset += 64) compress(middle, prefixView, offset);

  const start = prefix.length - whole;
  const end = start + endingLength;
  const message = new Uint8Array(end + 72 - ((end + 8) % 64));
  const view = new DataView(message.buffer);
  message.set(prefix.subarray(whole));
  message[end] = 0x80;
  view.setInt32(message.length - 4, (whole + end) * 8);
  const state = new Int32Array(8);
  return (ending) => {
    message.set(ending, start);
    state.set(middle);
    for (let offset = 0; offset < message.length; offset += 64) compress(state, view, offset);
    return at(state, 0);
  };
}
