-- Forgets the recipient of an erased message, also of one that was in flight when its recipient was erased: as soon as a row has erased_at
-- and no lease, nothing personal is left in it. What it was, how it ended and when stays. The key of the mailbox stays for 24 hours, so that
-- an erasure does not raise the limit of confirmations per mailbox.
CREATE FUNCTION public.forget_recipient() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.recipient_email := '';
  NEW.recipient_name := NULL;
  NEW.recipient_hash := '';
  NEW.subject := '';
  NEW.content := NULL;
  NEW.variables := '{}';
  IF NEW.mailbox_key IS NOT NULL AND (OLD.departed_at > now() - interval '24 hours') IS NOT TRUE THEN
    NEW.mailbox_key := '';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER email_log_forgotten BEFORE UPDATE ON public.email_log FOR EACH ROW
  WHEN (NEW.erased_at IS NOT NULL AND NEW.leased_by IS NULL) EXECUTE FUNCTION public.forget_recipient();
--> statement-breakpoint
-- The people that the filters of a campaign select, one row per address: the name of the user when a brand has the same address. Duplicates and
-- samples are left out. allowed, stopped and consented_at come from mail_permission. recipient_type: user, brand or all; status_filter: a
-- status of sign-ups or all. PostgreSQL inlines it, so that a condition of the caller is applied to the sign-ups.
CREATE FUNCTION public.campaign_recipients(recipient_type text, status_filter text, kind text)
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
$$;
--> statement-breakpoint
-- Whether an address is signed up, as a user or a brand. Duplicates and samples do not count.
CREATE FUNCTION public.is_signed_up(address text) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT
    EXISTS (SELECT FROM public.beta_signups WHERE lower(email) = lower(address) AND duplicate_of IS NULL AND NOT sample)
    OR EXISTS (SELECT FROM public.brand_signups WHERE lower(email) = lower(address) AND duplicate_of IS NULL AND NOT sample)
$$;
