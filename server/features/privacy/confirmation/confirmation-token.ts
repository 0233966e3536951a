import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from "node:crypto";
import { type Audience, audiences } from "#contract/audience.ts";
import { privacyPeriods } from "#contract/privacy.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";

/** Which sign-up a link of a confirmation message is about, and since when it works. */
export type ConfirmationToken = { audience: Audience; id: string; issuedAt: Date };

/** What stands in links of confirmation messages. They are signed, not stored: whoever reads the database finds none. */
export type ConfirmationTokens = {
  /** 48 characters of base64url. */
  sign(token: ConfirmationToken): string;
  /** @returns null for a text that is no token of ours; one that is too old is told by `isExpired` */
  read(text: string): ConfirmationToken | null;
};

/** One byte for the audience, the UUID, seconds since 1970; and a signature that makes whole characters of base64url. */
const payloadBytes = 1 + 16 + 4;
const signatureBytes = 15;
const pattern = new RegExp(`^[\\w-]{${((payloadBytes + signatureBytes) * 4) / 3}}$`);
const lifeMs = privacyPeriods.confirmationDays * 24 * 60 * 60 * 1000;

/** Links that were sent before AUTH_SECRET changed still work while the earlier one is named. */
export function createConfirmationTokens({
  authSecret,
  authSecretPrevious,
}: Pick<AppDependencies["config"], "authSecret" | "authSecretPrevious">): ConfirmationTokens {
  const key = keyOf(authSecret);
  const keys = [key, ...authSecretPrevious.map(keyOf)];
  return {
    sign(token) {
      const payload = payloadOf(token);
      return Buffer.concat([payload, signatureOf(key, payload)]).toString("base64url");
    },
    read(text) {
      if (!pattern.test(text)) return null;
      const bytes = Buffer.from(text, "base64url");
      const payload = bytes.subarray(0, payloadBytes);
      const signature = bytes.subarray(payloadBytes);
      const isOurs = keys.some((known) => timingSafeEqual(signature, signatureOf(known, payload)));
      return isOurs ? readPayload(payload) : null;
    },
  };
}

export function isExpired({ issuedAt }: ConfirmationToken, now: Date): boolean {
  return now.getTime() >= issuedAt.getTime() + lifeMs;
}

function payloadOf({ audience, id, issuedAt }: ConfirmationToken): Buffer {
  const seconds = Buffer.alloc(4);
  seconds.writeUInt32BE(Math.floor(issuedAt.getTime() / 1000));
  return Buffer.concat([
    Buffer.of(audiences.indexOf(audience)),
    Buffer.from(id.replaceAll("-", ""), "hex"),
    seconds,
  ]);
}

function readPayload(payload: Buffer): ConfirmationToken | null {
  const audience = audiences[payload.readUInt8(0)];
  if (audience === undefined) return null;
  const hex = payload.toString("hex", 1, 17);
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { audience, id, issuedAt: new Date(payload.readUInt32BE(17) * 1000) };
}

/** The key for these tokens alone: what is signed for another purpose is none. */
function keyOf(secret: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync("sha256", secret, "", "tenue confirmation link", 32)));
}

function signatureOf(key: KeyObject, payload: Buffer): Buffer {
  return createHmac("sha256", key).update(payload).digest().subarray(0, signatureBytes);
}
