import { createHmac, hkdfSync } from "node:crypto";
import { mailboxOf } from "./mailbox.rules.ts";

const keyBytes = 32;
/** Of the hash's 43 characters; 132 bits never meet by chance. */
const hashLength = 22;

/**
 * What a mailbox is known by where messages to it are counted: whoever reads a copy of the database cannot try addresses
 * against it, and two spellings of one mailbox have the same.
 */
export function createMailboxKey(authSecret: string): (email: string) => string {
  const key = Buffer.from(hkdfSync("sha256", authSecret, "", "tenue mailboxes", keyBytes));
  return (email) =>
    createHmac("sha256", key).update(mailboxOf(email)).digest("base64url").slice(0, hashLength);
}
