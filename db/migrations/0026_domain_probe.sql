ALTER TABLE "dkim_keys" ADD COLUMN "missing_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "domain_checks" ADD COLUMN "probe" jsonb;