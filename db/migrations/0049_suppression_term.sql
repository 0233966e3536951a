ALTER TABLE "suppressions" ADD COLUMN "renewed_at" timestamp (3) with time zone;--> statement-breakpoint
-- Whether the use of an address's data is limited (article 18 of the GDPR).
CREATE FUNCTION public.is_limited(address_hash text) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT EXISTS (SELECT FROM public.beta_signups WHERE email_hash = address_hash AND limited_at IS NOT NULL)
    OR EXISTS (SELECT FROM public.brand_signups WHERE email_hash = address_hash AND limited_at IS NOT NULL)
$$;
