-- Which types of questions are answered by choosing among options: the one list that the ledger asks. The contract has the
-- same (contract/questions); a test compares them. Whoever adds a choice replaces this function, and nothing else here.
CREATE FUNCTION public.is_choice(field_type text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT field_type IN ('select', 'radio', 'checkbox')
$$;
--> statement-breakpoint
-- What one answer counts for: '' when it was given at all, and its values when the question is a choice.
CREATE OR REPLACE FUNCTION public.counted_values(answer jsonb, field_type text) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE jsonb_typeof(answer)
    WHEN 'array' THEN public.counted_list(answer, public.is_choice(field_type))
    WHEN 'string' THEN CASE
      WHEN answer = '""' THEN '[]'::jsonb
      WHEN public.is_choice(field_type) THEN '[""]'::jsonb || answer
      ELSE '[""]'::jsonb END
    ELSE '[]'::jsonb END
$$;
--> statement-breakpoint
-- Answers are grouped as they are stored before they are taken apart, which is four times faster. All texts of a free
-- question count the same.
CREATE OR REPLACE FUNCTION public.countable_answer(answer jsonb, field_type text) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN public.is_choice(field_type) OR jsonb_typeof(answer) <> 'string' OR answer = '""'
    THEN answer ELSE '"+"'::jsonb END
$$;
--> statement-breakpoint
-- Only a change between choice and free text changes what is counted.
DROP TRIGGER questionnaire_items_retyped ON questionnaire_items;
--> statement-breakpoint
CREATE TRIGGER questionnaire_items_retyped AFTER UPDATE OF field_type ON questionnaire_items
  FOR EACH ROW WHEN (public.is_choice(OLD.field_type) <> public.is_choice(NEW.field_type))
  EXECUTE FUNCTION public.note_question_retyped();
--> statement-breakpoint
-- Choices come from the ledger; free text is counted from the rows, which is slow at a million: nothing of ours reads that part.
CREATE OR REPLACE VIEW public.secure_question_summary AS
  SELECT question_id, signup_type, answer_value, count AS response_count
  FROM public.answer_totals WHERE answer_value <> ''
  UNION ALL
  SELECT question.id, signup.audience, counted.answer_value, count(*)
  FROM public.questionnaire_items AS question
  JOIN public.all_signups AS signup ON signup.responses ? question.id::text
  CROSS JOIN LATERAL jsonb_array_elements_text(public.counted_values(signup.responses -> question.id::text, 'select'))
    AS counted (answer_value)
  WHERE NOT public.is_choice(question.field_type) AND counted.answer_value <> ''
  GROUP BY question.id, signup.audience, counted.answer_value;
