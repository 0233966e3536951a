ALTER TABLE "answer_removals" ADD COLUMN "audience" text DEFAULT 'user' NOT NULL;--> statement-breakpoint
ALTER TABLE "answer_removals" ADD COLUMN "last_id" uuid;