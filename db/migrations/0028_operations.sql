CREATE TABLE "backup_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"file" text,
	"bytes" bigint,
	"rows" bigint,
	"verified_at" timestamp (3) with time zone,
	"error" text,
	CONSTRAINT "backup_runs_kind_check" CHECK ("backup_runs"."kind" in ('scheduled', 'manual', 'update'))
);
--> statement-breakpoint
CREATE TABLE "backup_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"scheduled" boolean,
	"hour" integer DEFAULT 3 NOT NULL,
	"keep_days" integer DEFAULT 7 NOT NULL,
	"keep_weeks" integer DEFAULT 4 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "backup_settings_single" CHECK ("backup_settings"."id" = 1),
	CONSTRAINT "backup_settings_hour_check" CHECK ("backup_settings"."hour" between 0 and 23),
	CONSTRAINT "backup_settings_keep_check" CHECK ("backup_settings"."keep_days" between 1 and 366 and "backup_settings"."keep_weeks" between 0 and 520)
);
--> statement-breakpoint
CREATE TABLE "erasure_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "erasure_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"email_hash" text NOT NULL,
	"scope" text,
	"reason" text,
	"until" timestamp (3) with time zone,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "erasure_log_kind_check" CHECK ("erasure_log"."kind" in ('erased', 'suppressed', 'lifted')),
	CONSTRAINT "erasure_log_reason_check" CHECK (("erasure_log"."kind" = 'erased') = ("erasure_log"."reason" is null))
);
--> statement-breakpoint
CREATE TABLE "mail_hold" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"backup_made_at" timestamp (3) with time zone,
	CONSTRAINT "mail_hold_single" CHECK ("mail_hold"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "migration_lease" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"holder" text,
	"until" timestamp (3) with time zone,
	CONSTRAINT "migration_lease_single" CHECK ("migration_lease"."id" = 1)
);
--> statement-breakpoint
DROP INDEX "email_events_at";--> statement-breakpoint
CREATE INDEX "backup_runs_started" ON "backup_runs" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "erasure_log_at" ON "erasure_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "email_events_known" ON "email_events" USING btree ("at") WHERE recipient_hash <> '';--> statement-breakpoint
INSERT INTO "backup_settings" DEFAULT VALUES;--> statement-breakpoint
INSERT INTO "migration_lease" DEFAULT VALUES;
