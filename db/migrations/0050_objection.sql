ALTER TABLE "beta_signups" ADD COLUMN "objected_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "brand_signups" ADD COLUMN "objected_at" timestamp (3) with time zone;--> statement-breakpoint
-- The sign-ups that statistics count: neither limited (article 18 of the GDPR) nor objected to (article 21).
CREATE OR REPLACE VIEW public.all_signups AS
  SELECT 'user' AS audience, id, created_at, status, responses FROM public.beta_signups
  WHERE limited_at IS NULL AND objected_at IS NULL
  UNION ALL
  SELECT 'brand', id, created_at, status, responses FROM public.brand_signups
  WHERE limited_at IS NULL AND objected_at IS NULL;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.note_signups_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.signup_count_changes (audience, day, status, delta, responses)
  SELECT TG_ARGV[0], public.signup_day(created_at), status, 1, responses FROM added
  WHERE limited_at IS NULL AND objected_at IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.note_signups_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.signup_count_changes (audience, day, status, delta, responses)
  SELECT TG_ARGV[0], public.signup_day(created_at), status, -1, responses FROM removed
  WHERE limited_at IS NULL AND objected_at IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.note_signups_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.signup_count_changes (audience, day, status, delta, responses)
  WITH pairs AS (
    SELECT removed.created_at AS old_created_at, removed.status AS old_status, removed.responses AS old_responses,
           removed.limited_at IS NULL AND removed.objected_at IS NULL AS old_counted,
           added.created_at AS new_created_at, added.status AS new_status, added.responses AS new_responses,
           added.limited_at IS NULL AND added.objected_at IS NULL AS new_counted
    FROM removed JOIN added USING (id)
  ), changed AS (
    SELECT * FROM pairs
    WHERE (old_created_at, old_status, old_responses, old_counted)
      IS DISTINCT FROM (new_created_at, new_status, new_responses, new_counted)
  ), differences AS (
    SELECT public.signup_day(old_created_at) AS day, old_status AS status, -1 AS delta,
           CASE WHEN NOT new_counted THEN public.differing_answers(old_responses, '{}')
                WHEN old_responses = new_responses THEN '{}'
                ELSE public.differing_answers(old_responses, new_responses) END AS responses
    FROM changed WHERE old_counted
    UNION ALL
    SELECT public.signup_day(new_created_at), new_status, 1,
           CASE WHEN NOT old_counted THEN public.differing_answers(new_responses, '{}')
                WHEN old_responses = new_responses THEN '{}'
                ELSE public.differing_answers(new_responses, old_responses) END
    FROM changed WHERE new_counted
  )
  SELECT TG_ARGV[0], day, status, sum(delta), responses FROM differences
  GROUP BY day, status, responses HAVING sum(delta) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Those that were limited before leave the statistics now.
INSERT INTO public.signup_count_changes (audience, day, status, delta, responses)
SELECT 'user', public.signup_day(created_at), status, -1, responses FROM public.beta_signups WHERE limited_at IS NOT NULL
UNION ALL
SELECT 'brand', public.signup_day(created_at), status, -1, responses FROM public.brand_signups WHERE limited_at IS NOT NULL;
