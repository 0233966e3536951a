CREATE TABLE "email_template_versions" (
	"template_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"subject" text NOT NULL,
	"content" text NOT NULL,
	"saved_by" text,
	"saved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_template_versions_template_id_version_pk" PRIMARY KEY("template_id","version")
);
--> statement-breakpoint
CREATE TABLE "dkim_keys" (
	"selector" text PRIMARY KEY NOT NULL,
	"domain" text NOT NULL,
	"private_key" text NOT NULL,
	"public_key" text NOT NULL,
	"state" text DEFAULT 'prepared' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"activated_at" timestamp (3) with time zone,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "dkim_keys_state_check" CHECK ("dkim_keys"."state" in ('prepared', 'active', 'retiring'))
);
--> statement-breakpoint
CREATE TABLE "domain_checks" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"domain" text NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"rows" jsonb NOT NULL,
	CONSTRAINT "domain_checks_single" CHECK ("domain_checks"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "bounce_mailbox" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"uid_validity" bigint,
	"last_uid" bigint DEFAULT 0 NOT NULL,
	"last_read_at" timestamp (3) with time zone,
	"next_read_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"error" text,
	CONSTRAINT "bounce_mailbox_single" CHECK ("bounce_mailbox"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "email_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "email_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"dedupe_key" text NOT NULL,
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"log_id" uuid,
	"campaign_id" uuid,
	"recipient_hash" text NOT NULL,
	"status_code" text,
	"server_words" text,
	"headers" text,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"applied_at" timestamp (3) with time zone,
	CONSTRAINT "email_events_kind_check" CHECK ("email_events"."kind" in ('hard', 'soft', 'blocked', 'complaint', 'unsubscribed')),
	CONSTRAINT "email_events_source_check" CHECK ("email_events"."source" in ('smtp', 'mailbox', 'sendgrid', 'page'))
);
--> statement-breakpoint
ALTER TABLE "campaigns" DROP CONSTRAINT "campaigns_status_check";--> statement-breakpoint
ALTER TABLE "campaigns" DROP CONSTRAINT "campaigns_reason_check";--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "bounced" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "unsubscribed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "complained" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "resend_of" uuid;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "updated_by" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "updated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "email_settings" ADD COLUMN "bounce_email" text;--> statement-breakpoint
ALTER TABLE "email_settings" ADD COLUMN "imap_host" text;--> statement-breakpoint
ALTER TABLE "email_settings" ADD COLUMN "imap_port" integer;--> statement-breakpoint
ALTER TABLE "email_settings" ADD COLUMN "imap_username" text;--> statement-breakpoint
ALTER TABLE "email_settings" ADD COLUMN "imap_password" text;--> statement-breakpoint
ALTER TABLE "email_settings" ADD COLUMN "sendgrid_webhook_key" text;--> statement-breakpoint
ALTER TABLE "suppressions" ADD COLUMN "until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "email_template_versions" ADD CONSTRAINT "email_template_versions_template_id_email_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."email_templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_events" ADD CONSTRAINT "email_events_log_id_email_log_id_fk" FOREIGN KEY ("log_id") REFERENCES "public"."email_log"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_events" ADD CONSTRAINT "email_events_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "dkim_keys_active" ON "dkim_keys" USING btree ("domain") WHERE state = 'active';--> statement-breakpoint
CREATE INDEX "dkim_keys_retired" ON "dkim_keys" USING btree ("retired_at") WHERE retired_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "email_events_dedupe" ON "email_events" USING btree ("dedupe_key");--> statement-breakpoint
CREATE INDEX "email_events_recipient" ON "email_events" USING btree ("recipient_hash","at") WHERE recipient_hash <> '';--> statement-breakpoint
CREATE INDEX "email_events_log" ON "email_events" USING btree ("log_id");--> statement-breakpoint
CREATE INDEX "email_events_campaign" ON "email_events" USING btree ("campaign_id","at");--> statement-breakpoint
CREATE INDEX "email_events_open" ON "email_events" USING btree ("id") WHERE applied_at is null;--> statement-breakpoint
CREATE INDEX "email_events_at" ON "email_events" USING btree ("at");--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_resend_of_campaigns_id_fk" FOREIGN KEY ("resend_of") REFERENCES "public"."campaigns"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "suppressions_until" ON "suppressions" USING btree ("until") WHERE until is not null;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_status_check" CHECK ("campaigns"."status" in ('draft', 'scheduled', 'running', 'paused', 'completed', 'cancelled'));--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_reason_check" CHECK ("campaigns"."kind" = 'news' or "campaigns"."reason" is not null or "campaigns"."status" = 'draft');--> statement-breakpoint
ALTER TABLE "email_settings" ADD CONSTRAINT "email_settings_imap_port_check" CHECK ("email_settings"."imap_port" between 1 and 65535);
--> statement-breakpoint
INSERT INTO email_template_versions (template_id, version, name, subject, content, saved_at)
  SELECT id, version, name, subject, content, updated_at FROM email_templates;
--> statement-breakpoint
INSERT INTO bounce_mailbox (id) VALUES (1);
