-- in batches
-- Lifts what a confirmed sign-up has made void: until now a confirmation without news left the suppression in place. Noted for restores.
WITH lifted AS (
  DELETE FROM public.suppressions WHERE id IN (
    SELECT s.id FROM public.suppressions s
    WHERE s.reason = 'erased' AND (
      EXISTS (SELECT FROM public.beta_signups b WHERE b.email_hash = s.email_hash AND b.confirmed_at IS NOT NULL)
      OR EXISTS (SELECT FROM public.brand_signups b WHERE b.email_hash = s.email_hash AND b.confirmed_at IS NOT NULL)
    )
    LIMIT 2000
  ) RETURNING email_hash, scope, reason
)
INSERT INTO public.erasure_log (kind, email_hash, scope, reason) SELECT 'lifted', email_hash, scope, reason FROM lifted RETURNING 1;
--> statement-breakpoint
-- The scope that the list of blocked addresses shows; mail_permission goes by the reason (0055).
UPDATE public.suppressions SET scope = 'all' WHERE id IN (
  SELECT id FROM public.suppressions WHERE reason = 'erased' AND scope = 'news' LIMIT 2000
) RETURNING 1;
