CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "admin_users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"is_super_admin" boolean DEFAULT false NOT NULL,
	"activated_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attempt_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"user_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "auth_two_factors" (
	"id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"user_id" text NOT NULL,
	"verified" boolean DEFAULT true NOT NULL,
	"failed_verification_count" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "auth_users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "auth_verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subject" text NOT NULL,
	"content" text NOT NULL,
	"recipient_type" text NOT NULL,
	"status_filter" text NOT NULL,
	"status" text NOT NULL,
	"simulated" boolean DEFAULT false NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"paused_reason" text,
	"fingerprint" text NOT NULL,
	"created_by" text NOT NULL,
	"scheduled_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "campaigns_status_check" CHECK ("campaigns"."status" in ('scheduled', 'running', 'paused', 'completed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "email_log" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"recipient_email" text NOT NULL,
	"recipient_name" text,
	"subject" text NOT NULL,
	"content" text,
	"variables" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"template_id" uuid,
	"campaign_id" uuid,
	"status" text DEFAULT 'pending' NOT NULL,
	"email_type" text NOT NULL,
	"error_message" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"leased_by" text,
	"leased_until" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_log_status_check" CHECK ("email_log"."status" in ('pending', 'sent', 'failed')),
	CONSTRAINT "email_log_type_check" CHECK ("email_log"."email_type" in ('bulk', 'transactional', 'test'))
);
--> statement-breakpoint
CREATE TABLE "email_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"sender_name" text NOT NULL,
	"sender_email" text NOT NULL,
	"reply_to" text,
	"preferred_provider" text DEFAULT 'auto' NOT NULL,
	"simulation_mode" boolean DEFAULT true NOT NULL,
	"smtp_host" text,
	"smtp_port" integer,
	"smtp_username" text,
	"smtp_password" text,
	"sendgrid_key" text,
	"pause_ms" integer DEFAULT 100 NOT NULL,
	"parallelism" integer DEFAULT 1 NOT NULL,
	"hourly_cap" integer,
	"daily_cap" integer,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_settings_single" CHECK ("email_settings"."id" = 1),
	CONSTRAINT "email_settings_port_check" CHECK ("email_settings"."smtp_port" between 1 and 65535),
	CONSTRAINT "email_settings_provider_check" CHECK ("email_settings"."preferred_provider" in ('php', 'smtp', 'sendgrid', 'auto'))
);
--> statement-breakpoint
CREATE TABLE "email_templates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event" text,
	"name" text NOT NULL,
	"subject" text NOT NULL,
	"content" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_templates_event_unique" UNIQUE("event")
);
--> statement-breakpoint
CREATE TABLE "journal_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "journal_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "answer_removals" (
	"question_id" uuid PRIMARY KEY NOT NULL,
	"audience" text DEFAULT 'user' NOT NULL,
	"last_id" uuid,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "questionnaire_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"question" text NOT NULL,
	"field_type" text DEFAULT 'text' NOT NULL,
	"options" jsonb,
	"required" boolean DEFAULT true NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"order_position" integer NOT NULL,
	"target_type" text DEFAULT 'user' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "questionnaire_items_field_type_check" CHECK ("questionnaire_items"."field_type" in ('text', 'email', 'textarea', 'select', 'radio', 'checkbox')),
	CONSTRAINT "questionnaire_items_target_type_check" CHECK ("questionnaire_items"."target_type" in ('user', 'brand', 'both')),
	CONSTRAINT "questionnaire_items_order_check" CHECK ("questionnaire_items"."order_position" >= 1)
);
--> statement-breakpoint
CREATE TABLE "questionnaire_state" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"revision" bigint DEFAULT 1 NOT NULL,
	CONSTRAINT "questionnaire_state_single" CHECK ("questionnaire_state"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "beta_signups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"firstname" text NOT NULL,
	"email" text NOT NULL,
	"responses" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"search_text" text GENERATED ALWAYS AS (lower(firstname || ' ' || name || ' ' || email)) STORED NOT NULL,
	CONSTRAINT "beta_signups_status_check" CHECK ("beta_signups"."status" in ('pending', 'approved', 'rejected')),
	CONSTRAINT "beta_signups_responses_check" CHECK (jsonb_typeof("beta_signups"."responses") = 'object')
);
--> statement-breakpoint
CREATE TABLE "brand_signups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"firstname" text NOT NULL,
	"email" text NOT NULL,
	"responses" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"website" text NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(firstname || ' ' || name || ' ' || email || ' ' || website)) STORED NOT NULL,
	CONSTRAINT "brand_signups_status_check" CHECK ("brand_signups"."status" in ('pending', 'approved', 'rejected')),
	CONSTRAINT "brand_signups_responses_check" CHECK (jsonb_typeof("brand_signups"."responses") = 'object')
);
--> statement-breakpoint
CREATE TABLE "answer_counts" (
	"question_id" uuid NOT NULL,
	"signup_type" text NOT NULL,
	"answer_value" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "answer_counts_question_id_signup_type_answer_value_pk" PRIMARY KEY("question_id","signup_type","answer_value")
);
--> statement-breakpoint
CREATE TABLE "signup_count_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "signup_count_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"audience" text NOT NULL,
	"day" date NOT NULL,
	"status" text NOT NULL,
	"delta" integer NOT NULL,
	"responses" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signup_counts" (
	"audience" text NOT NULL,
	"day" date NOT NULL,
	"status" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "signup_counts_audience_day_status_pk" PRIMARY KEY("audience","day","status")
);
--> statement-breakpoint
ALTER TABLE "admin_users" ADD CONSTRAINT "admin_users_id_auth_users_id_fk" FOREIGN KEY ("id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_accounts" ADD CONSTRAINT "auth_accounts_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD CONSTRAINT "auth_sessions_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_two_factors" ADD CONSTRAINT "auth_two_factors_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_log" ADD CONSTRAINT "email_log_template_id_email_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."email_templates"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_log" ADD CONSTRAINT "email_log_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "admin_users_email_key" ON "admin_users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "auth_accounts_user" ON "auth_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_sessions_user" ON "auth_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_two_factors_user" ON "auth_two_factors" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_verifications_identifier" ON "auth_verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "campaigns_created" ON "campaigns" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "campaigns_open_fingerprint" ON "campaigns" USING btree ("fingerprint") WHERE status in ('scheduled', 'running', 'paused');--> statement-breakpoint
CREATE INDEX "email_log_created" ON "email_log" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "email_log_status_created" ON "email_log" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "email_log_direct_pending" ON "email_log" USING btree ("created_at","id") WHERE status = 'pending' and campaign_id is null;--> statement-breakpoint
CREATE INDEX "email_log_campaign_pending" ON "email_log" USING btree ("campaign_id","created_at","id") WHERE status = 'pending' and campaign_id is not null;--> statement-breakpoint
CREATE INDEX "email_log_leased" ON "email_log" USING btree ("leased_by") WHERE leased_by is not null;--> statement-breakpoint
CREATE INDEX "email_log_sent" ON "email_log" USING btree ("sent_at") WHERE status = 'sent' and email_type = 'bulk';--> statement-breakpoint
CREATE INDEX "email_log_campaign" ON "email_log" USING btree ("campaign_id") WHERE campaign_id is not null;--> statement-breakpoint
CREATE INDEX "journal_entries_at" ON "journal_entries" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "journal_entries_action_at" ON "journal_entries" USING btree ("action","at");--> statement-breakpoint
CREATE INDEX "journal_entries_actor_at" ON "journal_entries" USING btree ("actor","at");--> statement-breakpoint
CREATE UNIQUE INDEX "beta_signups_email_key" ON "beta_signups" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "beta_signups_created" ON "beta_signups" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "beta_signups_status_created" ON "beta_signups" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "beta_signups_search" ON "beta_signups" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "brand_signups_email_key" ON "brand_signups" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "brand_signups_created" ON "brand_signups" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "brand_signups_status_created" ON "brand_signups" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "brand_signups_search" ON "brand_signups" USING gin ("search_text" gin_trgm_ops);