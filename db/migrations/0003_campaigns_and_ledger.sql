ALTER TABLE "answer_count_changes" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "answer_count_changes" CASCADE;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "sent" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "failed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "email_log" ADD COLUMN "variables" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "signup_count_changes" ADD COLUMN "responses" jsonb NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "campaigns_open_fingerprint" ON "campaigns" USING btree ("fingerprint") WHERE status in ('scheduled', 'running', 'paused');--> statement-breakpoint
CREATE INDEX "email_log_leased" ON "email_log" USING btree ("leased_by") WHERE leased_by is not null;--> statement-breakpoint
CREATE INDEX "email_log_sent" ON "email_log" USING btree ("sent_at") WHERE status = 'sent' and email_type = 'bulk';