import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Density } from "#contract/account.schema.ts";
import type { TokenScope } from "#contract/api-tokens.ts";
import type { Audience } from "#contract/audience.ts";
import { preciseTime, time } from "./columns.ts";

const timestamps = () => ({
  createdAt: preciseTime("created_at").notNull().defaultNow(),
  updatedAt: preciseTime("updated_at").notNull().defaultNow(),
});

/**
 * Accounts, their sessions, passwords, one-time tokens and second factors. Tokens are stored hashed. A former library created
 * these tables. Columns that only the library used remain, and no code reads or writes them.
 */
export const authUsers = pgTable("auth_users", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  email: text("email").notNull().unique(),
  emailVerified: boolean("email_verified").notNull().default(false),
  image: text("image"),
  twoFactorEnabled: boolean("two_factor_enabled").notNull().default(false),
  /** When password or second factor changed last. Devices that were remembered before that time no longer count as known. */
  credentialsChangedAt: preciseTime("credentials_changed_at"),
  ...timestamps(),
});

export const authSessions = pgTable(
  "auth_sessions",
  {
    id: text("id").primaryKey(),
    token: text("token").notNull().unique(),
    expiresAt: preciseTime("expires_at").notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    /** When the administrator last confirmed password and second factor in this session; null: not since the sign-in. */
    confirmedAt: preciseTime("confirmed_at"),
    userId: text("user_id")
      .notNull()
      .references(() => authUsers.id, { onDelete: "cascade" }),
    ...timestamps(),
  },
  (table) => [index("auth_sessions_user").on(table.userId)],
);

export const authAccounts = pgTable(
  "auth_accounts",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => authUsers.id, { onDelete: "cascade" }),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: preciseTime("access_token_expires_at"),
    refreshTokenExpiresAt: preciseTime("refresh_token_expires_at"),
    scope: text("scope"),
    password: text("password"),
    ...timestamps(),
  },
  (table) => [index("auth_accounts_user").on(table.userId)],
);

export const authVerifications = pgTable(
  "auth_verifications",
  {
    id: text("id").primaryKey(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: preciseTime("expires_at").notNull(),
    ...timestamps(),
  },
  (table) => [index("auth_verifications_identifier").on(table.identifier)],
);

export const authTwoFactors = pgTable(
  "auth_two_factors",
  {
    id: text("id").primaryKey(),
    secret: text("secret").notNull(),
    backupCodes: text("backup_codes").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => authUsers.id, { onDelete: "cascade" }),
    verified: boolean("verified").notNull().default(true),
    failedVerificationCount: integer("failed_verification_count").notNull().default(0),
    lockedUntil: preciseTime("locked_until"),
  },
  (table) => [index("auth_two_factors_user").on(table.userId)],
);

/** Administrators of the back office. `activated_at` is set when the one-time link is first redeemed. */
export const adminUsers = pgTable(
  "admin_users",
  {
    id: text("id")
      .primaryKey()
      .references(() => authUsers.id, { onDelete: "cascade" }),
    email: text("email").notNull(),
    isSuperAdmin: boolean("is_super_admin").notNull().default(false),
    activatedAt: preciseTime("activated_at"),
    createdAt: preciseTime("created_at").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("admin_users_email_key").on(sql`lower(${table.email})`)],
);

/** An administrator's preferences for the back office. Without a row, the defaults apply. */
export const adminPreferences = pgTable(
  "admin_preferences",
  {
    adminId: text("admin_id")
      .primaryKey()
      .references(() => adminUsers.id, { onDelete: "cascade" }),
    /** Whether single letters are shortcuts (WCAG 2.1.4 requires a way to switch them off). */
    singleKeys: boolean("single_keys").notNull().default(true),
    density: text("density").$type<Density>().notNull().default("comfortable"),
    /** Whether the administrator left the guided first steps. */
    firstStepsLeft: boolean("first_steps_left").notNull().default(false),
  },
  (table) => [check("admin_preferences_density_check", sql`${table.density} in ('comfortable', 'compact')`)],
);

/** Named views of a list: its filters, order and columns as the query of its address. */
export const savedViews = pgTable(
  "saved_views",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    adminId: text("admin_id")
      .notNull()
      .references(() => adminUsers.id, { onDelete: "cascade" }),
    audience: text("audience").$type<Audience>().notNull(),
    name: text("name").notNull(),
    query: text("query").notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("saved_views_name").on(table.adminId, table.audience, sql`lower(${table.name})`),
    check("saved_views_audience_check", sql`${table.audience} in ('user', 'brand')`),
  ],
);

/** Tokens of the API under /api/v1. A token is valid only while its creator has the rights; `findLiveApiToken` checks both. */
export const apiTokens = pgTable(
  "api_tokens",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    /** SHA-256 of the token. The token itself is not stored. */
    tokenHash: text("token_hash").notNull().unique(),
    name: text("name").notNull(),
    scopes: jsonb("scopes").$type<TokenScope[]>().notNull(),
    createdBy: text("created_by")
      .notNull()
      .references(() => adminUsers.id, { onDelete: "cascade" }),
    createdAt: time("created_at").notNull().defaultNow(),
    expiresAt: time("expires_at").notNull(),
    /** Precise to the minute. */
    lastUsedAt: time("last_used_at"),
  },
  (table) => [index("api_tokens_maker").on(table.createdBy)],
);

/** Failed and counted attempts (sign-in by account and by address, forgotten password …), shared by all instances. */
export const attemptCounts = pgTable("attempt_counts", {
  key: text("key").primaryKey(),
  count: integer("count").notNull(),
  windowEndsAt: preciseTime("window_ends_at").notNull(),
});
