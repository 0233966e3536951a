import { randomBytes } from "node:crypto";
import { createMiddleware } from "hono/factory";
import type { ApiToken, CreateToken } from "#contract/api-tokens.schema.ts";
import { type TokenState, tokenLimits, tokenMessages } from "#contract/api-tokens.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { ApiEnv, CurrentAdmin } from "#server/lib/http/api-router.ts";
import { ApiError, conflict, invalid, notFound } from "#server/lib/http/errors.ts";
import { withAdminLock } from "./admins.queries.ts";
import { ensureSuperAdmin } from "./admins.service.ts";
import {
  countApiTokens,
  deleteApiToken,
  findApiTokens,
  findLiveApiToken,
  insertApiToken,
} from "./api-tokens.queries.ts";
import { attemptKey, beginAttempt } from "./attempts.service.ts";
import { hashToken } from "./request-identity.ts";
import { withOwnCredentials } from "./sessions.service.ts";

type Deps = Pick<AppDependencies, "db" | "now">;

const tokenForm = /^tenue_[\w-]{43}$/;
const dayMs = 24 * 60 * 60 * 1000;
const minuteMs = 60_000;

export async function listTokens({ db, now }: Deps): Promise<ApiToken[]> {
  const time = now();
  return (await findApiTokens(db)).map(({ isMakerEntitled, createdAt, expiresAt, lastUsedAt, ...token }) => ({
    ...token,
    state: stateOf({ isMakerEntitled, expiresAt }, time),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

function stateOf(token: { isMakerEntitled: boolean; expiresAt: Date }, now: Date): TokenState {
  if (token.expiresAt <= now) return "expired";
  return token.isMakerEntitled ? "active" : "suspended";
}

/** Makes a token of 256 bits. @returns the token itself, which is not stored */
export async function createToken(
  { db, now }: Deps,
  { name, scopes, expiresAt, admin }: CreateToken & { admin: CurrentAdmin },
): Promise<{ id: string; token: string }> {
  const createdAt = now();
  const end = new Date(expiresAt);
  const latest = createdAt.getTime() + tokenLimits.lifeDays * dayMs;
  if (end <= createdAt || end.getTime() > latest) throw invalid({ expiresAt: tokenMessages.expiry });
  const token = `tenue_${randomBytes(32).toString("base64url")}`;
  const id = await withAdminLock(db, async (tx) => {
    await withOwnCredentials(tx, admin, createdAt, () => ensureSuperAdmin(tx, admin.id));
    if ((await countApiTokens(tx)) >= tokenLimits.tokensMax) throw conflict(tokenMessages.tooMany);
    const made = {
      tokenHash: hashToken(token),
      name,
      scopes,
      createdBy: admin.id,
      createdAt,
      expiresAt: end,
    };
    const stored = await insertApiToken(tx, made);
    await recordEntry(tx, {
      actor: admin.email,
      action: "token.created",
      subject: stored,
      details: { name },
    });
    return stored;
  });
  return { id, token };
}

export async function revokeToken(
  { db }: Deps,
  { id, admin }: { id: string; admin: CurrentAdmin },
): Promise<void> {
  await db.transaction(async (tx) => {
    const name = await deleteApiToken(tx, id);
    if (name === null) throw notFound(tokenMessages.notFound);
    await recordEntry(tx, { actor: admin.email, action: "token.revoked", subject: id, details: { name } });
  });
}

/**
 * Admits calls with a bearer token only: 401 without a live one, 429 beyond its calls per minute, counted over all instances.
 * Reads no cookie. Sets `c.var.token`; `requireToken` then asks for the scope.
 */
export function authenticateTokens(deps: Pick<AppDependencies, "db" | "config" | "now">) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const [, sent] = /^Bearer +(\S+) *$/i.exec(c.req.header("authorization") ?? "") ?? [];
    const token =
      sent && tokenForm.test(sent) ? await findLiveApiToken(deps.db, hashToken(sent), deps.now()) : null;
    if (!token) throw tokenRefused();
    const calls = attemptKey(deps, "api-token", token.id, tokenLimits.callsPerMinute);
    await beginAttempt(deps, [{ ...calls, windowMs: minuteMs }]);
    c.set("token", token);
    await next();
  });
}

const tokenRefused = () =>
  new ApiError(401, "unauthenticated", tokenMessages.refused, { headers: { "WWW-Authenticate": "Bearer" } });
