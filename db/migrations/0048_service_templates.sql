ALTER TABLE "email_templates" ADD COLUMN "service_reason" text;--> statement-breakpoint
ALTER TABLE "email_templates" ADD COLUMN "service_version" integer;