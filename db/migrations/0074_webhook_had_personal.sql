ALTER TABLE "webhook_endpoints" ADD COLUMN "had_personal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- As before (0070), and: an endpoint that may have got personal fields takes deletions from its time off, even if it gets them no longer.
CREATE OR REPLACE FUNCTION public.webhook_is_wanted(wanted text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM public.webhook_endpoints e
    WHERE public.webhook_takes(e.events, e.is_active, e.personal OR e.had_personal, wanted)
  )
$$;
