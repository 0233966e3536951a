CREATE TABLE "address_migrations" (
	"audience" text PRIMARY KEY NOT NULL,
	"last_created_at" timestamp (3) with time zone,
	"last_id" uuid,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "beta_signups_email_key";--> statement-breakpoint
DROP INDEX "brand_signups_email_key";--> statement-breakpoint
ALTER TABLE "beta_signups" ADD COLUMN "duplicate_of" uuid;--> statement-breakpoint
ALTER TABLE "beta_signups" ADD COLUMN "disposable_email" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "brand_signups" ADD COLUMN "duplicate_of" uuid;--> statement-breakpoint
ALTER TABLE "brand_signups" ADD COLUMN "disposable_email" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "beta_signups_duplicates" ON "beta_signups" USING btree ("duplicate_of") WHERE duplicate_of is not null;--> statement-breakpoint
CREATE INDEX "brand_signups_duplicates" ON "brand_signups" USING btree ("duplicate_of") WHERE duplicate_of is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "beta_signups_email_key" ON "beta_signups" USING btree (lower("email")) WHERE duplicate_of is null;--> statement-breakpoint
CREATE UNIQUE INDEX "brand_signups_email_key" ON "brand_signups" USING btree (lower("email")) WHERE duplicate_of is null;