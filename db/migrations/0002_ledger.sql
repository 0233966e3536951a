-- The ledger of counts; why it is made like this: docs/decisions/0005-ledger-of-counts.md.
-- Everything inside functions is named with its schema: a restore runs with an empty search_path.

CREATE FUNCTION public.signup_day(created_at timestamptz) RETURNS date
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT (created_at AT TIME ZONE 'Europe/Paris')::date
$$;
--> statement-breakpoint
-- A list of texts as the values it counts for: each once, led by '' which counts the respondent.
CREATE FUNCTION public.counted_list(answer jsonb, choice boolean) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN count(*) = 0 THEN '[]'
              WHEN choice THEN '[""]' || jsonb_agg(DISTINCT item)
              ELSE '[""]' END
  FROM jsonb_array_elements(answer) AS list (item)
  WHERE jsonb_typeof(item) = 'string' AND item <> '""'
$$;
--> statement-breakpoint
-- What one answer counts for: '' when it was given at all, and its values when the question is a choice.
CREATE FUNCTION public.counted_values(answer jsonb, field_type text) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE jsonb_typeof(answer)
    WHEN 'array' THEN public.counted_list(answer, field_type IN ('select', 'radio', 'checkbox'))
    WHEN 'string' THEN CASE
      WHEN answer = '""' THEN '[]'::jsonb
      WHEN field_type IN ('select', 'radio', 'checkbox') THEN '[""]'::jsonb || answer
      ELSE '[""]'::jsonb END
    ELSE '[]'::jsonb END
$$;
--> statement-breakpoint
-- Answers are grouped as they are stored before they are taken apart, which is four times faster. All texts of a free
-- question count the same.
CREATE FUNCTION public.countable_answer(answer jsonb, field_type text) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN field_type IN ('select', 'radio', 'checkbox') OR jsonb_typeof(answer) <> 'string' OR answer = '""'
    THEN answer ELSE '"+"'::jsonb END
$$;
--> statement-breakpoint
-- The answers of one sign-up as the ledger counts them. Those of questions that no longer exist are nothing.
CREATE FUNCTION public.counted_answers(responses jsonb) RETURNS TABLE (question_id uuid, answer_value text)
LANGUAGE sql STABLE PARALLEL SAFE ROWS 20 AS $$
  SELECT question.id, counted.answer_value
  FROM jsonb_each(responses) AS response (question_id, answer)
  JOIN public.questionnaire_items AS question ON question.id::text = response.question_id
  CROSS JOIN LATERAL jsonb_array_elements_text(public.counted_values(response.answer, question.field_type))
    AS counted (answer_value)
$$;
--> statement-breakpoint
-- The answers that `responses` has and `other` has not, or has differently; without those of questions that are gone,
-- so that taking away a deleted question's answers leaves no trace in the ledger.
CREATE FUNCTION public.differing_answers(responses jsonb, other jsonb) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_object_agg(response.key, response.value), '{}')
  FROM jsonb_each(responses) AS response
  WHERE other -> response.key IS DISTINCT FROM response.value
    AND EXISTS (SELECT FROM public.questionnaire_items AS question WHERE question.id::text = response.key)
$$;
--> statement-breakpoint
CREATE FUNCTION public.note_signups_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.signup_count_changes (audience, day, status, delta, responses)
  SELECT TG_ARGV[0], public.signup_day(created_at), status, 1, responses FROM added;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.note_signups_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.signup_count_changes (audience, day, status, delta, responses)
  SELECT TG_ARGV[0], public.signup_day(created_at), status, -1, responses FROM removed;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.note_signups_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.signup_count_changes (audience, day, status, delta, responses)
  WITH pairs AS (
    SELECT removed.created_at AS old_created_at, removed.status AS old_status, removed.responses AS old_responses,
           added.created_at AS new_created_at, added.status AS new_status, added.responses AS new_responses
    FROM removed JOIN added USING (id)
    WHERE (removed.created_at, removed.status, removed.responses)
      IS DISTINCT FROM (added.created_at, added.status, added.responses)
  ), differences AS (
    SELECT public.signup_day(old_created_at) AS day, old_status AS status, -1 AS delta,
           CASE WHEN old_responses = new_responses THEN '{}'
                ELSE public.differing_answers(old_responses, new_responses) END AS responses
    FROM pairs
    UNION ALL
    SELECT public.signup_day(new_created_at), new_status, 1,
           CASE WHEN old_responses = new_responses THEN '{}'
                ELSE public.differing_answers(new_responses, old_responses) END
    FROM pairs
  )
  SELECT TG_ARGV[0], day, status, sum(delta), responses FROM differences
  GROUP BY day, status, responses HAVING sum(delta) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Whoever writes the folded totals holds this lock: folding, recounting, removing a question's totals.
