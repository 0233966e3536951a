import { createHmac, hash, type KeyObject } from "node:crypto";
import { type Puzzle, proofText, puzzleSizes, type ShieldState, shieldStates } from "#contract/shield.ts";

/** Counts of attempts to sign up and their outcomes. */
export type Counts = {
  sent: number;
  accepted: number;
  rate: number;
  token: number;
  proof: number;
  robot: number;
};
export type CountKind = keyof Counts;
export type Slot = Counts & { start: number };

type Threshold = { accepted: number; attempts: number };
export type Thresholds = Record<Exclude<ShieldState, "calm">, Threshold>;

export const slotMs = 5_000;
const minuteMs = 60_000;
const defaultPerMinute = 30;
/** The state falls when each minute of this time was at most half of its threshold. */
const quietMs = 5 * minuteMs;
/** Slots older than this do not influence the state. */
export const slotRetentionMs = quietMs + minuteMs;

export const noCounts: Counts = { sent: 0, accepted: 0, rate: 0, token: 0, proof: 0, robot: 0 };

/**
 * More than this in a minute raises the state. A popular launch also raises it, which costs its visitors only a third of a
 * second. With the default of 30 per address, the thresholds are 60 new sign-ups or 120 attempts (more than two addresses or one
 * IPv4 /24 can make), and five times as many for an attack. They grow with the limit and never shrink with it: with a
 * tighter limit, a few people are still no attack.
 * @param perMinute the limit of one IPv4 address
 */
export function thresholdsFor(perMinute: number): Thresholds {
  const base = Math.max(perMinute, defaultPerMinute);
  const raised = { accepted: 2 * base, attempts: 4 * base };
  return { raised, attack: { accepted: 5 * raised.accepted, attempts: 5 * raised.attempts } };
}

/** Computes the state from the slots of the last minutes. It rises immediately and falls after a quiet time. */
export function nextState(
  current: ShieldState,
  slots: readonly Slot[],
  { now, thresholds }: { now: number; thresholds: Thresholds },
): ShieldState {
  const risen = stateFor([countsOfMinute(slots, now)], thresholds, 1);
  const held = stateFor(quietMinutes(slots, now), thresholds, 1 / 2);
  return higher(risen, lower(current, held));
}

/** The counts of the 60 seconds before `now`. */
export function countsOfMinute(slots: readonly Slot[], now: number): Counts {
  return sumOf(slots.filter(({ start }) => start > now - minuteMs && start <= now));
}

/** The counts of the minute before the end of each slot, within the quiet time. */
function quietMinutes(slots: readonly Slot[], now: number): Counts[] {
  const ends = Array.from({ length: quietMs / slotMs + 1 }, (_, index) => now - index * slotMs);
  return ends.map((end) => countsOfMinute(slots, end));
}

function stateFor(minutes: Counts[], thresholds: Thresholds, factor: number): ShieldState {
  const isOver = (threshold: Threshold) => minutes.some((counts) => exceeds(counts, threshold, factor));
  if (isOver(thresholds.attack)) return "attack";
  return isOver(thresholds.raised) ? "raised" : "calm";
}

/** Leaves out attempts that the limit of their own network refused, so that one noisy address does not raise the state for others. */
function exceeds({ sent, rate, accepted }: Counts, threshold: Threshold, factor: number): boolean {
  return accepted > threshold.accepted * factor || sent - rate > threshold.attempts * factor;
}

function sumOf(slots: readonly Counts[]): Counts {
  const sum = { ...noCounts };
  for (const slot of slots) {
    for (const kind of Object.keys(noCounts) as CountKind[]) sum[kind] += slot[kind];
  }
  return sum;
}

const rank = (state: ShieldState) => shieldStates.indexOf(state);
const higher = (a: ShieldState, b: ShieldState) => (rank(a) > rank(b) ? a : b);
const lower = (a: ShieldState, b: ShieldState) => (rank(a) < rank(b) ? a : b);

/** The puzzle for a token. It is not stored: the challenge derives from the token. */
export function createPuzzle(key: KeyObject, state: ShieldState, tokenId: string): Puzzle | null {
  const size = puzzleSizes[state];
  if (!size) return null;
  const challenge = createHmac("sha256", key).update(`challenge ${tokenId}`).digest("base64url").slice(0, 22);
  return { challenge, ...size };
}

/** True when each part of the puzzle is solved for this e-mail. More bits than required are accepted. */
export function isPuzzleSolved(puzzle: Puzzle, email: string, nonces: readonly number[]): boolean {
  if (nonces.length !== puzzle.count) return false;
  return nonces.every(
    (nonce, index) => leadingZeroBits(proofText(puzzle.challenge, email, index, nonce)) >= puzzle.bits,
  );
}

function leadingZeroBits(text: string): number {
  return Math.clz32(hash("sha256", text, "buffer").readUInt32BE(0));
}
