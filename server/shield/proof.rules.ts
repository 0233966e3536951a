import { createHmac, hash, type KeyObject } from "node:crypto";
import { type Puzzle, proofText, puzzleSizes, type ShieldState } from "#contract/shield.ts";

/** The puzzle for a token: nothing is kept of it, the challenge follows from the token. */
export function puzzleFor(key: KeyObject, state: ShieldState, tokenId: string): Puzzle | null {
  const size = puzzleSizes[state];
  if (!size) return null;
  const challenge = createHmac("sha256", key).update(`challenge ${tokenId}`).digest("base64url").slice(0, 22);
  return { challenge, ...size };
}

/** Whether each part of the puzzle is solved for this e-mail. More work than asked for is taken, too. */
export function solves(puzzle: Puzzle, email: string, nonces: readonly number[]): boolean {
  if (nonces.length !== puzzle.count) return false;
  return nonces.every(
    (nonce, index) => leadingZeroBits(proofText(puzzle.challenge, email, index, nonce)) >= puzzle.bits,
  );
}

function leadingZeroBits(text: string): number {
  return Math.clz32(hash("sha256", text, "buffer").readUInt32BE(0));
}
