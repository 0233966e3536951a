import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { Audience } from "#contract/audience.ts";
import type { HeldReason, ReferralVerdict } from "#contract/referrals.ts";
import { time } from "./columns.ts";

/** The code of a person's link, made when the link is first shown. No foreign keys in this file, because sign-ups are in two tables. */
export const referralCodes = pgTable(
  "referral_codes",
  {
    signupId: uuid("signup_id").primaryKey(),
    audience: text("audience").$type<Audience>().notNull(),
    code: text("code").notNull().unique(),
    /** The key of the person's mailbox, as `createMailboxKey` makes it. */
    mailboxKey: text("mailbox_key").notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
    /** When the messages about the first and about the decisive friend were created. A new code keeps both times. */
    firstMessageAt: time("first_told_at"),
    decisiveMessageAt: time("decisive_told_at"),
  },
  (table) => [check("referral_codes_audience_check", sql`${table.audience} in ('user', 'brand')`)],
);

/**
 * One row per friend: a sign-up that came with a code. The statement that stores the sign-up writes the row. The SQL function
 * `counted_friends` decides from the row and its sign-up whether the friend counts.
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

/** Devices and networks of the last day's sign-ups, hashed with a key of that day. Friends with a repeated hash wait for a review. */
export const referralDevices = pgTable(
  "referral_devices",
  {
    signupId: uuid("signup_id").primaryKey(),
    /** A hash of network and browser. */
    deviceKey: text("device_key").notNull(),
    /** A hash of the network; only for sign-ups with a code. */
    networkKey: text("network_key"),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("referral_devices_created").on(table.createdAt),
    index("referral_devices_device").on(table.deviceKey),
  ],
);
