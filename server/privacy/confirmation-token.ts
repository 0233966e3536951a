import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from "node:crypto";
import { type Audience, audiences } from "#contract/audience.ts";
import { privacyPeriods } from "#contract/privacy.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";

/**
 * Names the sign-up that a confirmation link is for, and the time when the link was issued. The link proves access to the mailbox that
 * it was sent to: it is invalid once the sign-up has another address.
 */
export type ConfirmationToken = { audience: Audience; id: string; emailHash: string; issuedAt: Date };

/** Tokens of the links in confirmation messages. They are signed, not stored, so that a copy of the database holds none. */
export type ConfirmationTokens = {
  /** 68 characters of base64url. */
  sign(token: ConfirmationToken): string;
  /** @returns null for a text that is no token of Tenue; see `isExpired` for its age */
  read(text: string): ConfirmationToken | null;
};

/** One byte for the audience, then the UUID, the hash, and seconds since 1970. The signature fills up to whole characters of base64url. */
const place = { id: 1, emailHash: 17, issuedAt: 33, signature: 37 };
const payloadBytes = place.signature;
const signatureBytes = 14;
const pattern = new RegExp(`^[\\w-]{${((payloadBytes + signatureBytes) * 4) / 3}}$`);
const lifeMs = privacyPeriods.confirmationDays * 24 * 60 * 60 * 1000;

/** Links that were sent before AUTH_SECRET changed still work while the earlier secret is configured. */
export function createConfirmationTokens(
  { authSecret, authSecretPrevious }: Pick<AppDependencies["config"], "authSecret" | "authSecretPrevious">,
  purpose: "confirmation link" | "personal page" = "confirmation link",
): ConfirmationTokens {
  const key = keyOf(authSecret, purpose);
  const keys = [key, ...authSecretPrevious.map((secret) => keyOf(secret, purpose))];
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

function payloadOf({ audience, id, emailHash, issuedAt }: ConfirmationToken): Buffer {
  const payload = Buffer.alloc(payloadBytes);
  payload.writeUInt8(audiences.indexOf(audience));
  payload.write(id.replaceAll("-", ""), place.id, "hex");
  payload.write(emailHash, place.emailHash, "base64url");
  payload.writeUInt32BE(Math.floor(issuedAt.getTime() / 1000), place.issuedAt);
  return payload;
}

function readPayload(payload: Buffer): ConfirmationToken | null {
  const audience = audiences[payload.readUInt8(0)];
  if (audience === undefined) return null;
  const hex = payload.toString("hex", place.id, place.emailHash);
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const emailHash = payload.toString("base64url", place.emailHash, place.issuedAt);
  return { audience, id, emailHash, issuedAt: new Date(payload.readUInt32BE(place.issuedAt) * 1000) };
}

/** A separate key for each purpose, so that a signature for one purpose is invalid for another. */
function keyOf(secret: string, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync("sha256", secret, "", `tenue ${purpose}`, 32)));
}

function signatureOf(key: KeyObject, payload: Buffer): Buffer {
  return createHmac("sha256", key).update(payload).digest().subarray(0, signatureBytes);
}
