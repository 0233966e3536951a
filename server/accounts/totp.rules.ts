import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { brand } from "#contract/brand.ts";

/** Codes of the half minute before and after pass as well: clocks differ, and typing takes time. */
const window = 1;

function totpOf(secret: string, label = ""): TOTP {
  return new TOTP({ issuer: brand.name, label, secret: Secret.fromUTF8(secret) });
}

/** A new secret of 192 bits; its text is the key itself. */
export function makeTotpSecret(): string {
  return randomBytes(24).toString("base64url");
}

/** What an authenticator app reads from the QR code. */
export function totpUri(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/** Whether an app that knows the secret shows this code now. Six letters of any other kind make the library throw. */
export function isTotpCode(secret: string, code: string, now: Date): boolean {
  if (!/^\d{6}$/.test(code)) return false;
  return totpOf(secret).validate({ token: code, timestamp: now.getTime(), window }) !== null;
}
