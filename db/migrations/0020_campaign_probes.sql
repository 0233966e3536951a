ALTER TABLE "campaigns" ADD COLUMN "next_attempt_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "probes" integer DEFAULT 0 NOT NULL;