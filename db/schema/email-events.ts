import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { EmailEventKind, EmailEventSource } from "#contract/bounces.ts";
import { time } from "./columns.ts";
import { campaigns, emailLog } from "./email.ts";

/** Bounces, complaints and unsubscriptions of sent messages, and refusals by servers. An event that sources repeat has one row. */
export const emailEvents = pgTable(
  "email_events",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /**
     * Identifies an event that is reported again: "sendgrid:<sg_event_id>", "mailbox:<log id>:<kind>", "smtp:<log id>:<attempt>".
     * An event "unsigned:<log id>:<kind>" has no effect.
     */
    dedupeKey: text("dedupe_key").notNull(),
    kind: text("kind").$type<EmailEventKind>().notNull(),
    source: text("source").$type<EmailEventSource>().notNull(),
    logId: uuid("log_id").references(() => emailLog.id, { onDelete: "set null" }),
    campaignId: uuid("campaign_id").references(() => campaigns.id, { onDelete: "set null" }),
    /** Empty once the recipient is erased. */
    recipientHash: text("recipient_hash").notNull(),
    /** RFC 3463, as "5.1.1"; null when the server gave none. */
    statusCode: text("status_code"),
    /** The text of the server, shortened. It may contain an address. */
    serverWords: text("server_words"),
    headers: text("headers"),
    at: time("at").notNull().defaultNow(),
    /** Set in the transaction that applies the consequences. */
    appliedAt: time("applied_at"),
    /** When an administrator lifted the consequences. From then on the event no longer counts against its address. */
    liftedAt: time("lifted_at"),
  },
  (table) => [
    check(
      "email_events_kind_check",
      sql`${table.kind} in ('hard', 'soft', 'blocked', 'complaint', 'unsubscribed')`,
    ),
    check("email_events_source_check", sql`${table.source} in ('smtp', 'mailbox', 'sendgrid', 'page')`),
    uniqueIndex("email_events_dedupe").on(table.dedupeKey),
    index("email_events_recipient").on(table.recipientHash, table.at).where(sql`recipient_hash <> ''`),
    index("email_events_log").on(table.logId),
    index("email_events_campaign").on(table.campaignId, table.at),
    index("email_events_open").on(table.id).where(sql`applied_at is null`),
    // Upkeep reads the rows that it still has to erase.
    index("email_events_known").on(table.at).where(sql`recipient_hash <> ''`),
  ],
);

/** One row: the position in the bounce mailbox (RFC 3501: a UID is valid within its UIDVALIDITY), and the last failure. */
export const bounceMailbox = pgTable(
  "bounce_mailbox",
  {
    id: integer("id").primaryKey().default(1),
    uidValidity: bigint("uid_validity", { mode: "number" }),
    lastUid: bigint("last_uid", { mode: "number" }).notNull().default(0),
    lastReadAt: time("last_read_at"),
    /** The reading instance postpones it, so that no other instance reads at the same time. */
    nextReadAt: time("next_read_at").notNull().defaultNow(),
    failures: integer("failures").notNull().default(0),
    failingSince: time("failing_since"),
    /** Why reading fails, for administrators. */
    error: text("error"),
  },
  (table) => [check("bounce_mailbox_single", sql`${table.id} = 1`)],
);
