-- As before (0068), and: also when the message forgets its recipient as it ends, because the sign-up got another address meanwhile.
CREATE OR REPLACE TRIGGER email_log_invitation AFTER UPDATE OF status ON public.email_log FOR EACH ROW
  WHEN (NEW.status <> OLD.status AND NEW.status <> 'pending' AND OLD.variables ? 'invitationId')
  EXECUTE FUNCTION public.follow_invitation_message();
