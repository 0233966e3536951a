-- The confirmations that may leave now, at most `wanted`: no mailbox gets two within 24 hours. Sign-ups that are stored in
-- the same moment may have written more for one mailbox than they could know of: one waits for its day, the others go.
-- early: also those that wait for another attempt
CREATE OR REPLACE FUNCTION public.next_confirmations(wanted integer, early boolean, tried uuid[]) RETURNS SETOF uuid
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
    -- By the mailbox alone (OFFSET 0): without statistics every message of the day would be gone through for each.
    SELECT max(departed_at) INTO last FROM (
      SELECT id, lane, departed_at FROM public.email_log WHERE mailbox_key = candidate.mailbox_key OFFSET 0
    ) AS known
    WHERE id <> candidate.id AND lane = 'confirmation' AND departed_at > now() - interval '24 hours';
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
