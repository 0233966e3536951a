import { createHmac } from "node:crypto";

/** By which a database and its backups recognise the AUTH_SECRET that their sealed values need. Reveals nothing of the secret. */
export function secretFingerprint(authSecret: string): string {
  return createHmac("sha256", authSecret).update("tenue backup").digest("base64url").slice(0, 22);
}
