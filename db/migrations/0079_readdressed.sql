-- A later erasure has to find a restored sign-up whose address has changed since the backup. The rows that are there meet the wider
-- conditions.
-- contract: a wider condition takes this one's place
ALTER TABLE "erasure_log" DROP CONSTRAINT "erasure_log_kind_check";--> statement-breakpoint
-- contract: a wider condition takes this one's place
ALTER TABLE "erasure_log" DROP CONSTRAINT "erasure_log_reason_check";--> statement-breakpoint
ALTER TABLE "erasure_log" ADD COLUMN "signup_id" uuid;--> statement-breakpoint
ALTER TABLE "erasure_log" ADD CONSTRAINT "erasure_log_signup_check" CHECK (("erasure_log"."kind" = 'readdressed') = ("erasure_log"."signup_id" is not null));--> statement-breakpoint
ALTER TABLE "erasure_log" ADD CONSTRAINT "erasure_log_kind_check" CHECK ("erasure_log"."kind" in ('erased', 'suppressed', 'lifted', 'readdressed'));--> statement-breakpoint
ALTER TABLE "erasure_log" ADD CONSTRAINT "erasure_log_reason_check" CHECK (("erasure_log"."kind" in ('suppressed', 'lifted')) = ("erasure_log"."reason" is not null));
