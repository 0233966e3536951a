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
  /** A UUID, which is stored when the token is used. */
  id: string;
  audience: Audience;
  issuedAt: number;
  /** The time from which the token is valid. A replacement keeps the time of the replaced token. */
  readyAt: number;
  /** The questionnaire's revision that the form showed; missing in older tokens. */
  revision?: number;
  /** The version of the texts beside the form, if they have one: letters, digits and hyphens. */
  textsVersion?: string;
};

/** The form that the visitor saw, according to its token. */
export type ShownForm = Pick<FormToken, "revision" | "textsVersion">;

export function pickShownForm({ revision, textsVersion }: ShownForm): ShownForm {
  return { ...(revision !== undefined && { revision }), ...(textsVersion !== undefined && { textsVersion }) };
}

export type TokenProblem = "token_missing" | "token_too_young" | "token_expired";

/** How much the clocks of two instances may differ. */
const clockToleranceMs = 60_000;
const formVersion = "f1";
/** Marks the revision, so that a token without one can still be read. */
const revisionMark = "~";
const macLength = 43; // base64url of SHA-256

/** The key is only for form tokens, so that a signature for another purpose is invalid here, and vice versa. */
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

/** A new token for a form. */
export function freshToken(audience: Audience, now: number, shown: ShownForm = {}): FormToken {
  const token = { id: randomUUID(), audience, issuedAt: now, readyAt: now + formTokenLimits.minAgeMs };
  return { ...token, ...shown };
}

/**
 * The token that replaces a refused one. It keeps the age of an authentic token, so that its visitor does not wait again. It also keeps the
 * questions and texts, which the visitor still sees. Robots gain nothing: they could also fetch many tokens in advance.
 */
export function replacementFor(refused: FormToken | null, audience: Audience, now: number): FormToken {
  return renewedToken(refused, freshToken(audience, now, pickShownForm(refused ?? {})));
}

/** A new token with the age of the sent one, for a form that is shown again. */
export function renewedToken(sent: FormToken | null, fresh: FormToken): FormToken {
  return sent ? { ...fresh, readyAt: Math.min(sent.readyAt, fresh.readyAt) } : fresh;
}

/** Finds this audience's token among the tokens of a form for both audiences. */
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

/** Why an authentic token cannot be used now; null when it can. */
export function ageProblem({ issuedAt, readyAt }: FormToken, now: number): TokenProblem | null {
  if (now < readyAt) return "token_too_young";
  return now >= issuedAt + formTokenLimits.maxAgeMs ? "token_expired" : null;
}

/** How long a used token must be stored: longer than any instance would accept it. */
export function usedTokenExpiry({ issuedAt }: FormToken): Date {
  return new Date(issuedAt + formTokenLimits.maxAgeMs + clockToleranceMs);
}

/** Makes a token that is old enough, for measurements that cannot wait. */
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
