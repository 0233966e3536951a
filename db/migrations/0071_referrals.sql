CREATE TABLE "referral_codes" (
	"signup_id" uuid PRIMARY KEY NOT NULL,
	"audience" text NOT NULL,
	"code" text NOT NULL,
	"mailbox_key" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"first_told_at" timestamp (3) with time zone,
	"decisive_told_at" timestamp (3) with time zone,
	CONSTRAINT "referral_codes_code_unique" UNIQUE("code"),
	CONSTRAINT "referral_codes_audience_check" CHECK ("referral_codes"."audience" in ('user', 'brand'))
);
--> statement-breakpoint
CREATE TABLE "referral_devices" (
	"signup_id" uuid PRIMARY KEY NOT NULL,
	"device_key" text NOT NULL,
	"network_key" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "referrals" (
	"signup_id" uuid PRIMARY KEY NOT NULL,
	"audience" text NOT NULL,
	"referrer_id" uuid NOT NULL,
	"referrer_audience" text NOT NULL,
	"mailbox_key" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"held_for" text,
	"reviewed" text,
	"reviewed_by" text,
	"reviewed_at" timestamp (3) with time zone,
	CONSTRAINT "referrals_audience_check" CHECK ("referrals"."audience" in ('user', 'brand')),
	CONSTRAINT "referrals_referrer_audience_check" CHECK ("referrals"."referrer_audience" in ('user', 'brand')),
	CONSTRAINT "referrals_held_check" CHECK ("referrals"."held_for" in ('self', 'mailbox', 'device', 'network')),
	CONSTRAINT "referrals_reviewed_check" CHECK ("referrals"."reviewed" in ('accepted', 'refused'))
);
--> statement-breakpoint
ALTER TABLE "beta_signups" ADD COLUMN "starred" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "beta_signups" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "brand_signups" ADD COLUMN "starred" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "brand_signups" ADD COLUMN "note" text;--> statement-breakpoint
CREATE INDEX "referral_devices_created" ON "referral_devices" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "referral_devices_device" ON "referral_devices" USING btree ("device_key");--> statement-breakpoint
CREATE INDEX "referrals_referrer" ON "referrals" USING btree ("referrer_id","created_at");--> statement-breakpoint
CREATE INDEX "referrals_mailbox" ON "referrals" USING btree ("referrer_id","mailbox_key");--> statement-breakpoint
CREATE INDEX "referrals_created" ON "referrals" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "referrals_held" ON "referrals" USING btree ("created_at") WHERE held_for is not null and reviewed is null;
--> statement-breakpoint
-- The friends that count, and for whom: not held for review, or accepted since, and confirmed.
-- The conditions are outside of the union: inside, PostgreSQL reads both tables whole for a single referrer.
CREATE FUNCTION public.counted_friends() RETURNS TABLE (
  friend_id uuid, audience text, referrer_id uuid, referrer_audience text, created_at timestamptz, confirmed_at timestamptz
) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT r.signup_id, r.audience, r.referrer_id, r.referrer_audience, r.created_at, p.confirmed_at
  FROM public.referrals r JOIN (
    SELECT id, confirmed_at, disposable_email, duplicate_of, limited_at, sample FROM public.beta_signups
    UNION ALL
    SELECT id, confirmed_at, disposable_email, duplicate_of, limited_at, sample FROM public.brand_signups
  ) AS p ON p.id = r.signup_id
  WHERE coalesce(r.reviewed = 'accepted', r.held_for IS NULL)
    AND p.confirmed_at IS NOT NULL AND NOT p.disposable_email AND p.duplicate_of IS NULL AND p.limited_at IS NULL AND NOT p.sample
$$;
--> statement-breakpoint
-- Counts the friends of each person who has at least one.
CREATE FUNCTION public.friend_counts() RETURNS TABLE (referrer_id uuid, friends integer) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT referrer_id, count(*)::int FROM public.counted_friends() GROUP BY referrer_id
$$;
--> statement-breakpoint
-- Holds friends for review: the reasons are `heldReasons` in contract/referrals.ts. Runs at the end of the statement that stores sign-ups, when it
-- waits for nothing else: transactions with friends of one referrer go one after the other, and each statement here sees those before. A
-- referrer who was deleted meanwhile brings no one.
CREATE FUNCTION public.hold_referrals() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  PERFORM 1 FROM public.referral_codes WHERE signup_id IN (SELECT referrer_id FROM added) ORDER BY signup_id FOR UPDATE;
  DELETE FROM public.referrals r USING added a
  WHERE r.signup_id = a.signup_id AND NOT EXISTS (SELECT FROM public.referral_codes c WHERE c.signup_id = a.referrer_id);

  UPDATE public.referrals r SET held_for = found.reason FROM (
    SELECT a.signup_id, CASE
      WHEN a.mailbox_key = c.mailbox_key THEN 'self'
      WHEN EXISTS (
        SELECT FROM public.referrals o WHERE o.referrer_id = a.referrer_id AND o.mailbox_key = a.mailbox_key
          AND (o.signup_id < a.signup_id OR o.signup_id NOT IN (SELECT signup_id FROM added))
      ) THEN 'mailbox'
      WHEN d.device_key = (SELECT own.device_key FROM public.referral_devices own WHERE own.signup_id = a.referrer_id) THEN 'device'
      WHEN EXISTS (
        -- By the device alone (offset 0): otherwise all friends of the person are read for each new one.
        SELECT FROM (SELECT signup_id FROM public.referral_devices WHERE device_key = d.device_key OFFSET 0) AS od
        JOIN public.referrals o ON o.signup_id = od.signup_id
        WHERE o.referrer_id = a.referrer_id AND o.created_at > now() - interval '1 day'
          AND (o.signup_id < a.signup_id OR o.signup_id NOT IN (SELECT signup_id FROM added))
      ) THEN 'device'
    END AS reason
    FROM added a
    JOIN public.referral_codes c ON c.signup_id = a.referrer_id
    LEFT JOIN public.referral_devices d ON d.signup_id = a.signup_id
  ) AS found
  WHERE r.signup_id = found.signup_id AND found.reason IS NOT NULL;

  -- More than five friends of one referrer from one network on a day: all of them, but for those that were reviewed.
  WITH recent AS (
    SELECT o.signup_id, o.held_for, o.reviewed, count(*) OVER (PARTITION BY o.referrer_id, od.network_key) AS friends
    FROM public.referrals o JOIN public.referral_devices od ON od.signup_id = o.signup_id
    WHERE o.referrer_id IN (SELECT referrer_id FROM added) AND o.created_at > now() - interval '1 day' AND od.network_key IS NOT NULL
  )
  UPDATE public.referrals r SET held_for = 'network' FROM recent
  WHERE r.signup_id = recent.signup_id AND recent.friends > 5 AND recent.held_for IS NULL AND recent.reviewed IS NULL;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER referrals_added AFTER INSERT ON public.referrals REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION public.hold_referrals();
--> statement-breakpoint
-- As before (0068), and: referrals.
CREATE OR REPLACE FUNCTION public.forget_administrator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.campaigns SET created_by = 'Compte supprimé' WHERE created_by = OLD.email;
  UPDATE public.campaigns SET updated_by = 'Compte supprimé' WHERE updated_by = OLD.email;
  UPDATE public.waves SET created_by = 'Compte supprimé' WHERE created_by = OLD.email;
  UPDATE public.referrals SET reviewed_by = 'Compte supprimé' WHERE reviewed_by = OLD.email;
  UPDATE public.email_template_versions SET saved_by = 'Compte supprimé' WHERE saved_by = OLD.email;
  UPDATE public.imports SET created_by = 'Compte supprimé' WHERE created_by = OLD.email;
  UPDATE public.suppressions SET source = 'Compte supprimé' WHERE source = OLD.email;
  UPDATE public.privacy_requests SET handled_by = 'Compte supprimé' WHERE handled_by = OLD.email;
  UPDATE public.admin_notices SET details = jsonb_set(details, '{actor}', '"Compte supprimé"') WHERE details ->> 'actor' = OLD.email;
  RETURN NULL;
END $$;
