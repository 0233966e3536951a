-- Imported people who did not confirm their address can be asked to, once, by a campaign. The rows that are there meet the wider
-- conditions, which therefore do not read them again.
-- contract: a wider condition takes this one's place
ALTER TABLE "campaigns" DROP CONSTRAINT "campaigns_kind_check";--> statement-breakpoint
-- contract: a wider condition takes this one's place
ALTER TABLE "campaigns" DROP CONSTRAINT "campaigns_reason_check";--> statement-breakpoint
-- contract: a wider condition takes this one's place
ALTER TABLE "email_log" DROP CONSTRAINT "email_log_purpose_check";--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_kind_check" CHECK ("campaigns"."kind" in ('news', 'service', 'confirmation')) NOT VALID;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_reason_check" CHECK ("campaigns"."kind" <> 'service' or "campaigns"."reason" is not null or "campaigns"."status" = 'draft') NOT VALID;--> statement-breakpoint
ALTER TABLE "email_log" ADD CONSTRAINT "email_log_purpose_check" CHECK ("email_log"."purpose" in ('news', 'service', 'confirmation')) NOT VALID;--> statement-breakpoint
-- As before (0055), and: people who unsubscribed are not asked to confirm either. A service message alone passes a suppression of news.
CREATE OR REPLACE FUNCTION public.mail_permission(hash text, lane text, purpose text)
RETURNS TABLE (allowed boolean, stopped boolean, consented_at timestamptz) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT
    lane = 'link' OR NOT known.stopped AND (purpose <> 'news' OR known.consented_at IS NOT NULL),
    known.stopped,
    known.consented_at
  FROM (
    SELECT
      EXISTS (
        SELECT FROM public.suppressions s
        WHERE s.email_hash = hash AND CASE WHEN s.reason = 'erased' THEN lane <> 'confirmation' ELSE purpose <> 'service' OR s.scope = 'all' END
      ) AS stopped,
      CASE WHEN purpose = 'news' THEN (
        SELECT max(c.given_at)
        FROM (SELECT * FROM public.consents WHERE email_hash = hash OFFSET 0) AS c
        WHERE c.purpose = 'news' AND c.confirmed_at IS NOT NULL AND c.withdrawn_at IS NULL
      ) END AS consented_at
    OFFSET 0
  ) AS known
$$;
--> statement-breakpoint
-- A hold noted imported sign-ups as reminded, which get no reminders. From here on the column says when a campaign asked them to confirm.
UPDATE public.beta_signups SET reminded_at = NULL WHERE import_id IS NOT NULL AND reminded_at IS NOT NULL;
--> statement-breakpoint
UPDATE public.brand_signups SET reminded_at = NULL WHERE import_id IS NOT NULL AND reminded_at IS NOT NULL;
--> statement-breakpoint
-- Notes with every imported sign-up of an address that a request to confirm left, or may have left: the log forgets the address after a year.
-- A row that an erasure or a decision holds is skipped, since those take rows of the log afterwards; until then the log knows.
CREATE FUNCTION public.follow_confirmation_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.beta_signups SET reminded_at = NEW.departed_at WHERE id IN (
    SELECT id FROM public.beta_signups
    WHERE email_hash = OLD.recipient_hash AND import_id IS NOT NULL AND reminded_at IS NULL FOR UPDATE SKIP LOCKED
  );
  UPDATE public.brand_signups SET reminded_at = NEW.departed_at WHERE id IN (
    SELECT id FROM public.brand_signups
    WHERE email_hash = OLD.recipient_hash AND import_id IS NOT NULL AND reminded_at IS NULL FOR UPDATE SKIP LOCKED
  );
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER email_log_confirmation_request AFTER UPDATE OF status ON public.email_log FOR EACH ROW
  WHEN (NEW.purpose = 'confirmation' AND NEW.departed_at IS NOT NULL AND NEW.status IN ('sent', 'failed') AND NEW.status <> OLD.status
    AND OLD.recipient_hash <> '')
  EXECUTE FUNCTION public.follow_confirmation_request();
