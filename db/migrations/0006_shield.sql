CREATE TABLE "shield_counts" (
	"slot" timestamp with time zone PRIMARY KEY NOT NULL,
	"sent" integer NOT NULL,
	"accepted" integer NOT NULL,
	"rate" integer NOT NULL,
	"token" integer NOT NULL,
	"proof" integer NOT NULL,
	"robot" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shield_state" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"measured" text NOT NULL,
	"forced" text,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "shield_state_single" CHECK ("shield_state"."id" = 1),
	CONSTRAINT "shield_state_measured_check" CHECK ("shield_state"."measured" in ('calm', 'raised', 'attack')),
	CONSTRAINT "shield_state_forced_check" CHECK ("shield_state"."forced" in ('calm', 'raised', 'attack'))
);
--> statement-breakpoint
CREATE TABLE "signup_buckets" (
	"key" text PRIMARY KEY NOT NULL,
	"used_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "used_form_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"signup_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "used_form_tokens_expires" ON "used_form_tokens" USING btree ("expires_at");