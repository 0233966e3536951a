import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Audience } from "#contract/audience.ts";
import type { WaveOrder, WaveStatus } from "#contract/waves.ts";
import { time } from "./columns.ts";

/** Invitations that are started together. The start freezes the people as rows of `invitations`. */
export const waves = pgTable(
  "waves",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    audience: text("audience").$type<Audience>().notNull(),
    /** No foreign key, because a wave whose segment is deleted must invite no person. Null would mean all sign-ups. */
    segmentId: uuid("segment_id"),
    /** The version of the segment: a scheduled wave starts only if the conditions are still those that were chosen. */
    segmentVersion: integer("segment_version"),
    /** The segment's sentence, as it was when the wave was made or started. */
    sentence: text("sentence"),
    order: text("order").$type<WaveOrder>().notNull(),
    /** The maximum of people that the wave invites. */
    count: integer("count").notNull(),
    /** A lottery orders people by `md5(seed || ':' || id)`, so that anyone can repeat it. */
    seed: text("seed"),
    templateId: uuid("template_id").notNull(),
    /** The version of the template: a scheduled wave starts only if the text is still the one that was chosen. */
    templateVersion: integer("template_version").notNull(),
    status: text("status").$type<WaveStatus>().notNull(),
    startsAt: time("starts_at"),
    startedAt: time("started_at"),
    endedAt: time("ended_at"),
    /** The number of people that the start selected. */
    total: integer("total").notNull().default(0),
    /** Why the wave did not start automatically, in French. */
    problem: text("problem"),
    createdBy: text("created_by").notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (table) => [
    check("waves_audience_check", sql`${table.audience} in ('user', 'brand')`),
    check("waves_order_check", sql`${table.order} in ('oldest', 'points', 'lottery')`),
    check(
      "waves_status_check",
      sql`${table.status} in ('draft', 'scheduled', 'started', 'stopped', 'cancelled')`,
    ),
    check("waves_count_check", sql`${table.count} > 0`),
    check("waves_seed_check", sql`(${table.order} = 'lottery') = (${table.seed} is not null)`),
    check("waves_scheduled_check", sql`${table.status} <> 'scheduled' or ${table.startsAt} is not null`),
    index("waves_created").on(table.createdAt, table.id),
    index("waves_due").on(table.startsAt).where(sql`status = 'scheduled'`),
  ],
);

/**
 * One row per code. The newest code of a sign-up is its invitation. The SQL function `invitation_state` derives the state from the
 * columns. Triggers on the mail log and its events set `sent_at`, `expires_at` and `bounced_at`. They set `revoked_at` when the
 * message is cancelled or skipped.
 */
export const invitations = pgTable(
  "invitations",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    waveId: uuid("wave_id").references(() => waves.id),
    audience: text("audience").$type<Audience>().notNull(),
    /** No foreign key, because the sign-up is in one of two tables. The invitation is deleted with it. */
    signupId: uuid("signup_id").notNull(),
    /** SHA-256 of the code. */
    codeHash: text("code_hash").notNull(),
    /** The encrypted code, for a message that is not sent yet; null once the code is useless. */
    codeSealed: text("code_sealed"),
    /** How many days after the sending the code is valid. */
    validDays: integer("valid_days").notNull(),
    /** The row of the mail log, which may be deleted earlier. */
    messageId: uuid("message_id").notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
    sentAt: time("sent_at"),
    expiresAt: time("expires_at"),
    remindedAt: time("reminded_at"),
    bouncedAt: time("bounced_at"),
    redeemedAt: time("redeemed_at"),
    /** SHA-256 of the token and the idempotency key of the call that redeemed the code. */
    redeemedBy: text("redeemed_by"),
    revokedAt: time("revoked_at"),
    /** When a newer code replaced this one. */
    replacedAt: time("replaced_at"),
  },
  (table) => [
    check("invitations_audience_check", sql`${table.audience} in ('user', 'brand')`),
    check("invitations_replaced_check", sql`${table.replacedAt} is null or ${table.revokedAt} is not null`),
    uniqueIndex("invitations_code").on(table.codeHash),
    // Prevents two waves from inviting the same person.
    uniqueIndex("invitations_person").on(table.signupId).where(sql`revoked_at is null`),
    index("invitations_signup").on(table.signupId, table.createdAt),
    index("invitations_wave").on(table.waveId),
    index("invitations_message").on(table.messageId),
    index("invitations_expires").on(table.expiresAt).where(sql`code_sealed is not null`),
  ],
);
