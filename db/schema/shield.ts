import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { ShieldState } from "#contract/shield.ts";
import { preciseTime } from "./columns.ts";

/** Form tokens of stored sign-ups, until they expire, so that none is used twice. The statement that stores the sign-up writes them. */
export const usedFormTokens = pgTable(
  "used_form_tokens",
  {
    id: uuid("id").primaryKey(),
    signupId: uuid("signup_id").notNull(),
    expiresAt: preciseTime("expires_at").notNull(),
  },
  (table) => [index("used_form_tokens_expires").on(table.expiresAt)],
);

/** The rate limit of each network: its allowance is used up until `used_until`. The key is an HMAC, so it reveals no address. */
export const signupBuckets = pgTable("signup_buckets", {
  key: text("key").primaryKey(),
  usedUntil: preciseTime("used_until").notNull(),
});

/** Attempts and their outcome, over all instances, in slots of five seconds. */
export const shieldCounts = pgTable("shield_counts", {
  slot: preciseTime("slot").primaryKey(),
  sent: integer("sent").notNull(),
  accepted: integer("accepted").notNull(),
  rate: integer("rate").notNull(),
  token: integer("token").notNull(),
  proof: integer("proof").notNull(),
  robot: integer("robot").notNull(),
});

/** One row. `forced` by a super admin overrides the measured state; `since` is when the current state began. */
export const shieldState = pgTable(
  "shield_state",
  {
    id: integer("id").primaryKey().default(1),
    measured: text("measured").$type<ShieldState>().notNull(),
    forced: text("forced").$type<ShieldState>(),
    since: preciseTime("since").notNull(),
  },
  (table) => [
    check("shield_state_single", sql`${table.id} = 1`),
    check("shield_state_measured_check", sql`${table.measured} in ('calm', 'raised', 'attack')`),
    check("shield_state_forced_check", sql`${table.forced} in ('calm', 'raised', 'attack')`),
  ],
);
