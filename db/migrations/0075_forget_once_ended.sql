-- As before (0044), and: a message with `forgetOnceEnded` forgets its recipient when its sending ends. Its retries still leave.
CREATE OR REPLACE FUNCTION public.forget_recipient() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.erased_at IS NULL THEN
    NEW.erased_at := now();
    NEW.error_message := NULL;
  END IF;
  NEW.recipient_email := '';
  NEW.recipient_name := NULL;
  NEW.recipient_hash := '';
  NEW.subject := '';
  NEW.content := NULL;
  NEW.variables := '{}';
  IF NEW.mailbox_key IS NOT NULL AND (OLD.departed_at > now() - interval '24 hours') IS NOT TRUE THEN
    NEW.mailbox_key := '';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER email_log_forgotten BEFORE UPDATE ON public.email_log FOR EACH ROW
  WHEN (NEW.leased_by IS NULL AND (NEW.erased_at IS NOT NULL OR NEW.status <> 'pending' AND NEW.variables ? 'forgetOnceEnded'))
  EXECUTE FUNCTION public.forget_recipient();
