import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type {
  CampaignStatus,
  EmailProvider,
  EmailStatus,
  EmailType,
  RecipientStatusFilter,
  RecipientType,
  RecipientVariables,
} from "#contract/email.ts";

/** One row. Secrets are encrypted with a key from AUTH_SECRET and never leave the server. */
export const emailSettings = pgTable(
  "email_settings",
  {
    id: integer("id").primaryKey().default(1),
    senderName: text("sender_name").notNull(),
    senderEmail: text("sender_email").notNull(),
    replyTo: text("reply_to"),
    preferredProvider: text("preferred_provider").$type<EmailProvider>().notNull().default("auto"),
    simulationMode: boolean("simulation_mode").notNull().default(true),
    smtpHost: text("smtp_host"),
    smtpPort: integer("smtp_port"),
    smtpUsername: text("smtp_username"),
    smtpPassword: text("smtp_password"),
    sendgridKey: text("sendgrid_key"),
    pauseMs: integer("pause_ms").notNull().default(100),
    parallelism: integer("parallelism").notNull().default(1),
    hourlyCap: integer("hourly_cap"),
    dailyCap: integer("daily_cap"),
    updatedAt: timestamp("updated_at", { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [
    check("email_settings_single", sql`${table.id} = 1`),
    check("email_settings_port_check", sql`${table.smtpPort} between 1 and 65535`),
    check(
      "email_settings_provider_check",
      sql`${table.preferredProvider} in ('php', 'smtp', 'sendgrid', 'auto')`,
    ),
  ],
);

export const emailTemplates = pgTable("email_templates", {
  id: uuid("id").primaryKey().defaultRandom(),
  /** What sends it by itself: "signup", "approved" or "rejected". */
  event: text("event").unique(),
  name: text("name").notNull(),
  subject: text("subject").notNull(),
  content: text("content").notNull(),
  isActive: boolean("is_active").notNull().default(true),
  updatedAt: timestamp("updated_at", { withTimezone: true, precision: 3 }).notNull().defaultNow(),
});

export const campaigns = pgTable(
  "campaigns",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    subject: text("subject").notNull(),
    /** As written in the editor, sanitised; what is sent (inlined CSS, attached pictures, text part) is made from it. */
    content: text("content").notNull(),
    recipientType: text("recipient_type").$type<RecipientType>().notNull(),
    statusFilter: text("status_filter").$type<RecipientStatusFilter>().notNull(),
    status: text("status").$type<CampaignStatus>().notNull(),
    simulated: boolean("simulated").notNull().default(false),
    /** Messages in all, and how many of them are through; the rest waits. Kept with every result that is recorded. */
    total: integer("total").notNull().default(0),
    sent: integer("sent").notNull().default(0),
    failed: integer("failed").notNull().default(0),
    pausedReason: text("paused_reason"),
    /** Fingerprint of a start; one that is not finished refuses a second identical one. */
    fingerprint: text("fingerprint").notNull(),
    createdBy: text("created_by").notNull(),
    scheduledAt: timestamp("scheduled_at", { withTimezone: true, precision: 3 }),
    startedAt: timestamp("started_at", { withTimezone: true, precision: 3 }),
    finishedAt: timestamp("finished_at", { withTimezone: true, precision: 3 }),
    createdAt: timestamp("created_at", { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [
    check(
      "campaigns_status_check",
      sql`${table.status} in ('scheduled', 'running', 'paused', 'completed', 'cancelled')`,
    ),
    index("campaigns_created").on(table.createdAt),
    // A second start of the same mail to the same people is refused while the first is under way (double click, two tabs).
    uniqueIndex("campaigns_open_fingerprint")
      .on(table.fingerprint)
      .where(sql`status in ('scheduled', 'running', 'paused')`),
  ],
);

/** One row per message, written before anything is sent. A row in status "pending" with a lease is in a worker's hands. */
export const emailLog = pgTable(
  "email_log",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    recipientEmail: text("recipient_email").notNull(),
    recipientName: text("recipient_name"),
    subject: text("subject").notNull(),
    /** What was written; null for bulk, where the campaign holds it, and for a template that has not been filled in yet. */
    content: text("content"),
    /** The recipient's values for {{name}} and {{firstName}}. */
    variables: jsonb("variables").$type<RecipientVariables>().notNull().default({}),
    templateId: uuid("template_id").references(() => emailTemplates.id, { onDelete: "set null" }),
    campaignId: uuid("campaign_id").references(() => campaigns.id, { onDelete: "cascade" }),
    status: text("status").$type<EmailStatus>().notNull().default("pending"),
    emailType: text("email_type").$type<EmailType>().notNull(),
    errorMessage: text("error_message"),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: timestamp("next_attempt_at", { withTimezone: true, precision: 3 }),
    /** The worker that is sending this very message, and until when it has to give a sign of life. */
    leasedBy: text("leased_by"),
    leasedUntil: timestamp("leased_until", { withTimezone: true, precision: 3 }),
    sentAt: timestamp("sent_at", { withTimezone: true, precision: 3 }),
    createdAt: timestamp("created_at", { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [
    check("email_log_status_check", sql`${table.status} in ('pending', 'sent', 'failed')`),
    check("email_log_type_check", sql`${table.emailType} in ('bulk', 'transactional', 'test')`),
    index("email_log_created").on(table.createdAt, table.id),
    index("email_log_status_created").on(table.status, table.createdAt, table.id),
    index("email_log_direct_pending")
      .on(table.createdAt, table.id)
      .where(sql`status = 'pending' and campaign_id is null`),
    index("email_log_campaign_pending")
      .on(table.campaignId, table.createdAt, table.id)
      .where(sql`status = 'pending' and campaign_id is not null`),
    index("email_log_leased").on(table.leasedBy).where(sql`leased_by is not null`),
    index("email_log_sent").on(table.sentAt).where(sql`status = 'sent' and email_type = 'bulk'`),
    index("email_log_campaign").on(table.campaignId).where(sql`campaign_id is not null`),
  ],
);
