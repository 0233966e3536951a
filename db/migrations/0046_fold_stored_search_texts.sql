-- in batches
-- Computes the search texts of stored rows again (0045).
UPDATE public.beta_signups SET name = name WHERE id IN (
  SELECT id FROM public.beta_signups
  WHERE octet_length(search_text) <> char_length(search_text)
    AND search_text <> public.search_key(firstname || ' ' || name || ' ' || email)
  LIMIT 2000
) RETURNING 1;
--> statement-breakpoint
UPDATE public.brand_signups SET name = name WHERE id IN (
  SELECT id FROM public.brand_signups
  WHERE octet_length(search_text) <> char_length(search_text)
    AND search_text <> public.search_key(firstname || ' ' || name || ' ' || email || ' ' || website)
  LIMIT 2000
) RETURNING 1;
--> statement-breakpoint
UPDATE public.email_log SET subject = subject WHERE id IN (
  SELECT id FROM public.email_log
  WHERE octet_length(search_text) <> char_length(search_text)
    AND search_text <> public.search_key(recipient_email || ' ' || coalesce(recipient_name, '') || ' ' || subject)
  LIMIT 2000
) RETURNING 1;
