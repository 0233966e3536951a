import type { BetterAuthOptions } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError } from "better-auth/api";
import type { DBAdapter, Where } from "better-auth/types";
import { eq } from "drizzle-orm";
import {
  authAccounts,
  authSessions,
  authTwoFactors,
  authUsers,
  authVerifications,
} from "#db/schema/admins.ts";
import { hashToken } from "#server/features/accounts/sessions/session-token.ts";
import {
  type AuthKeys,
  resealFactor,
  type SealedFactor,
} from "#server/features/accounts/two-factor/two-factor-secrets.ts";
import type { Db } from "#server/lib/database/database.ts";
import { factorUnreadable } from "./auth-answer.ts";

/**
 * Better Auth's way to our tables. The tokens of sessions reach the database hashed only; second factors that were
 * encrypted with an earlier secret are read all the same.
 */
export function createAuthAdapter(db: Db, keys: AuthKeys) {
  const adapter = drizzleAdapter(db, {
    provider: "pg",
    schema: {
      user: authUsers,
      session: authSessions,
      account: authAccounts,
      verification: authVerifications,
      twoFactor: authTwoFactors,
    },
  });
  return (options: BetterAuthOptions) => withReadableFactors(withHashedTokens(adapter(options)), keys);
}

/** Better Auth stores session tokens as they are and offers no switch for it: hash them on the way in, put them back on the way out. */
function withHashedTokens(adapter: DBAdapter): DBAdapter {
  return {
    ...adapter,
    create: async (query) => {
      const tokens = new Map<string, string>();
      const data = storedForm(query.model, query.data, tokens);
      return restored(await adapter.create({ ...query, data }), tokens) as never;
    },
    findOne: async (query) => {
      const { where, tokens } = storedWhere(query.model, query.where);
      return restored(await adapter.findOne({ ...query, where }), tokens) as never;
    },
    findMany: async (query) => {
      const { where, tokens } = storedWhere(query.model, query.where ?? []);
      const rows = await adapter.findMany({ ...query, where });
      return rows.map((row) => restored(row, tokens)) as never;
    },
    update: async (query) => {
      const { where, tokens } = storedWhere(query.model, query.where);
      const update = storedForm(query.model, query.update, tokens);
      return restored(await adapter.update({ ...query, where, update }), tokens) as never;
    },
    updateMany: (query) => adapter.updateMany({ ...query, ...storedWhere(query.model, query.where) }),
    delete: (query) => adapter.delete({ ...query, where: storedWhere(query.model, query.where).where }),
    deleteMany: (query) =>
      adapter.deleteMany({ ...query, where: storedWhere(query.model, query.where).where }),
    count: (query) => adapter.count({ ...query, where: storedWhere(query.model, query.where ?? []).where }),
    transaction: (work) => adapter.transaction((inner) => work(withHashedTokens(inner as DBAdapter))),
  };
}

/** The library knows one secret, whose change made every second factor a fault of the server. */
function withReadableFactors(adapter: DBAdapter, keys: AuthKeys): DBAdapter {
  return {
    ...adapter,
    findOne: async (query) => {
      const row = await adapter.findOne<StoredFactor>(query);
      if (query.model !== factorModel || row === null) return row as never;
      return (await readableFactor(adapter, row, keys)) as never;
    },
    transaction: (work) =>
      adapter.transaction((inner) => work(withReadableFactors(inner as DBAdapter, keys))),
  };
}

const factorModel = "twoFactor";

type StoredFactor = SealedFactor & { id: string; verified: boolean };

async function readableFactor(
  adapter: DBAdapter,
  row: StoredFactor,
  keys: AuthKeys,
): Promise<StoredFactor | null> {
  const fresh = await resealFactor(row, keys);
  const where = [{ field: "id", value: row.id }];
  if (fresh === null) {
    if (row.verified) throw new APIError("CONFLICT", { code: factorUnreadable });
    // A start that cannot be confirmed any more is as good as none.
    await adapter.delete({ model: factorModel, where });
    return null;
  }
  if (fresh.secret === row.secret && fresh.backupCodes === row.backupCodes) return row;
  const asRead = [...where, { field: "backupCodes", value: row.backupCodes }];
  const stored = await adapter.updateMany({ model: factorModel, where: asRead, update: fresh });
  return stored > 0 ? { ...row, ...fresh } : adapter.findOne<StoredFactor>({ model: factorModel, where });
}

/** The second factors that sign-in asks for. */
export async function findActiveFactors(db: Db): Promise<SealedFactor[]> {
  return db
    .select({ secret: authTwoFactors.secret, backupCodes: authTwoFactors.backupCodes })
    .from(authTwoFactors)
    .where(eq(authTwoFactors.verified, true));
}

type Tokens = Map<string, string>;

function storedForm<Row extends Record<string, unknown>>(model: string, row: Row, tokens: Tokens): Row {
  if (model !== "session" || typeof row.token !== "string") return row;
  return { ...row, token: remember(row.token, tokens) };
}

function storedWhere(model: string, where: Where[]): { where: Where[]; tokens: Tokens } {
  const tokens: Tokens = new Map();
  if (model !== "session") return { where, tokens };
  const stored = where.map((condition) =>
    condition.field === "token" ? { ...condition, value: storedValue(condition.value, tokens) } : condition,
  );
  return { where: stored, tokens };
}

function storedValue(value: Where["value"], tokens: Tokens): Where["value"] {
  if (typeof value === "string") return remember(value, tokens);
  return Array.isArray(value) ? value.map((token) => remember(String(token), tokens)) : value;
}

function remember(token: string, tokens: Tokens): string {
  const stored = hashToken(token);
  tokens.set(stored, token);
  return stored;
}

/** The row as its caller knows it. */
function restored(row: unknown, tokens: Tokens): unknown {
  if (typeof row !== "object" || row === null || !("token" in row)) return row;
  const token = typeof row.token === "string" ? tokens.get(row.token) : undefined;
  return token === undefined ? row : { ...row, token };
}
