CREATE TABLE "address_key" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"key" "bytea" NOT NULL,
	"inner_pad" "bytea" NOT NULL,
	"outer_pad" "bytea" NOT NULL,
	CONSTRAINT "address_key_single" CHECK ("address_key"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "consent_texts" (
	"version" text PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"shown_from" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "consents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"audience" text NOT NULL,
	"signup_id" uuid NOT NULL,
	"email_hash" text NOT NULL,
	"purpose" text NOT NULL,
	"text_version" text NOT NULL,
	"given_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	"withdrawn_by" text,
	CONSTRAINT "consents_audience_check" CHECK ("consents"."audience" in ('user', 'brand')),
	CONSTRAINT "consents_purpose_check" CHECK ("consents"."purpose" = 'news'),
	CONSTRAINT "consents_withdrawn_check" CHECK (("consents"."withdrawn_at" is null) = ("consents"."withdrawn_by" is null))
);
--> statement-breakpoint
CREATE TABLE "privacy_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"email_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "privacy_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"email_hash" text NOT NULL,
	"source" text NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"outcome" text,
	"handled_by" text,
	CONSTRAINT "privacy_requests_kind_check" CHECK ("privacy_requests"."kind" in ('access', 'rectification', 'erasure', 'limitation', 'portability', 'objection')),
	CONSTRAINT "privacy_requests_source_check" CHECK ("privacy_requests"."source" in ('person', 'admin')),
	CONSTRAINT "privacy_requests_closed_check" CHECK (("privacy_requests"."closed_at" is null) = ("privacy_requests"."outcome" is null))
);
--> statement-breakpoint
CREATE TABLE "suppressions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email_hash" text NOT NULL,
	"scope" text NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"source" text NOT NULL,
	CONSTRAINT "suppressions_scope_check" CHECK ("suppressions"."scope" in ('news', 'all')),
	CONSTRAINT "suppressions_reason_check" CHECK ("suppressions"."reason" in ('unsubscribed', 'erased', 'bounced', 'complained', 'manual', 'limited'))
);
--> statement-breakpoint
CREATE TABLE "site_images" (
	"slot" text PRIMARY KEY NOT NULL,
	"content_type" text NOT NULL,
	"content" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "site_images_size_check" CHECK (octet_length("site_images"."content") <= 524288)
);
--> statement-breakpoint
CREATE TABLE "site_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"values" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "site_settings_single" CHECK ("site_settings"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "email_log" DROP CONSTRAINT "email_log_status_check";--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "kind" text DEFAULT 'news' NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "skipped" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "email_log" ADD COLUMN "purpose" text DEFAULT 'service' NOT NULL;--> statement-breakpoint
ALTER TABLE "email_log" ADD COLUMN "recipient_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "email_log" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "email_settings" ADD COLUMN "confirmation_requested" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "email_settings" ADD COLUMN "decisions_wait" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "email_settings" ADD COLUMN "delete_unconfirmed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "beta_signups" ADD COLUMN "email_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "beta_signups" ADD COLUMN "texts_version" text;--> statement-breakpoint
ALTER TABLE "beta_signups" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "beta_signups" ADD COLUMN "reminded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "beta_signups" ADD COLUMN "active_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "beta_signups" ADD COLUMN "limited_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "beta_signups" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "brand_signups" ADD COLUMN "email_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "brand_signups" ADD COLUMN "texts_version" text;--> statement-breakpoint
ALTER TABLE "brand_signups" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "brand_signups" ADD COLUMN "reminded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "brand_signups" ADD COLUMN "active_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "brand_signups" ADD COLUMN "limited_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "brand_signups" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_text_version_consent_texts_version_fk" FOREIGN KEY ("text_version") REFERENCES "public"."consent_texts"("version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "consents_open" ON "consents" USING btree ("signup_id","purpose") WHERE withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "consents_signup" ON "consents" USING btree ("signup_id");--> statement-breakpoint
CREATE INDEX "consents_address" ON "consents" USING btree ("email_hash");--> statement-breakpoint
CREATE INDEX "privacy_links_address" ON "privacy_links" USING btree ("email_hash");--> statement-breakpoint
CREATE INDEX "privacy_links_expires" ON "privacy_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "privacy_requests_due" ON "privacy_requests" USING btree ("due_at") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "privacy_requests_received" ON "privacy_requests" USING btree ("received_at","id");--> statement-breakpoint
CREATE INDEX "privacy_requests_address" ON "privacy_requests" USING btree ("email_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "suppressions_address_reason" ON "suppressions" USING btree ("email_hash","reason");--> statement-breakpoint
CREATE INDEX "suppressions_at" ON "suppressions" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "email_log_recipient" ON "email_log" USING btree ("recipient_hash") WHERE recipient_hash <> '';--> statement-breakpoint
CREATE INDEX "beta_signups_address" ON "beta_signups" USING btree ("email_hash");--> statement-breakpoint
CREATE INDEX "brand_signups_address" ON "brand_signups" USING btree ("email_hash");--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_kind_check" CHECK ("campaigns"."kind" in ('news', 'service'));--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_reason_check" CHECK ("campaigns"."kind" = 'news' or "campaigns"."reason" is not null);--> statement-breakpoint
ALTER TABLE "email_log" ADD CONSTRAINT "email_log_purpose_check" CHECK ("email_log"."purpose" in ('news', 'service'));--> statement-breakpoint
ALTER TABLE "email_log" ADD CONSTRAINT "email_log_status_check" CHECK ("email_log"."status" in ('pending', 'sent', 'failed', 'cancelled', 'skipped'));--> statement-breakpoint
-- The key of `address_hash` and its pads, made once for this database: two random version-4 UUIDs bring 244 bits, which
-- SHA-256 spreads over the key. HMAC pads the key with zeros to a block of 64 bytes and combines each with 0x36 and 0x5c.
DO $$
DECLARE
  made bytea := sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'));
  inner_pad bytea := decode(repeat('36', 64), 'hex');
  outer_pad bytea := decode(repeat('5c', 64), 'hex');
BEGIN
  FOR place IN 0..31 LOOP
    inner_pad := set_byte(inner_pad, place, get_byte(made, place) # 54);
    outer_pad := set_byte(outer_pad, place, get_byte(made, place) # 92);
  END LOOP;
  INSERT INTO public.address_key (id, key, inner_pad, outer_pad) VALUES (1, made, inner_pad, outer_pad);
END $$;
--> statement-breakpoint
-- HMAC-SHA-256 of an address, its ASCII letters in lower case, cut to 128 bits, as base64url: what an address is known by
-- when it is known no more. The same in Node: server/features/privacy/addresses.
CREATE FUNCTION public.address_hash(email text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT translate(encode(substring(sha256(outer_pad || sha256(inner_pad || convert_to(lower(email COLLATE "C"), 'UTF8'))) FOR 16), 'base64'), '+/=', '-_')
  FROM public.address_key
$$;
--> statement-breakpoint
-- Whether news may be sent to an address: it agreed, confirmed that, and nothing says that it left. By the address alone
-- (OFFSET 0): without statistics the index of open consents would be gone through for each.
CREATE FUNCTION public.may_receive_news(hash text) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT EXISTS (
    SELECT FROM (
      SELECT purpose, confirmed_at, withdrawn_at FROM public.consents WHERE email_hash = hash OFFSET 0
    ) AS known
    WHERE purpose = 'news' AND confirmed_at IS NOT NULL AND withdrawn_at IS NULL
  ) AND NOT EXISTS (SELECT FROM public.suppressions WHERE email_hash = hash)
$$;
--> statement-breakpoint
-- Whether anything may be sent to an address that it did not ask for just now.
CREATE FUNCTION public.may_receive_mail(hash text) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT NOT EXISTS (SELECT FROM public.suppressions WHERE email_hash = hash AND scope = 'all')
$$;
--> statement-breakpoint
CREATE FUNCTION public.set_email_hash() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.email_hash := public.address_hash(NEW.email);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.set_recipient_hash() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.recipient_hash := public.address_hash(NEW.recipient_email);
  RETURN NEW;
END $$;
--> statement-breakpoint
UPDATE beta_signups SET email_hash = public.address_hash(email);
--> statement-breakpoint
UPDATE brand_signups SET email_hash = public.address_hash(email);
--> statement-breakpoint
UPDATE email_log SET recipient_hash = public.address_hash(recipient_email);
--> statement-breakpoint
-- Nobody agreed to news before they were asked: what waits in campaigns is not sent.
UPDATE email_log SET purpose = 'news' WHERE campaign_id IS NOT NULL AND status = 'pending';
--> statement-breakpoint
CREATE TRIGGER beta_signups_hashed BEFORE INSERT ON beta_signups FOR EACH ROW
  WHEN (NEW.email_hash = '') EXECUTE FUNCTION public.set_email_hash();
--> statement-breakpoint
CREATE TRIGGER beta_signups_rehashed BEFORE UPDATE OF email ON beta_signups FOR EACH ROW
  WHEN (NEW.email IS DISTINCT FROM OLD.email) EXECUTE FUNCTION public.set_email_hash();
--> statement-breakpoint
CREATE TRIGGER brand_signups_hashed BEFORE INSERT ON brand_signups FOR EACH ROW
  WHEN (NEW.email_hash = '') EXECUTE FUNCTION public.set_email_hash();
--> statement-breakpoint
CREATE TRIGGER brand_signups_rehashed BEFORE UPDATE OF email ON brand_signups FOR EACH ROW
  WHEN (NEW.email IS DISTINCT FROM OLD.email) EXECUTE FUNCTION public.set_email_hash();
--> statement-breakpoint
CREATE TRIGGER email_log_hashed BEFORE INSERT ON email_log FOR EACH ROW
  WHEN (NEW.recipient_hash = '') EXECUTE FUNCTION public.set_recipient_hash();
