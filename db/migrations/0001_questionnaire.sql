-- Checked at commit, so that a reorder may swap two positions.
ALTER TABLE questionnaire_items
  ADD CONSTRAINT questionnaire_items_order_key UNIQUE (order_position) DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
INSERT INTO questionnaire_state (id, revision) VALUES (1, 1);
--> statement-breakpoint
-- Whoever changes a question raises the revision; a sign-up checked against an older one is checked again.
CREATE FUNCTION raise_questionnaire_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.questionnaire_state SET revision = revision + 1 WHERE id = 1;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER questionnaire_items_revision
  AFTER INSERT OR UPDATE OR DELETE ON questionnaire_items
  FOR EACH STATEMENT EXECUTE FUNCTION raise_questionnaire_revision();
