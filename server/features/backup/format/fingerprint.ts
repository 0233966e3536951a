import { createHmac } from "node:crypto";

/** By what a backup tells which AUTH_SECRET its sealed values need. Says nothing about the secret itself. */
export function secretFingerprint(authSecret: string): string {
  return createHmac("sha256", authSecret).update("tenue backup").digest("base64url").slice(0, 22);
}
