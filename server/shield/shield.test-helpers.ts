import { hash } from "node:crypto";
import type { Audience } from "#contract/audience.ts";
import { formTokenLimits, type Puzzle, proofText } from "#contract/shield.ts";
import { readConfig } from "#server/lib/config.ts";
import type { Db } from "#server/lib/database/database.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { mintFormToken } from "./form-token.rules.ts";
import { createShield, type Shield } from "./shield.service.ts";

/** A shield that is off, for tests of other features. */
export function idleShield(db: Db): Shield {
  const config = { ...readConfig({ SIGNUP_LIMIT_PER_MINUTE: "0" }), authSecret: "only for tests" };
  return createShield({ db, config, log: silentLogger, now: () => new Date() });
}

/** Finds the nonces that solve a puzzle, in the way of the browser. */
export function solvePuzzle({ challenge, count, bits }: Puzzle, email: string): number[] {
  return Array.from({ length: count }, (_, index) => {
    for (let nonce = 0; ; nonce += 1) {
      const digest = hash("sha256", proofText(challenge, email, index, nonce), "buffer");
      if (Math.clz32(digest.readUInt32BE(0)) >= bits) return nonce;
    }
  });
}

/** A token that is just old enough. */
export function agedToken(
  authSecret: string,
  { audience = "user", now = new Date() }: { audience?: Audience; now?: Date } = {},
): string {
  return mintFormToken(authSecret, {
    audience,
    issuedAt: new Date(now.getTime() - formTokenLimits.minAgeMs),
  });
}
