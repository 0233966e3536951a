DROP INDEX "email_log_pending";--> statement-breakpoint
DROP INDEX "email_log_campaign_status";--> statement-breakpoint
CREATE INDEX "email_log_direct_pending" ON "email_log" USING btree ("created_at","id") WHERE status = 'pending' and campaign_id is null;--> statement-breakpoint
CREATE INDEX "email_log_campaign_pending" ON "email_log" USING btree ("campaign_id","created_at","id") WHERE status = 'pending' and campaign_id is not null;--> statement-breakpoint
CREATE INDEX "email_log_campaign" ON "email_log" USING btree ("campaign_id") WHERE campaign_id is not null;