-- Takes an administrator's address out of what they made, changed or decided, as the account is deleted: the words of contract/admins.ts take
-- its place. The journal keeps it until its own term. A trigger, so that it also happens while the version before deletes accounts.
CREATE FUNCTION public.forget_administrator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.campaigns SET created_by = 'Compte supprimé' WHERE created_by = OLD.email;
  UPDATE public.campaigns SET updated_by = 'Compte supprimé' WHERE updated_by = OLD.email;
  UPDATE public.email_template_versions SET saved_by = 'Compte supprimé' WHERE saved_by = OLD.email;
  UPDATE public.suppressions SET source = 'Compte supprimé' WHERE source = OLD.email;
  UPDATE public.privacy_requests SET handled_by = 'Compte supprimé' WHERE handled_by = OLD.email;
  UPDATE public.admin_notices SET details = jsonb_set(details, '{actor}', '"Compte supprimé"') WHERE details ->> 'actor' = OLD.email;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER admin_users_forgotten AFTER DELETE ON public.admin_users FOR EACH ROW
  EXECUTE FUNCTION public.forget_administrator();
--> statement-breakpoint
-- Accounts that were deleted before. Other sources hold no address.
UPDATE public.campaigns SET created_by = 'Compte supprimé'
WHERE created_by LIKE '%@%' AND created_by NOT IN (SELECT email FROM public.admin_users);
--> statement-breakpoint
UPDATE public.campaigns SET updated_by = 'Compte supprimé'
WHERE updated_by LIKE '%@%' AND updated_by NOT IN (SELECT email FROM public.admin_users);
--> statement-breakpoint
UPDATE public.email_template_versions SET saved_by = 'Compte supprimé'
WHERE saved_by LIKE '%@%' AND saved_by NOT IN (SELECT email FROM public.admin_users);
--> statement-breakpoint
UPDATE public.suppressions SET source = 'Compte supprimé'
WHERE source LIKE '%@%' AND source NOT IN (SELECT email FROM public.admin_users);
--> statement-breakpoint
UPDATE public.privacy_requests SET handled_by = 'Compte supprimé'
WHERE handled_by LIKE '%@%' AND handled_by NOT IN (SELECT email FROM public.admin_users);
--> statement-breakpoint
UPDATE public.admin_notices SET details = jsonb_set(details, '{actor}', '"Compte supprimé"')
WHERE details ->> 'actor' LIKE '%@%' AND details ->> 'actor' NOT IN (SELECT email FROM public.admin_users);
