import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type {
  CampaignKind,
  CampaignStatus,
  EmailLane,
  EmailProvider,
  EmailStatus,
  EmailType,
  RecipientStatusFilter,
  RecipientType,
  RecipientVariables,
} from "#contract/email.ts";
import { time } from "./columns.ts";

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
    /** Confirmations that all strangers together may cause in an hour. */
    confirmationHourlyCap: integer("confirmation_hourly_cap").notNull().default(500),
    /** Confirmation messages ask to confirm the address. */
    confirmationRequested: boolean("confirmation_requested").notNull().default(true),
    /** Administrators can decide a sign-up only once its address is confirmed. */
    decisionsWait: boolean("decisions_wait").notNull().default(false),
    /** Sign-ups that are not confirmed are reminded once and then deleted. */
    deleteUnconfirmed: boolean("delete_unconfirmed").notNull().default(false),
    /** The address that bounces go to: the envelope sender is derived from it. Null: bounces go to the sender. */
    bounceEmail: text("bounce_email"),
    imapHost: text("imap_host"),
    imapPort: integer("imap_port"),
    imapUsername: text("imap_username"),
    imapPassword: text("imap_password"),
    /** The public key that SendGrid signs its events with. */
    sendgridWebhookKey: text("sendgrid_webhook_key"),
    updatedAt: time("updated_at").notNull().defaultNow(),
    /** Raised only when an administrator saves. Encrypting a secret again does not raise it, so that open forms do not become stale. */
    version: integer("version").notNull().default(1),
  },
  (table) => [
    check("email_settings_single", sql`${table.id} = 1`),
    check("email_settings_confirmation_check", sql`${table.confirmationHourlyCap} > 0`),
    check("email_settings_port_check", sql`${table.smtpPort} between 1 and 65535`),
    check("email_settings_imap_port_check", sql`${table.imapPort} between 1 and 65535`),
    check(
      "email_settings_provider_check",
      sql`${table.preferredProvider} in ('php', 'smtp', 'sendgrid', 'auto')`,
    ),
  ],
);

/** One row while all mail is held: a restore writes it, a super administrator removes it. */
export const mailHold = pgTable(
  "mail_hold",
  {
    id: integer("id").primaryKey().default(1),
    since: time("since").notNull().defaultNow(),
    backupMadeAt: time("backup_made_at"),
  },
  (table) => [check("mail_hold_single", sql`${table.id} = 1`)],
);

export const emailTemplates = pgTable("email_templates", {
  id: uuid("id").primaryKey().defaultRandom(),
  /** The event that sends the template automatically: "signup", "approved" or "rejected". */
  event: text("event").unique(),
  name: text("name").notNull(),
  subject: text("subject").notNull(),
  content: text("content").notNull(),
  isActive: boolean("is_active").notNull().default(true),
  /** Why every admin may send this text as a service message, and the version of the text that this permission covers. */
  serviceReason: text("service_reason"),
  serviceVersion: integer("service_version"),
  updatedAt: time("updated_at").notNull().defaultNow(),
  version: integer("version").notNull().default(1),
});

