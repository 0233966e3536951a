DROP INDEX "email_log_direct_pending";--> statement-breakpoint
DROP INDEX "email_log_sent";--> statement-breakpoint
ALTER TABLE "email_log" ADD COLUMN "lane" text DEFAULT 'direct' NOT NULL;--> statement-breakpoint
ALTER TABLE "email_log" ADD COLUMN "mailbox_key" text;--> statement-breakpoint
ALTER TABLE "email_log" ADD COLUMN "waits_for_mailbox" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "email_log" ADD COLUMN "departed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "email_settings" ADD COLUMN "confirmation_hourly_cap" integer DEFAULT 500 NOT NULL;--> statement-breakpoint
CREATE INDEX "email_log_waiting" ON "email_log" USING btree ("lane","created_at","id") WHERE status = 'pending' and lane in ('direct', 'link');--> statement-breakpoint
CREATE INDEX "email_log_confirmations_waiting" ON "email_log" USING btree ("next_attempt_at","id") WHERE status = 'pending' and lane = 'confirmation';--> statement-breakpoint
CREATE INDEX "email_log_departed" ON "email_log" USING btree ("departed_at","lane") WHERE departed_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "email_log_waits_for_mailbox" ON "email_log" USING btree ("mailbox_key") WHERE status = 'pending' and waits_for_mailbox;--> statement-breakpoint
CREATE INDEX "email_log_mailbox" ON "email_log" USING btree ("mailbox_key") WHERE mailbox_key is not null;--> statement-breakpoint
-- What is there already: confirmations that wait count each for a mailbox of its own, and what left within a day counts
-- against the caps.
UPDATE email_log
SET lane = CASE WHEN campaign_id IS NOT NULL THEN 'campaign' WHEN standing.confirms THEN 'confirmation' ELSE 'direct' END,
  mailbox_key = CASE WHEN standing.confirms THEN email_log.id::text END,
  next_attempt_at = CASE WHEN standing.confirms THEN coalesce(next_attempt_at, now()) ELSE next_attempt_at END,
  departed_at = CASE WHEN leased_by IS NOT NULL THEN now() WHEN standing.counts THEN sent_at END
FROM (
  SELECT l.id, l.status = 'pending' AND t.id IS NOT NULL AS confirms,
    l.status = 'sent' AND l.error_message IS NULL AND l.sent_at > now() - interval '1 day' AS counts
  FROM email_log l LEFT JOIN email_templates t ON t.id = l.template_id AND t.event = 'signup'
) standing
WHERE email_log.id = standing.id AND (campaign_id IS NOT NULL OR status = 'pending' OR standing.counts);--> statement-breakpoint
ALTER TABLE "email_log" ADD CONSTRAINT "email_log_lane_check" CHECK ("email_log"."lane" in ('campaign', 'direct', 'confirmation', 'link'));--> statement-breakpoint
ALTER TABLE "email_log" ADD CONSTRAINT "email_log_lane_campaign_check" CHECK (("email_log"."lane" = 'campaign') = ("email_log"."campaign_id" is not null));--> statement-breakpoint
ALTER TABLE "email_log" ADD CONSTRAINT "email_log_lane_mailbox_check" CHECK ("email_log"."lane" not in ('confirmation', 'link') or "email_log"."mailbox_key" is not null);--> statement-breakpoint
ALTER TABLE "email_settings" ADD CONSTRAINT "email_settings_confirmation_check" CHECK ("email_settings"."confirmation_hourly_cap" > 0);