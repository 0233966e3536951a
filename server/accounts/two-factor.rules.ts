import { randomBytes, randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { z } from "zod";
import { brand } from "#contract/brand.ts";
import { createSecretBox, nullIfForeign, type SecretBox } from "#server/lib/secret-box.ts";

/** `started`: the app has the secret, and no code has proved it yet. Sign-in asks for a code in the state `on` alone. */
export type TwoFactorState = "off" | "started" | "on";

const transitions = {
  start: { off: "started", started: "started" },
  confirm: { started: "on" },
  stop: { on: "off" },
  reset: { off: "off", started: "off", on: "off" },
} as const satisfies Record<string, Partial<Record<TwoFactorState, TwoFactorState>>>;

export type TwoFactorStep = keyof typeof transitions;

/** Derives the state of an account from its stored factor. */
export function twoFactorState(factor: { verified: boolean } | null): TwoFactorState {
  if (!factor) return "off";
  return factor.verified ? "on" : "started";
}

/** The state after a step; null when the step is not possible from here. */
export function nextTwoFactorState(state: TwoFactorState, step: TwoFactorStep): TwoFactorState | null {
  const possible: Partial<Record<TwoFactorState, TwoFactorState>> = transitions[step];
  return possible[state] ?? null;
}

const codeLetters = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const codeCount = 10;
const halfLength = 5;

/** Ten codes of 59 bits each, like `aB3dE-fG7hI`. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: codeCount }, () => `${randomText()}-${randomText()}`);
}

function randomText(): string {
  return Array.from({ length: halfLength }, () => codeLetters[randomInt(codeLetters.length)]).join("");
}

/** Returns the other codes, or null when the code is not in the list. */
export function removeCode(codes: readonly string[], code: string): string[] | null {
  return codes.includes(code) ? codes.filter((each) => each !== code) : null;
}

/** Treats six digits as a code of the app, and any other text as a possible recovery code. */
export function detectCodeKind(code: string): "totp" | "recovery_code" {
  return /^\d{6}$/.test(code) ? "totp" : "recovery_code";
}

/** Codes of the 30 seconds before and after are accepted too, because clocks differ and typing takes time. */
const totpWindow = 1;

function totpOf(secret: string, label = ""): TOTP {
  return new TOTP({ issuer: brand.name, label, secret: Secret.fromUTF8(secret) });
}

/** Makes a secret of 192 bits. Its text, as bytes, is the HMAC key. */
export function makeTotpSecret(): string {
  return randomBytes(24).toString("base64url");
}

/** The content of the QR code for an authenticator app. */
export function totpUri(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/** Whether an app with the secret shows this code now. The library throws for anything but digits. */
export function isTotpCode(secret: string, code: string, now: Date): boolean {
  if (!/^\d{6}$/.test(code)) return false;
  return totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: totpWindow }) !== null;
}

/** The present secret, and the earlier ones that still decrypt. */
type AuthKeys = { authSecret: string; authSecretPrevious: readonly string[] };

/** A factor as stored, with both fields encrypted. */
export type SealedFactor = { secret: string; backupCodes: string };
export type OpenFactor = { secret: string; recoveryCodes: string[] };

const codesSchema = z.array(z.string());

export function sealFactor({ secret, recoveryCodes }: OpenFactor, keys: AuthKeys): SealedFactor {
  return { secret: boxOf(keys).seal(secret), backupCodes: sealCodes(recoveryCodes, keys) };
}

export function sealCodes(recoveryCodes: readonly string[], keys: AuthKeys): string {
  return boxOf(keys).seal(JSON.stringify(recoveryCodes));
}

/** @throws SecretBoxError when the present secret did not seal it */
export function openFactor({ secret, backupCodes }: SealedFactor, keys: AuthKeys): OpenFactor {
  const box = boxOf(keys);
  return { secret: box.open(secret), recoveryCodes: codesSchema.parse(JSON.parse(box.open(backupCodes))) };
}

/** The factor sealed with the present secret: unchanged if it already is. Null when no known secret opens it. */
export function resealFactor(factor: SealedFactor, keys: AuthKeys): SealedFactor | null {
  const box = boxOf(keys);
  const secret = reseal(box, factor.secret);
  const backupCodes = reseal(box, factor.backupCodes);
  return secret === null || backupCodes === null ? null : { secret, backupCodes };
}

function boxOf({ authSecret, authSecretPrevious }: AuthKeys): SecretBox {
  return createSecretBox(authSecret, "two-factor sign-in", authSecretPrevious);
}

const reseal = (box: SecretBox, sealed: string) => nullIfForeign(() => box.reseal(sealed) ?? sealed);

/** Versions before 0.2.0 sealed in hexadecimal; 0.2.0 reads that form and replaces it at the next sign-in. */
export function isSealedBefore020({ secret }: SealedFactor): boolean {
  return /^[\da-f]+$/.test(secret);
}
