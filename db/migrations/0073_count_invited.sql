-- As before (0068), and: a person whose only codes were revoked before they were sent has not been invited, as in `invitation_candidates`.
-- A state, as lists show it, is still that of the newest code. 'any' no longer sorts the codes by person.
CREATE OR REPLACE FUNCTION public.invited_signups(wanted text) RETURNS SETOF uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT signup_id FROM public.invitations WHERE wanted = 'any' AND (revoked_at IS NULL OR sent_at IS NOT NULL)
  UNION ALL
  SELECT signup_id FROM (
    SELECT DISTINCT ON (signup_id) signup_id,
      public.invitation_state(sent_at, expires_at, bounced_at, redeemed_at, revoked_at, now()) AS state
    FROM public.invitations WHERE wanted <> 'any' ORDER BY signup_id, created_at DESC, id
  ) AS newest WHERE state = wanted
$$;
--> statement-breakpoint
-- As before (0068), and: the same people.
CREATE OR REPLACE FUNCTION public.count_invited() RETURNS TABLE (audience text, invited integer, redeemed integer) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT audience, count(DISTINCT signup_id)::int, (count(*) FILTER (WHERE redeemed_at IS NOT NULL))::int
  FROM public.invitations WHERE revoked_at IS NULL OR sent_at IS NOT NULL GROUP BY audience
$$;
