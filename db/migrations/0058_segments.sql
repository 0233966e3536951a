CREATE TABLE "segments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"audience" text NOT NULL,
	"conditions" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "segments_audience_check" CHECK ("segments"."audience" in ('user', 'brand', 'both'))
);
--> statement-breakpoint
ALTER TABLE "questionnaire_items" ADD COLUMN "former_options" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "segments_name" ON "segments" USING btree (lower("name"));--> statement-breakpoint
-- The addresses to which a campaign of news may be sent: those that mail_permission(hash, 'campaign', 'news') allows, read at once, because a
-- segment asks of every sign-up. A test compares both.
CREATE FUNCTION public.news_addresses() RETURNS SETOF text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT c.email_hash
  FROM public.consents c
  WHERE c.purpose = 'news' AND c.confirmed_at IS NOT NULL AND c.withdrawn_at IS NULL
    AND NOT EXISTS (SELECT FROM public.suppressions s WHERE s.email_hash = c.email_hash)
$$;