CREATE FUNCTION public.lock_count_totals() RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(7368512)
$$;
--> statement-breakpoint
CREATE FUNCTION public.note_signups_truncated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.lock_count_totals();
  DELETE FROM public.signup_count_changes WHERE audience = TG_ARGV[0];
  DELETE FROM public.signup_counts WHERE audience = TG_ARGV[0];
  DELETE FROM public.answer_counts WHERE signup_type = TG_ARGV[0];
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER beta_signups_added AFTER INSERT ON beta_signups REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION public.note_signups_added('user');
--> statement-breakpoint
CREATE TRIGGER beta_signups_changed AFTER UPDATE ON beta_signups REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION public.note_signups_changed('user');
--> statement-breakpoint
CREATE TRIGGER beta_signups_removed AFTER DELETE ON beta_signups REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION public.note_signups_removed('user');
--> statement-breakpoint
CREATE TRIGGER beta_signups_truncated AFTER TRUNCATE ON beta_signups
  FOR EACH STATEMENT EXECUTE FUNCTION public.note_signups_truncated('user');
--> statement-breakpoint
CREATE TRIGGER brand_signups_added AFTER INSERT ON brand_signups REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION public.note_signups_added('brand');
--> statement-breakpoint
CREATE TRIGGER brand_signups_changed AFTER UPDATE ON brand_signups REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION public.note_signups_changed('brand');
--> statement-breakpoint
CREATE TRIGGER brand_signups_removed AFTER DELETE ON brand_signups REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION public.note_signups_removed('brand');
--> statement-breakpoint
CREATE TRIGGER brand_signups_truncated AFTER TRUNCATE ON brand_signups
  FOR EACH STATEMENT EXECUTE FUNCTION public.note_signups_truncated('brand');
--> statement-breakpoint
-- Both sign-up tables as one.
CREATE VIEW public.all_signups AS
  SELECT 'user' AS audience, id, created_at, status, responses FROM public.beta_signups
  UNION ALL
  SELECT 'brand', id, created_at, status, responses FROM public.brand_signups;