/** The texts of a template after each save, the current one included. */
export const emailTemplateVersions = pgTable(
  "email_template_versions",
  {
    templateId: uuid("template_id")
      .notNull()
      .references(() => emailTemplates.id, { onDelete: "cascade" }),
    version: integer("version").notNull(),
    name: text("name").notNull(),
    subject: text("subject").notNull(),
    content: text("content").notNull(),
    /** The administrator's e-mail; null for the text that the product came with. */
    savedBy: text("saved_by"),
    savedAt: time("saved_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.templateId, table.version] })],
);

export const campaigns = pgTable(
  "campaigns",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    /** May be empty in a draft, like the content. */
    subject: text("subject").notNull(),
    /** The sanitised text of the editor. The sent message (inlined CSS, attached pictures, text part) is made from it. */
    content: text("content").notNull(),
    recipientType: text("recipient_type").$type<RecipientType>().notNull(),
    statusFilter: text("status_filter").$type<RecipientStatusFilter>().notNull(),
    /** No foreign key, because a campaign whose segment is deleted must reach no recipient. Null would mean all recipients. */
    segmentId: uuid("segment_id"),
    /** The segment's name, also after the segment was deleted. */
    segmentName: text("segment_name"),
    status: text("status").$type<CampaignStatus>().notNull(),
    simulated: boolean("simulated").notNull().default(false),
    /** `news`: to people who agreed to news. `service`: to all people of the filters. `confirmation`: see `import_to_confirm`. */
    kind: text("kind").$type<CampaignKind>().notNull().default("news"),
    reason: text("reason"),
    /** All messages, and how many of them have each result; the rest waits. Every recorded result updates these counts. */
    total: integer("total").notNull().default(0),
    sent: integer("sent").notNull().default(0),
    failed: integer("failed").notNull().default(0),
    cancelled: integer("cancelled").notNull().default(0),
    /** Messages to recipients who left between the start and the sending. */
    skipped: integer("skipped").notNull().default(0),
    /** Bounces, unsubscriptions and complaints that the campaign caused. The transaction that stores the event counts it. */
    bounced: integer("bounced").notNull().default(0),
    unsubscribed: integer("unsubscribed").notNull().default(0),
    complained: integer("complained").notNull().default(0),
    pausedReason: text("paused_reason"),
    /**
     * The next attempt while no server can be reached, or after a start that failed; otherwise null. A paused campaign with this time
     * resumes automatically.
     */
    nextAttemptAt: time("next_attempt_at"),
    /** How often the server was tried since the campaign paused automatically. */
    probes: integer("probes").notNull().default(0),
    /** Fingerprint of a start. An unfinished campaign prevents a second start with the same fingerprint. Empty in a draft. */
    fingerprint: text("fingerprint").notNull(),
    /** The campaign whose missing messages this campaign sends again. */
    resendOf: uuid("resend_of").references((): AnyPgColumn => campaigns.id, { onDelete: "set null" }),
    /** The version of a draft, which each save raises. */
    version: integer("version").notNull().default(1),
    createdBy: text("created_by").notNull(),
    updatedBy: text("updated_by"),
    updatedAt: time("updated_at"),
    scheduledAt: time("scheduled_at"),
    startedAt: time("started_at"),
    finishedAt: time("finished_at"),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (table) => [
    check(
      "campaigns_status_check",
      sql`${table.status} in ('draft', 'scheduled', 'running', 'paused', 'completed', 'cancelled')`,
    ),
    check("campaigns_kind_check", sql`${table.kind} in ('news', 'service', 'confirmation')`),
    check(
      "campaigns_reason_check",
      sql`${table.kind} <> 'service' or ${table.reason} is not null or ${table.status} = 'draft'`,
    ),
    index("campaigns_created").on(table.createdAt),
    // A second start of the same mail to the same people is refused while the first is under way (double click, two tabs).
    uniqueIndex("campaigns_open_fingerprint")
      .on(table.fingerprint)
      .where(sql`status in ('scheduled', 'running', 'paused')`),
  ],
);

/** The progress of the purges of the mail log: all rows up to `last_created_at` and `last_id` are done. */
export const mailPurges = pgTable("mail_purges", {
  kind: text("kind").$type<"texts" | "addresses">().primaryKey(),
  lastCreatedAt: time("last_created_at").notNull(),
  lastId: uuid("last_id").notNull(),
});

/** One row per message, written before anything is sent. A worker is sending a row with status "pending" and a lease. */
export const emailLog = pgTable(
  "email_log",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    recipientEmail: text("recipient_email").notNull(),
    recipientName: text("recipient_name"),
    subject: text("subject").notNull(),
    /** The text of the message. Null for a campaign, which holds the text, and for a template that is not filled in yet. */
    content: text("content"),
    /** The recipient's values for {{name}} and {{firstName}}. */
    variables: jsonb("variables").$type<RecipientVariables>().notNull().default({}),
    templateId: uuid("template_id").references(() => emailTemplates.id, { onDelete: "set null" }),
    campaignId: uuid("campaign_id").references(() => campaigns.id, { onDelete: "cascade" }),
    status: text("status").$type<EmailStatus>().notNull().default("pending"),
    emailType: text("email_type").$type<EmailType>().notNull(),
    /** The queue in which the message waits. Lanes are sent in parallel, and each has separate limits. */
    lane: text("lane").$type<EmailLane>().notNull().default("direct"),
    /** A message with `news` is sent only while its recipient agrees to news. */
    purpose: text("purpose").$type<CampaignKind>().notNull().default("service"),
    /** `address_hash(recipient_email)`; a trigger sets it when a statement omits it. Empty once the recipient is erased. */
    recipientHash: text("recipient_hash").notNull().default(sql`''`),
    /** When the recipient was erased. A message that is under way at that time is emptied when its sending ends. */
    erasedAt: time("erased_at"),
    /** A keyed hash of the mailbox. Strangers and forgetful people cause messages, so these have limits per mailbox. */
    mailboxKey: text("mailbox_key"),
    /** A confirmation that waits because its mailbox got another one within 24 hours. At most one per mailbox. */
    waitsForMailbox: boolean("waits_for_mailbox").notNull().default(false),
    errorMessage: text("error_message"),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: time("next_attempt_at"),
    /** The worker that leases this message, and when the lease ends unless it is renewed. */
    leasedBy: text("leased_by"),
    leasedUntil: time("leased_until"),
    sentAt: time("sent_at"),
    failedAt: time("failed_at"),
    /** When the message was or may have been sent: set with the lease, null again when it was not sent. The caps count it. */
    departedAt: time("departed_at"),
    createdAt: time("created_at").notNull().defaultNow(),
    searchText: text("search_text")
      .notNull()
      .generatedAlwaysAs(
        sql`public.search_key(recipient_email || ' ' || coalesce(recipient_name, '') || ' ' || subject)`,
      ),
  },
  (table) => [
    check(
      "email_log_status_check",
      sql`${table.status} in ('pending', 'sent', 'failed', 'cancelled', 'skipped')`,
    ),
    check("email_log_purpose_check", sql`${table.purpose} in ('news', 'service', 'confirmation')`),
    check("email_log_type_check", sql`${table.emailType} in ('bulk', 'transactional', 'test')`),
    index("email_log_created").on(table.createdAt, table.id),
    index("email_log_status_created").on(table.status, table.createdAt, table.id),
    check("email_log_lane_check", sql`${table.lane} in ('campaign', 'direct', 'confirmation', 'link')`),
    check(
      "email_log_lane_campaign_check",
      // A message of an ended campaign that is sent again uses the lane 'direct' and still belongs to the campaign.
      sql`case when ${table.campaignId} is null then ${table.lane} <> 'campaign' else ${table.lane} in ('campaign', 'direct') end`,
    ),
    check(
      "email_log_lane_mailbox_check",
      sql`${table.lane} not in ('confirmation', 'link') or ${table.mailboxKey} is not null`,
    ),
    index("email_log_waiting")
      .on(table.lane, table.createdAt, table.id)
      .where(sql`status = 'pending' and lane in ('direct', 'link')`),
    index("email_log_confirmations_waiting")
      .on(table.nextAttemptAt, table.id)
      .where(sql`status = 'pending' and lane = 'confirmation'`),
    index("email_log_campaign_pending")
      .on(table.campaignId, table.createdAt, table.id)
      .where(sql`status = 'pending' and campaign_id is not null`),
    index("email_log_leased").on(table.leasedBy).where(sql`leased_by is not null`),
    index("email_log_departed").on(table.departedAt, table.lane).where(sql`departed_at is not null`),
    uniqueIndex("email_log_waits_for_mailbox")
      .on(table.mailboxKey)
      .where(sql`status = 'pending' and waits_for_mailbox`),
    index("email_log_mailbox").on(table.mailboxKey).where(sql`mailbox_key is not null`),
    // Without pending messages: they change several times, and each change would have to update this expensive index.
    index("email_log_search")
      .using("gin", sql`${table.searchText} gin_trgm_ops`)
      .where(sql`status <> 'pending'`),
    index("email_log_recipient").on(table.recipientHash).where(sql`recipient_hash <> ''`),
    index("email_log_erased").on(table.erasedAt).where(sql`erased_at is not null and mailbox_key <> ''`),
    // For the erasure of a person: links that were sent to an address that they had not confirmed yet.
    index("email_log_link_owner").on(sql`(variables -> 'link' ->> 'emailHash')`).where(sql`lane = 'link'`),
    index("email_log_campaign").on(table.campaignId).where(sql`campaign_id is not null`),
  ],
);
