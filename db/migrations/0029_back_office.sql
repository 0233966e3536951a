CREATE TABLE "admin_preferences" (
	"admin_id" text PRIMARY KEY NOT NULL,
	"single_keys" boolean DEFAULT true NOT NULL,
	"density" text DEFAULT 'comfortable' NOT NULL,
	"first_steps_left" boolean DEFAULT false NOT NULL,
	CONSTRAINT "admin_preferences_density_check" CHECK ("admin_preferences"."density" in ('comfortable', 'compact'))
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"admin_id" text NOT NULL,
	"audience" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_views_audience_check" CHECK ("saved_views"."audience" in ('user', 'brand'))
);
--> statement-breakpoint
CREATE TABLE "deleted_questions" (
	"question_id" uuid PRIMARY KEY NOT NULL,
	"question" jsonb NOT NULL,
	"deleted_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "beta_signups" ADD COLUMN "sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "brand_signups" ADD COLUMN "sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "admin_preferences" ADD CONSTRAINT "admin_preferences_admin_id_admin_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admin_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_admin_id_admin_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admin_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" USING btree ("admin_id","audience",lower("name"));
