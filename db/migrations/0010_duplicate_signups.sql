-- The sign-ups that are there already are brought into the one form of addresses by a background job.
INSERT INTO public.address_migrations (audience) VALUES ('user'), ('brand');
--> statement-breakpoint
-- Whoever deletes a sign-up (an administrator, the retention, a hand in SQL): the oldest of its duplicates takes its place.
CREATE FUNCTION public.promote_duplicates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'WITH heir AS (
       SELECT DISTINCT ON (duplicate_of) duplicate_of AS gone, id FROM %1$I.%2$I
       WHERE duplicate_of IN (SELECT id FROM removed) ORDER BY duplicate_of, created_at, id
     )
     UPDATE %1$I.%2$I AS signup SET duplicate_of = nullif(heir.id, signup.id)
     FROM heir WHERE signup.duplicate_of = heir.gone',
    TG_TABLE_SCHEMA, TG_TABLE_NAME);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER beta_signups_promoted AFTER DELETE ON beta_signups REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION public.promote_duplicates();
--> statement-breakpoint
CREATE TRIGGER brand_signups_promoted AFTER DELETE ON brand_signups REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION public.promote_duplicates();
