import {
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomUUID,
  timingSafeEqual,
} from "node:crypto";
import { type Audience, audiences } from "#contract/audience.ts";
import { formTokenLimits } from "#contract/shield.ts";

/** The content of a form token. Times in milliseconds since 1970. */
export type FormToken = {
  /** A UUID: what is remembered once the token is used. */
  id: string;
  audience: Audience;
  issuedAt: number;
  /** From when on it may be used. A token that replaces another keeps that one's time. */
  readyAt: number;
  /** The questionnaire's revision that the form showed; unknown in tokens from before it was noted. */
  revision?: number;
  /** The version of the texts beside the form, when they have one: letters, digits and hyphens. */
  textsVersion?: string;
};

/** The form that the visitor saw, as far as its token tells. */
export type ShownForm = Pick<FormToken, "revision" | "textsVersion">;

export function pickShownForm({ revision, textsVersion }: ShownForm): ShownForm {
  return { ...(revision !== undefined && { revision }), ...(textsVersion !== undefined && { textsVersion }) };
}

export type TokenProblem = "token_missing" | "token_too_young" | "token_expired";

/** Clocks of two instances may differ by so much. */
const clockToleranceMs = 60_000;
const formVersion = "f1";
/** Marks the revision, so that a token without one can still be read. */
const revisionMark = "~";
const macLength = 43; // base64url of SHA-256

/** The key for form tokens alone: what is signed for another purpose is no token, and the other way round. */
export function formTokenKey(authSecret: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync("sha256", authSecret, "", "tenue form token", 32)));
}

export function signToken(key: KeyObject, token: FormToken): string {
  const parts = [formVersion, token.audience, token.id, base36(token.issuedAt), base36(token.readyAt)];
  if (token.revision !== undefined) parts.push(`${revisionMark}${token.revision}`);
  if (token.textsVersion !== undefined) parts.push(token.textsVersion);
  const text = parts.join(".");
  return `${text}.${macOf(key, text)}`;
}

/** A token as it is issued with a form. */
export function freshToken(audience: Audience, now: number, shown: ShownForm = {}): FormToken {
  const token = { id: randomUUID(), audience, issuedAt: now, readyAt: now + formTokenLimits.minAgeMs };
  return { ...token, ...shown };
}

/**
 * The token that replaces one which was refused. The age of an authentic token is handed on, so that its visitor does not
 * wait again, and so are the questions and texts, which the visitor still sees; robots gain nothing, they could as well have fetched many tokens in advance.
 */
export function replacementFor(refused: FormToken | null, audience: Audience, now: number): FormToken {
  return renewedToken(refused, freshToken(audience, now, pickShownForm(refused ?? {})));
}

/** A new token with the age of the sent one, for a form that is shown again. */
export function renewedToken(sent: FormToken | null, fresh: FormToken): FormToken {
  return sent ? { ...fresh, readyAt: Math.min(sent.readyAt, fresh.readyAt) } : fresh;
}

/** Of the tokens that a form for both audiences sends, the one for this audience. */
export function tokenFor(audience: Audience, texts: readonly string[]): string | undefined {
  return texts.find((text) => text.startsWith(`${formVersion}.${audience}.`));
}

/** @returns null for a text that is no token of Tenue, is for the other audience, or comes from the future */
export function readToken(
  key: KeyObject,
  text: string | undefined,
  { audience, now }: { audience: Audience; now: number },
): FormToken | null {
  if (text === undefined || text.length > formTokenLimits.maxLength) return null;
  const signed = text.slice(0, -macLength - 1);
  if (!isSame(text, `${signed}.${macOf(key, signed)}`)) return null;
  const [version, tokenAudience, id = "", issuedAt = "", readyAt = "", ...rest] = signed.split(".");
  const known = audiences.find((item) => item === tokenAudience);
  if (version !== formVersion || known !== audience) return null;
  const token = {
    id,
    audience,
    issuedAt: Number.parseInt(issuedAt, 36),
    readyAt: Number.parseInt(readyAt, 36),
  };
  if (token.issuedAt > now + clockToleranceMs) return null;
  const revision = rest[0]?.startsWith(revisionMark) ? Number(rest.shift()?.slice(1)) : undefined;
  const [textsVersion] = rest;
  return {
    ...token,
    ...(revision !== undefined && { revision }),
    ...(textsVersion !== undefined && { textsVersion }),
  };
}

/** What keeps an authentic token from being used now, or null. */
export function ageProblem({ issuedAt, readyAt }: FormToken, now: number): TokenProblem | null {
  if (now < readyAt) return "token_too_young";
  return now >= issuedAt + formTokenLimits.maxAgeMs ? "token_expired" : null;
}

/** Until when a used token must be remembered: longer than it could be used at any instance. */
export function usedTokenExpiry({ issuedAt }: FormToken): Date {
  return new Date(issuedAt + formTokenLimits.maxAgeMs + clockToleranceMs);
}

/** A token as the server issues it, for measurements that cannot wait until it is old enough. */
export function mintFormToken(
  authSecret: string,
  { audience, issuedAt }: { audience: Audience; issuedAt: Date },
): string {
  return signToken(formTokenKey(authSecret), freshToken(audience, issuedAt.getTime()));
}

function base36(time: number): string {
  return Math.round(time).toString(36);
}

function macOf(key: KeyObject, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
