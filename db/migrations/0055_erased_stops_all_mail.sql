-- Who may be written to (0042), with two rules more. An address whose owner asked to be erased gets no message at all, whatever the scope of
-- its suppression: the version before wrote `news`. What the person asks for is still sent: a link to their data, and the confirmation of a
-- new sign-up (lane `confirmation`), which lifts the suppression when they confirm it.
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
        WHERE s.email_hash = hash AND CASE WHEN s.reason = 'erased' THEN lane <> 'confirmation' ELSE purpose = 'news' OR s.scope = 'all' END
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
-- As before (0047), and: a confirmation to an address that was erased always asks to confirm. Nothing else is sent to it until it is confirmed.
CREATE OR REPLACE FUNCTION public.write_confirmations(
  signup_audience text, signup_ids uuid[], emails text[], mailbox_keys text[], first_names text[],
  must_ask boolean[], delay_seconds double precision[]
) RETURNS integer LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  written integer;
BEGIN
  INSERT INTO public.email_log (recipient_email, mailbox_key, subject, content, variables, template_id, status, email_type,
    lane, waits_for_mailbox, next_attempt_at)
  SELECT
    asked.email,
    asked.mailbox_key,
    CASE WHEN asked.asks OR template.subject <> 'Confirmez votre adresse pour la bêta de Tenue' THEN template.subject
      ELSE 'Votre inscription à la bêta de Tenue est enregistrée' END,
    CASE WHEN asked.first_name IS NULL THEN replace(template.content, ' {{firstName}}', '') ELSE template.content END,
    jsonb_strip_nulls(jsonb_build_object('signupId', asked.id, 'firstName', asked.first_name))
      || CASE WHEN asked.asks THEN jsonb_build_object('confirms', signup_audience) ELSE '{}' END,
    template.id,
    'pending',
    'transactional',
    'confirmation',
    asked.place = 2,
    greatest(
      now() + make_interval(secs => coalesce(asked.delay, 0)),
      CASE WHEN asked.place = 2 THEN coalesce(asked.last, now()) + interval '24 hours' END
    )
  FROM
    (SELECT id, subject, content FROM public.email_templates WHERE event = 'signup' AND is_active) AS template,
    (
      SELECT given.id, given.email, given.mailbox_key, given.first_name, given.delay, earlier.last,
        CASE WHEN setting.asks OR coalesce(given.asks, true) THEN true
          ELSE EXISTS (
            SELECT FROM public.suppressions s WHERE s.email_hash = public.address_hash(given.email) AND s.reason = 'erased'
          ) END AS asks,
        earlier.count + row_number() OVER (PARTITION BY given.mailbox_key ORDER BY given.email) AS place
      FROM (SELECT coalesce(bool_and(confirmation_requested), true) AS asks FROM public.email_settings) AS setting
      CROSS JOIN unnest(signup_ids, emails, mailbox_keys, first_names, must_ask, delay_seconds)
        AS given (id, email, mailbox_key, first_name, asks, delay)
      CROSS JOIN LATERAL (
        SELECT count(*) AS count, max(known.departed_at) AS last
        FROM (
          -- By the mailbox alone (offset 0): without statistics every message that waits would be read for each sign-up.
          SELECT lane, status, departed_at FROM public.email_log WHERE email_log.mailbox_key = given.mailbox_key OFFSET 0
        ) AS known
        WHERE known.lane = 'confirmation'
          AND (known.status = 'pending' OR known.departed_at > now() - interval '24 hours')
      ) AS earlier
    ) AS asked
  WHERE asked.place <= 2
  ORDER BY asked.mailbox_key
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS written = ROW_COUNT;
  RETURN written;
END
$$;
