import { sql } from "drizzle-orm";
import { check, index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Audience } from "#contract/audience.ts";
import type { HeldReason, ReferralVerdict } from "#contract/referrals.ts";

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** The code of a person's link, made when the link is first shown. No foreign keys in these tables: sign-ups are of two tables. */
export const referralCodes = pgTable(
  "referral_codes",
  {
    signupId: uuid("signup_id").primaryKey(),
    audience: text("audience").$type<Audience>().notNull(),
    code: text("code").notNull().unique(),
    /** Of the person's address, as `createMailboxKey` makes it. */
    mailboxKey: text("mailbox_key").notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
    /** When the message about the first friend, and about the decisive one, was written. A new code keeps both. */
    firstToldAt: time("first_told_at"),
    decisiveToldAt: time("decisive_told_at"),
  },
  (table) => [check("referral_codes_audience_check", sql`${table.audience} in ('user', 'brand')`)],
);

/**
 * One row per friend: a sign-up that came with a code, written by its own statement. Whether it counts follows from the row and its
 * sign-up (`counted_friends`).
 */
export const referrals = pgTable(
  "referrals",
  {
    signupId: uuid("signup_id").primaryKey(),
    audience: text("audience").$type<Audience>().notNull(),
    referrerId: uuid("referrer_id").notNull(),
    referrerAudience: text("referrer_audience").$type<Audience>().notNull(),
    mailboxKey: text("mailbox_key").notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
    heldFor: text("held_for").$type<HeldReason>(),
    reviewed: text("reviewed").$type<ReferralVerdict>(),
    reviewedBy: text("reviewed_by"),
    reviewedAt: time("reviewed_at"),
  },
  (table) => [
    check("referrals_audience_check", sql`${table.audience} in ('user', 'brand')`),
    check("referrals_referrer_audience_check", sql`${table.referrerAudience} in ('user', 'brand')`),
    check("referrals_held_check", sql`${table.heldFor} in ('self', 'mailbox', 'device', 'network')`),
    check("referrals_reviewed_check", sql`${table.reviewed} in ('accepted', 'refused')`),
    index("referrals_referrer").on(table.referrerId, table.createdAt),
    index("referrals_mailbox").on(table.referrerId, table.mailboxKey),
    index("referrals_created").on(table.createdAt),
    index("referrals_held").on(table.createdAt).where(sql`held_for is not null and reviewed is null`),
  ],
);

/** From where sign-ups of the last day came, as keyed hashes with a key of that day: what repeats itself is held for review. */
export const referralDevices = pgTable(
  "referral_devices",
  {
    signupId: uuid("signup_id").primaryKey(),
    /** Network and browser. */
    deviceKey: text("device_key").notNull(),
    /** Of those with a code alone. */
    networkKey: text("network_key"),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("referral_devices_created").on(table.createdAt),
    index("referral_devices_device").on(table.deviceKey),
  ],
);
