CREATE TABLE "bulk_decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"audience" text NOT NULL,
	"finished_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "beta_signups" ADD COLUMN "bulk_id" uuid;--> statement-breakpoint
ALTER TABLE "brand_signups" ADD COLUMN "bulk_id" uuid;--> statement-breakpoint
CREATE INDEX "beta_signups_bulk" ON "beta_signups" USING btree ("bulk_id") WHERE bulk_id is not null;--> statement-breakpoint
CREATE INDEX "brand_signups_bulk" ON "brand_signups" USING btree ("bulk_id") WHERE bulk_id is not null;