--> statement-breakpoint
-- The imported sign-up of an address that can be asked to confirm it. No address is asked twice, for whichever audience: a request that
-- waits, left or may have left is the only one. In simulation nothing leaves.
CREATE FUNCTION public.import_to_confirm(hash text)
RETURNS TABLE (audience text, signup_id uuid) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT imported.audience, imported.id
  FROM (
    SELECT 'user' AS audience, u.id FROM public.beta_signups u
    WHERE u.email_hash = hash AND u.import_id IS NOT NULL AND u.confirmed_at IS NULL AND u.duplicate_of IS NULL AND NOT u.sample
    UNION ALL
    SELECT 'brand', b.id FROM public.brand_signups b
    WHERE b.email_hash = hash AND b.import_id IS NOT NULL AND b.confirmed_at IS NULL AND b.duplicate_of IS NULL AND NOT b.sample
  ) AS imported
  WHERE NOT EXISTS (
    SELECT FROM public.beta_signups u WHERE u.email_hash = hash AND u.import_id IS NOT NULL AND u.reminded_at IS NOT NULL
  ) AND NOT EXISTS (
    SELECT FROM public.brand_signups b WHERE b.email_hash = hash AND b.import_id IS NOT NULL AND b.reminded_at IS NOT NULL
  ) AND NOT EXISTS (
    SELECT FROM public.email_log asked
    WHERE asked.recipient_hash = hash AND asked.recipient_hash <> '' AND asked.purpose = 'confirmation'
      AND (asked.status = 'pending' OR asked.departed_at IS NOT NULL)
  )
  ORDER BY imported.audience DESC
  LIMIT 1
$$;
--> statement-breakpoint
-- As before (0044), and: requests to confirm go to the people of `import_to_confirm`.
CREATE OR REPLACE FUNCTION public.campaign_recipients(recipient_type text, status_filter text, kind text)
RETURNS TABLE (
  email text, name text, firstname text, email_hash text, allowed boolean, stopped boolean, consented_at timestamptz
) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT people.email, people.name, people.firstname, people.email_hash, permission.allowed, permission.stopped, permission.consented_at
  FROM (
    SELECT u.email, u.name, u.firstname, u.email_hash
    FROM public.beta_signups u
    WHERE recipient_type IN ('all', 'user') AND u.duplicate_of IS NULL AND NOT u.sample AND status_filter IN ('all', u.status)
    UNION ALL
    SELECT b.email, b.name, b.firstname, b.email_hash
    FROM public.brand_signups b
    WHERE recipient_type IN ('all', 'brand') AND b.duplicate_of IS NULL AND NOT b.sample AND status_filter IN ('all', b.status)
      AND (recipient_type = 'brand' OR NOT EXISTS (
        SELECT FROM public.beta_signups u
        WHERE lower(u.email) = lower(b.email) AND u.duplicate_of IS NULL AND NOT u.sample AND status_filter IN ('all', u.status)
      ))
  ) AS people
  CROSS JOIN LATERAL public.mail_permission(people.email_hash, 'campaign', kind) AS permission
  WHERE kind <> 'confirmation' OR EXISTS (SELECT FROM public.import_to_confirm(people.email_hash))
$$;
--> statement-breakpoint
-- What a message of a campaign knows of its recipient: news since when they agree to them, a request the sign-up that it asks to confirm.
CREATE FUNCTION public.campaign_variables(kind text, firstname text, name text, hash text, consented_at timestamptz)
RETURNS jsonb LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT jsonb_build_object('firstName', firstname, 'name', name) || CASE kind
    WHEN 'news' THEN jsonb_build_object('consentedAt', consented_at)
    WHEN 'confirmation' THEN (
      SELECT jsonb_build_object('confirms', audience, 'signupId', signup_id) FROM public.import_to_confirm(hash)
    )
    ELSE '{}'
  END
$$;
