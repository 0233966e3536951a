-- Writes the confirmation message of sign-ups, if the template of that event is active. The statement that stores sign-ups calls it, and so
-- do reminders. A stranger may sign up another person: of what was typed the message holds the address and a first name, which is null
-- unless it looks like one (`greetingName`). A mailbox that got a confirmation within 24 hours, or for which one waits, gets the next one
-- afterwards, and at most one waits.
-- must_ask: whether the message asks to confirm the address whatever the settings say; null means yes. Links are made when it is sent. A
-- message that does not ask has its own subject in the place of the given template's.
-- Rows are written in the order of their mailboxes to avoid deadlocks. Planned at each call: a plan from when the table was small would read all of it.
CREATE FUNCTION public.write_confirmations(
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
    CASE WHEN asked.asks OR setting.asks OR template.subject <> 'Confirmez votre adresse pour la bêta de Tenue' THEN template.subject
      ELSE 'Votre inscription à la bêta de Tenue est enregistrée' END,
    CASE WHEN asked.first_name IS NULL THEN replace(template.content, ' {{firstName}}', '') ELSE template.content END,
    jsonb_strip_nulls(jsonb_build_object('signupId', asked.id, 'firstName', asked.first_name))
      || CASE WHEN asked.asks OR setting.asks THEN jsonb_build_object('confirms', signup_audience) ELSE '{}' END,
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
    (SELECT coalesce(bool_and(confirmation_requested), true) AS asks FROM public.email_settings) AS setting,
    (
      SELECT given.id, given.email, given.mailbox_key, given.first_name, coalesce(given.asks, true) AS asks, given.delay, earlier.last,
        earlier.count + row_number() OVER (PARTITION BY given.mailbox_key ORDER BY given.email) AS place
      FROM unnest(signup_ids, emails, mailbox_keys, first_names, must_ask, delay_seconds)
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
--> statement-breakpoint
-- The form of the version before, which still runs beside this one: it knows no first names.
CREATE OR REPLACE FUNCTION public.write_confirmations(
  signup_audience text, signup_ids uuid[], emails text[], mailbox_keys text[], must_ask boolean[], delay_seconds double precision[]
) RETURNS integer LANGUAGE sql AS $$
  SELECT public.write_confirmations(signup_audience, signup_ids, emails, mailbox_keys, NULL, must_ask, delay_seconds)
$$;
--> statement-breakpoint
-- Whether the message about a new sign-up asks to confirm its address: the visitor is asked to open it.
CREATE FUNCTION public.confirmation_is_asked() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT EXISTS (SELECT FROM public.email_templates WHERE event = 'signup' AND is_active)
    AND (SELECT coalesce(bool_and(confirmation_requested), true) FROM public.email_settings)
$$;
--> statement-breakpoint
-- The given template as long as it is unedited, in its stored version too.
WITH given AS (
  UPDATE public.email_templates
  SET subject = 'Confirmez votre adresse pour la bêta de Tenue', content = replace(content, '<p>Bonjour,</p>', '<p>Bonjour {{firstName}},</p>')
  WHERE event = 'signup' AND version = 1 AND subject = 'Votre inscription à la bêta est enregistrée'
  RETURNING id, subject, content
)
UPDATE public.email_template_versions AS stored SET subject = given.subject, content = given.content
FROM given WHERE stored.template_id = given.id AND stored.version = 1;
