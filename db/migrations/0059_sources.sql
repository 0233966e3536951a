CREATE TABLE "sources" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sources_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"medium" text NOT NULL,
	"campaign" text NOT NULL,
	"created_on" date DEFAULT (now() at time zone 'Europe/Paris')::date NOT NULL
);
--> statement-breakpoint
ALTER TABLE "beta_signups" ADD COLUMN "source_id" integer;--> statement-breakpoint
ALTER TABLE "brand_signups" ADD COLUMN "source_id" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "sources_key" ON "sources" USING btree ("source","medium","campaign");--> statement-breakpoint
CREATE INDEX "sources_created" ON "sources" USING btree ("created_on");
--> statement-breakpoint
-- The id of a source; null without one. At most 500 new ones a day (`limits.newSourcesPerDay`), the others are counted as 'autres'. A known
-- source takes no lock. New ones are added one transaction at a time: two that add the same ones in different orders would wait for each other.
CREATE FUNCTION public.source_id(wanted_source text, wanted_medium text, wanted_campaign text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  found_id integer;
BEGIN
  IF wanted_source IS NULL THEN RETURN NULL; END IF;
  SELECT id INTO found_id FROM public.sources WHERE source = wanted_source AND medium = wanted_medium AND campaign = wanted_campaign;
  IF found_id IS NOT NULL THEN RETURN found_id; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('sources'));
  IF wanted_source <> 'autres' AND (
    SELECT count(*) FROM public.sources WHERE created_on = (now() AT TIME ZONE 'Europe/Paris')::date
  ) >= 500 THEN
    RETURN public.source_id('autres', '', '');
  END IF;
  INSERT INTO public.sources (source, medium, campaign) VALUES (wanted_source, wanted_medium, wanted_campaign)
    ON CONFLICT (source, medium, campaign) DO UPDATE SET source = excluded.source RETURNING id INTO found_id;
  RETURN found_id;
END
$$;
