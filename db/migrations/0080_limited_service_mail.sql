-- What a limitation (article 18 of the GDPR) stops: everything, or only news when another sign-up of the address is not limited.
CREATE FUNCTION public.limitation_scope(address_hash text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN EXISTS (SELECT FROM public.beta_signups WHERE email_hash = address_hash AND limited_at IS NULL)
    OR EXISTS (SELECT FROM public.brand_signups WHERE email_hash = address_hash AND limited_at IS NULL) THEN 'news' ELSE 'all' END
$$;
--> statement-breakpoint
-- As before (0072), and: a limitation stops service messages by `limitation_scope`. Messages about a limited sign-up are skipped when it is
-- limited.
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
        WHERE s.email_hash = hash AND CASE s.reason
          WHEN 'erased' THEN lane <> 'confirmation'
          WHEN 'limited' THEN purpose <> 'service' OR public.limitation_scope(s.email_hash) = 'all'
          ELSE purpose <> 'service' OR s.scope = 'all'
        END
      ) AS stopped,
      CASE WHEN purpose = 'news' THEN (
        SELECT max(c.given_at)
        FROM (SELECT * FROM public.consents WHERE email_hash = hash OFFSET 0) AS c
        WHERE c.purpose = 'news' AND c.confirmed_at IS NOT NULL AND c.withdrawn_at IS NULL
      ) END AS consented_at
    OFFSET 0
  ) AS known
$$;
