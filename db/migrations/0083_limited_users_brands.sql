-- As before (0077), and: a limited user sign-up, which is left out itself, does not hide the same person's brand sign-up.
CREATE OR REPLACE FUNCTION public.campaign_recipients(recipient_type text, status_filter text, kind text)
RETURNS TABLE (
  email text, name text, firstname text, email_hash text, allowed boolean, stopped boolean, consented_at timestamptz
) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT people.email, people.name, people.firstname, people.email_hash, permission.allowed, permission.stopped, permission.consented_at
  FROM (
    SELECT u.email, u.name, u.firstname, u.email_hash
    FROM public.beta_signups u
    WHERE recipient_type IN ('all', 'user') AND u.duplicate_of IS NULL AND NOT u.sample AND u.limited_at IS NULL
      AND status_filter IN ('all', u.status)
    UNION ALL
    SELECT b.email, b.name, b.firstname, b.email_hash
    FROM public.brand_signups b
    WHERE recipient_type IN ('all', 'brand') AND b.duplicate_of IS NULL AND NOT b.sample AND b.limited_at IS NULL
      AND status_filter IN ('all', b.status)
      AND (recipient_type = 'brand' OR NOT EXISTS (
        SELECT FROM public.beta_signups u
        WHERE lower(u.email) = lower(b.email) AND u.duplicate_of IS NULL AND NOT u.sample AND u.limited_at IS NULL
          AND status_filter IN ('all', u.status)
      ))
  ) AS people
  CROSS JOIN LATERAL public.mail_permission(people.email_hash, 'campaign', kind) AS permission
  WHERE kind <> 'confirmation' OR EXISTS (SELECT FROM public.import_to_confirm(people.email_hash))
$$;
