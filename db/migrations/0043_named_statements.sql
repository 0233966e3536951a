-- Writes the confirmation message of sign-ups, if the template of that event is active. The statement that stores sign-ups calls it, and so
-- do reminders. A stranger may sign up another person: the message holds nothing that was typed but the address. A mailbox that got a
-- confirmation within 24 hours, or for which one waits, gets the next one afterwards, and at most one waits.
-- must_ask: whether the message asks to confirm the address whatever the settings say; null means yes. Links are made when it is sent.
-- Rows are written in the order of their mailboxes to avoid deadlocks. Planned at each call: a plan from when the table was small would read all of it.
CREATE FUNCTION public.write_confirmations(
  signup_audience text, signup_ids uuid[], emails text[], mailbox_keys text[], must_ask boolean[], delay_seconds double precision[]
) RETURNS integer LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  written integer;
BEGIN
  INSERT INTO public.email_log (recipient_email, mailbox_key, subject, content, variables, template_id, status, email_type,
    lane, waits_for_mailbox, next_attempt_at)
  SELECT
    asked.email,
    asked.mailbox_key,
    template.subject,
    template.content,
    jsonb_build_object('signupId', asked.id)
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
      SELECT given.id, given.email, given.mailbox_key, coalesce(given.asks, true) AS asks, given.delay, earlier.last,
        earlier.count + row_number() OVER (PARTITION BY given.mailbox_key ORDER BY given.email) AS place
      FROM unnest(signup_ids, emails, mailbox_keys, must_ask, delay_seconds) AS given (id, email, mailbox_key, asks, delay)
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
-- Settings and states of mail and accounts that statements of other features depend on. Written as (SELECT f()) they are read once a statement.
-- Whether a sign-up can be decided only after its address is confirmed.
CREATE FUNCTION public.decisions_wait() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(bool_or(decisions_wait), false) FROM public.email_settings
$$;
--> statement-breakpoint
-- Whether unconfirmed sign-ups are reminded and deleted. Never in simulation, where no reminder leaves.
CREATE FUNCTION public.unconfirmed_are_deleted() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(bool_and(delete_unconfirmed AND NOT simulation_mode), false) FROM public.email_settings
$$;
--> statement-breakpoint
-- Whether no mail may leave after a restore.
CREATE FUNCTION public.mail_is_held() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT EXISTS (SELECT FROM public.mail_hold)
$$;
--> statement-breakpoint
CREATE FUNCTION public.is_admin_address(address text) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT EXISTS (SELECT FROM public.admin_users WHERE lower(email) = lower(address))
$$;
