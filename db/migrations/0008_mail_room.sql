-- How many messages may leave now; why it is made like this: docs/decisions/0003-mail-delivery.md.

-- What a lane may use of a cap: links that somebody asked for all of it, the others leave them 5 %, five at least, but
-- never more than half.
CREATE FUNCTION public.mail_share(cap integer, lane text) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN lane = 'link' THEN cap ELSE cap - least(greatest(5, ceil(cap * 0.05)::integer), cap / 2) END
$$;
--> statement-breakpoint
CREATE FUNCTION public.room_under_cap(cap integer, span interval, for_lane text) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT least(cap - count(*), public.mail_share(cap, for_lane) - count(*) FILTER (WHERE for_lane = 'link' OR lane <> 'link'))::integer
  FROM public.email_log WHERE departed_at > now() - span
$$;
--> statement-breakpoint
-- How many of `wanted` messages a lane may lease in the transaction that asks. Where something limits it, whoever asks
-- waits here until the others have committed what they lease. Each query of a volatile function sees what is committed by
-- then, and what a statement leases is counted by `departed_at`: instances never pass a cap together.
CREATE FUNCTION public.mail_room(for_lane text, wanted integer) RETURNS integer LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  caps record;
  room integer := wanted;
BEGIN
  IF wanted <= 0 THEN RETURN 0; END IF;
  SELECT max(hourly_cap) AS hourly, max(daily_cap) AS daily, coalesce(max(confirmation_hourly_cap), 500) AS confirmations
    INTO caps FROM public.email_settings;
  IF caps.hourly IS NULL AND caps.daily IS NULL AND for_lane <> 'confirmation' THEN RETURN wanted; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('mail room', 0));
  IF caps.hourly IS NOT NULL THEN
    room := least(room, public.room_under_cap(caps.hourly, interval '1 hour', for_lane));
  END IF;
  IF caps.daily IS NOT NULL THEN
    room := least(room, public.room_under_cap(caps.daily, interval '1 day', for_lane));
  END IF;
  IF for_lane = 'confirmation' AND room > 0 THEN
    SELECT least(room, caps.confirmations - count(*)) INTO room
      FROM public.email_log WHERE departed_at > now() - interval '1 hour' AND lane = 'confirmation';
  END IF;
  RETURN greatest(room, 0);
END
$$;
--> statement-breakpoint
-- The confirmations that may leave now, at most `wanted`: no mailbox gets two within 24 hours. Sign-ups that are stored in
-- the same moment may have written more for one mailbox than they could know of: one waits for its day, the others go.
-- early: also those that wait for another attempt
CREATE FUNCTION public.next_confirmations(wanted integer, early boolean, tried uuid[]) RETURNS SETOF uuid
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  room integer := public.mail_room('confirmation', wanted);
  mailboxes text[] := '{}';
  candidate record;
  last timestamptz;
BEGIN
  IF room = 0 THEN RETURN; END IF;
  FOR candidate IN
    SELECT id, mailbox_key FROM public.email_log
    WHERE status = 'pending' AND lane = 'confirmation' AND leased_by IS NULL AND id <> ALL (tried)
      AND (next_attempt_at <= now() OR early AND attempts > 0)
    ORDER BY next_attempt_at, id LIMIT room + 10 FOR UPDATE SKIP LOCKED
  LOOP
    SELECT max(departed_at) INTO last FROM public.email_log
    WHERE mailbox_key = candidate.mailbox_key AND id <> candidate.id AND lane = 'confirmation'
      AND departed_at > now() - interval '24 hours';
    IF last IS NOT NULL OR candidate.mailbox_key = ANY (mailboxes) THEN
      BEGIN
        UPDATE public.email_log
        SET next_attempt_at = coalesce(last, now()) + interval '24 hours', waits_for_mailbox = true
        WHERE id = candidate.id;
      EXCEPTION WHEN unique_violation THEN
        DELETE FROM public.email_log WHERE id = candidate.id;
      END;
    ELSIF cardinality(mailboxes) < room THEN
      mailboxes := mailboxes || candidate.mailbox_key;
      RETURN NEXT candidate.id;
    END IF;
  END LOOP;
END
$$;
