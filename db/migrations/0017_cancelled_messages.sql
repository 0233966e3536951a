ALTER TABLE "email_log" DROP CONSTRAINT "email_log_status_check";--> statement-breakpoint
ALTER TABLE "email_log" DROP CONSTRAINT "email_log_lane_campaign_check";--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "cancelled" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "email_log" ADD CONSTRAINT "email_log_status_check" CHECK ("email_log"."status" in ('pending', 'sent', 'failed', 'cancelled'));--> statement-breakpoint
ALTER TABLE "email_log" ADD CONSTRAINT "email_log_lane_campaign_check" CHECK (case when "email_log"."campaign_id" is null then "email_log"."lane" <> 'campaign' else "email_log"."lane" in ('campaign', 'direct') end);--> statement-breakpoint
-- Until now a cancelled message was a failed one with this note, and one that was under way when its campaign was
-- cancelled may wait for ever. The counts follow. What left its campaign by being sent again stays outside.
WITH turned AS (
  UPDATE email_log l SET status = 'cancelled', error_message = 'Envoi annulé', next_attempt_at = NULL
  FROM campaigns c, email_log old
  WHERE c.id = l.campaign_id AND old.id = l.id AND (
    l.status = 'failed' AND l.error_message = 'Envoi annulé'
    OR l.status = 'pending' AND l.leased_by IS NULL AND c.status = 'cancelled')
  RETURNING l.campaign_id, old.status = 'failed' AS was_failed
)
UPDATE campaigns c SET cancelled = n.cancelled, failed = c.failed - n.failed
FROM (
  SELECT campaign_id, count(*)::integer AS cancelled, count(*) FILTER (WHERE was_failed)::integer AS failed
  FROM turned GROUP BY campaign_id
) n
WHERE c.id = n.campaign_id;
