CREATE TABLE "admin_notice_dismissals" (
	"notice_id" uuid NOT NULL,
	"admin_id" text NOT NULL,
	CONSTRAINT "admin_notice_dismissals_notice_id_admin_id_pk" PRIMARY KEY("notice_id","admin_id")
);
--> statement-breakpoint
CREATE TABLE "admin_notices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"details" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "admin_notice_dismissals" ADD CONSTRAINT "admin_notice_dismissals_notice_id_admin_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."admin_notices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_notice_dismissals" ADD CONSTRAINT "admin_notice_dismissals_admin_id_admin_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admin_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_notices_created" ON "admin_notices" USING btree ("created_at");