--> statement-breakpoint
-- Folds the oldest changes into the totals, at most `batch_size` of them, and says how many there were.
-- Null: another instance is at it. The lock is taken in a statement of its own, so that the next one sees all that
-- its last holder did.
CREATE FUNCTION public.fold_counts(batch_size integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE folded integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(7368512) THEN RETURN NULL; END IF;
  WITH batch AS (
    DELETE FROM public.signup_count_changes
    WHERE id IN (SELECT id FROM public.signup_count_changes ORDER BY id LIMIT batch_size)
    RETURNING audience, day, status, delta, responses
  ), signups AS (
    INSERT INTO public.signup_counts AS total (audience, day, status, count)
    SELECT audience, day, status, sum(delta) FROM batch
    GROUP BY audience, day, status HAVING sum(delta) <> 0
    ON CONFLICT (audience, day, status) DO UPDATE SET count = total.count + excluded.count
  ), answers AS (
    INSERT INTO public.answer_counts AS total (question_id, signup_type, answer_value, count)
    SELECT answer.question_id, answer.audience, counted.answer_value, sum(answer.delta)
    FROM (
      SELECT question.id AS question_id, question.field_type, batch.audience,
             public.countable_answer(response.value, question.field_type) AS value, sum(batch.delta) AS delta
      FROM batch CROSS JOIN LATERAL jsonb_each(batch.responses) AS response
      JOIN public.questionnaire_items AS question ON question.id::text = response.key
      GROUP BY 1, 2, 3, 4
    ) AS answer
    CROSS JOIN LATERAL jsonb_array_elements_text(public.counted_values(answer.value, answer.field_type))
      AS counted (answer_value)
    GROUP BY 1, 2, 3 HAVING sum(answer.delta) <> 0
    ON CONFLICT (question_id, signup_type, answer_value) DO UPDATE SET count = total.count + excluded.count
  )
  SELECT count(*) INTO folded FROM batch;
  IF folded > 0 THEN
    DELETE FROM public.signup_counts WHERE count = 0;
    DELETE FROM public.answer_counts WHERE count = 0;
  END IF;
  RETURN folded;
END $$;
--> statement-breakpoint
-- Counts one question anew after its type changed. Total = rows - changes that are not folded yet, both as of one
-- snapshot: a sign-up commits its row and its change together, so one that commits meanwhile is in neither and is
-- counted once, when its change is read or folded. Nobody who signs up waits.
CREATE FUNCTION public.recount_question(recounted uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE type text;
BEGIN
  PERFORM public.lock_count_totals();
  SELECT field_type INTO type FROM public.questionnaire_items WHERE id = recounted;
  DELETE FROM public.answer_counts WHERE question_id = recounted;
  INSERT INTO public.answer_counts (question_id, signup_type, answer_value, count)
  SELECT recounted, answer.audience, counted.answer_value, sum(answer.delta)
  FROM (
    SELECT source.audience, public.countable_answer(source.responses -> recounted::text, type) AS value,
           sum(source.delta) AS delta
    FROM (
      SELECT audience, 1 AS delta, responses FROM public.all_signups
      UNION ALL
      SELECT audience, -delta, responses FROM public.signup_count_changes
    ) AS source
    WHERE source.responses ? recounted::text
    GROUP BY 1, 2
  ) AS answer
  CROSS JOIN LATERAL jsonb_array_elements_text(public.counted_values(answer.value, type)) AS counted (answer_value)
  GROUP BY 1, 2, 3 HAVING sum(answer.delta) <> 0;
END $$;
--> statement-breakpoint
-- Counts everything anew: for rows that came in behind the triggers' back, or twice (a restored data-only dump).
CREATE FUNCTION public.rebuild_counts() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.lock_count_totals();
  DELETE FROM public.signup_counts;
  INSERT INTO public.signup_counts (audience, day, status, count)
  SELECT audience, day, status, sum(delta) FROM (
    SELECT audience, public.signup_day(created_at) AS day, status, 1 AS delta FROM public.all_signups
    UNION ALL
    SELECT audience, day, status, -delta FROM public.signup_count_changes
  ) AS source
  GROUP BY audience, day, status HAVING sum(delta) <> 0;
  DELETE FROM public.answer_counts;
  INSERT INTO public.answer_counts (question_id, signup_type, answer_value, count)
  SELECT answer.question_id, answer.audience, counted.answer_value, sum(answer.delta)
  FROM (
    SELECT question.id AS question_id, question.field_type, source.audience,
           public.countable_answer(response.value, question.field_type) AS value, sum(source.delta) AS delta
    FROM (
      SELECT audience, 1 AS delta, responses FROM public.all_signups
      UNION ALL
      SELECT audience, -delta, responses FROM public.signup_count_changes
    ) AS source
    CROSS JOIN LATERAL jsonb_each(source.responses) AS response
    JOIN public.questionnaire_items AS question ON question.id::text = response.key
    GROUP BY 1, 2, 3, 4
  ) AS answer
  CROSS JOIN LATERAL jsonb_array_elements_text(public.counted_values(answer.value, answer.field_type))
    AS counted (answer_value)
  GROUP BY 1, 2, 3 HAVING sum(answer.delta) <> 0;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.note_question_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.lock_count_totals();
  DELETE FROM public.answer_counts WHERE question_id = OLD.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.note_question_retyped() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.recount_question(NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER questionnaire_items_removed AFTER DELETE ON questionnaire_items
  FOR EACH ROW EXECUTE FUNCTION public.note_question_removed();
--> statement-breakpoint
-- Only a change between choice and free text changes what is counted.
CREATE TRIGGER questionnaire_items_retyped AFTER UPDATE OF field_type ON questionnaire_items
  FOR EACH ROW WHEN ((OLD.field_type IN ('select', 'radio', 'checkbox')) <> (NEW.field_type IN ('select', 'radio', 'checkbox')))
  EXECUTE FUNCTION public.note_question_retyped();
--> statement-breakpoint
-- The totals as they are now.
CREATE VIEW public.signup_totals AS
  SELECT audience, day, status, sum(count)::bigint AS count FROM (
    SELECT audience, day, status, count FROM public.signup_counts
    UNION ALL
    SELECT audience, day, status, delta FROM public.signup_count_changes
  ) AS ledger
  GROUP BY audience, day, status HAVING sum(count) <> 0;
--> statement-breakpoint
CREATE VIEW public.answer_totals AS
  SELECT question_id, signup_type, answer_value, sum(count)::bigint AS count FROM (
    SELECT question_id, signup_type, answer_value, count FROM public.answer_counts
    UNION ALL
    SELECT answer.question_id, answer.audience, counted.answer_value, answer.delta
    FROM (
      SELECT question.id AS question_id, question.field_type, change.audience,
             public.countable_answer(response.value, question.field_type) AS value, sum(change.delta) AS delta
      FROM public.signup_count_changes AS change CROSS JOIN LATERAL jsonb_each(change.responses) AS response
      JOIN public.questionnaire_items AS question ON question.id::text = response.key
      GROUP BY 1, 2, 3, 4
    ) AS answer
    CROSS JOIN LATERAL jsonb_array_elements_text(public.counted_values(answer.value, answer.field_type))
      AS counted (answer_value)
  ) AS ledger
  GROUP BY question_id, signup_type, answer_value HAVING sum(count) <> 0;
--> statement-breakpoint
CREATE VIEW public.secure_signup_counts AS
  SELECT day AS date,
         sum(count)::bigint AS total_count,
         coalesce(sum(count) FILTER (WHERE audience = 'user'), 0)::bigint AS user_count,
         coalesce(sum(count) FILTER (WHERE audience = 'brand'), 0)::bigint AS brand_count
  FROM public.signup_totals GROUP BY day;
--> statement-breakpoint
-- Choices come from the ledger; free text is counted from the rows, which is slow at a million: nothing of ours reads that part.
CREATE VIEW public.secure_question_summary AS
  SELECT question_id, signup_type, answer_value, count AS response_count
  FROM public.answer_totals WHERE answer_value <> ''
  UNION ALL
  SELECT question.id, signup.audience, counted.answer_value, count(*)
  FROM public.questionnaire_items AS question
  JOIN public.all_signups AS signup ON signup.responses ? question.id::text
  CROSS JOIN LATERAL jsonb_array_elements_text(public.counted_values(signup.responses -> question.id::text, 'select'))
    AS counted (answer_value)
  WHERE question.field_type NOT IN ('select', 'radio', 'checkbox') AND counted.answer_value <> ''
  GROUP BY question.id, signup.audience, counted.answer_value;
--> statement-breakpoint
-- One row per answered question of a sign-up.
CREATE VIEW public.secure_responses_stats AS
  SELECT signup.id AS signup_id, signup.audience AS signup_type, answer.question_id, signup.created_at
  FROM public.all_signups AS signup CROSS JOIN LATERAL public.counted_answers(signup.responses) AS answer
  WHERE answer.answer_value = '';
--> statement-breakpoint
-- Seeded from the sign-ups that are there already.
SELECT public.rebuild_counts();
