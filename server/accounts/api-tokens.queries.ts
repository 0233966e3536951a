import { desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type TokenScope, tokenScopes } from "#contract/api-tokens.ts";
import { adminUsers, apiTokens } from "#db/schema.ts";
import type { Db } from "#server/lib/database/database.ts";
import { rows } from "#server/lib/database/sql.ts";

/** Whether the creator of a token is still an active super administrator. */
const isMakerEntitled = sql<boolean>`${adminUsers.isSuperAdmin} and ${adminUsers.activatedAt} is not null`;

export function findApiTokens(db: Db) {
  return db
    .select({
      id: apiTokens.id,
      name: apiTokens.name,
      scopes: apiTokens.scopes,
      createdBy: adminUsers.email,
      createdAt: apiTokens.createdAt,
      expiresAt: apiTokens.expiresAt,
      lastUsedAt: apiTokens.lastUsedAt,
      isMakerEntitled,
    })
    .from(apiTokens)
    .innerJoin(adminUsers, eq(adminUsers.id, apiTokens.createdBy))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id));
}

export function countApiTokens(db: Db): Promise<number> {
  return db.$count(apiTokens);
}

type NewToken = { tokenHash: string; name: string; scopes: TokenScope[]; createdBy: string };

export async function insertApiToken(
  db: Db,
  token: NewToken & { createdAt: Date; expiresAt: Date },
): Promise<string> {
  const [row] = await db.insert(apiTokens).values(token).returning({ id: apiTokens.id });
  if (!row) throw new Error("the database returned no row for a new token");
  return row.id;
}

/** @returns its name; null for an unknown or revoked token */
export async function deleteApiToken(db: Db, id: string): Promise<string | null> {
  const [row] = await db.delete(apiTokens).where(eq(apiTokens.id, id)).returning({ name: apiTokens.name });
  return row?.name ?? null;
}

const liveTokenSchema = z.object({ id: z.string(), name: z.string(), scopes: z.array(z.enum(tokenScopes)) });

/**
 * Finds a valid token: neither revoked nor expired, created by an active super administrator. Records its use, at most once a
 * minute, so that not every call writes the row.
 */
export async function findLiveApiToken(db: Db, tokenHash: string, now: Date) {
  const time = sql`${now.toISOString()}::timestamptz`;
  const statement = sql`
    with live as (
      select api_tokens.id, api_tokens.name, api_tokens.scopes, api_tokens.last_used_at
      from api_tokens join admin_users on admin_users.id = api_tokens.created_by
      where api_tokens.token_hash = ${tokenHash} and api_tokens.expires_at > ${time} and ${isMakerEntitled}
    ),
    used as (
      update api_tokens set last_used_at = ${time}
      from live
      where api_tokens.id = live.id
        and (live.last_used_at is null or live.last_used_at <= ${time} - interval '1 minute')
    )
    select id, name, scopes from live`;
  const [token] = await rows(db, liveTokenSchema, statement);
  return token ?? null;
}
