CREATE TABLE "passages" (
	"day" date NOT NULL,
	"step" text NOT NULL,
	"audience" text,
	"source_id" integer NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "passages_key" UNIQUE NULLS NOT DISTINCT("day","step","audience","source_id"),
	CONSTRAINT "passages_step_check" CHECK ("passages"."step" in ('view', 'open', 'start')),
	CONSTRAINT "passages_audience_check" CHECK ("passages"."audience" in ('user', 'brand'))
);
--> statement-breakpoint
ALTER TABLE "passages" ADD CONSTRAINT "passages_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- As before, but a robot that names 'autres' with media or campaigns that it invents adds no more than 500 rows a day either.
CREATE OR REPLACE FUNCTION public.source_id(wanted_source text, wanted_medium text, wanted_campaign text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  found_id integer;
BEGIN
  IF wanted_source IS NULL THEN RETURN NULL; END IF;
  SELECT id INTO found_id FROM public.sources WHERE source = wanted_source AND medium = wanted_medium AND campaign = wanted_campaign;
  IF found_id IS NOT NULL THEN RETURN found_id; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('sources'));
  IF (wanted_source, wanted_medium, wanted_campaign) <> ('autres', '', '') AND (
    SELECT count(*) FROM public.sources WHERE created_on = (now() AT TIME ZONE 'Europe/Paris')::date
  ) >= 500 THEN
    RETURN public.source_id('autres', '', '');
  END IF;
  INSERT INTO public.sources (source, medium, campaign) VALUES (wanted_source, wanted_medium, wanted_campaign)
    ON CONFLICT (source, medium, campaign) DO UPDATE SET source = excluded.source RETURNING id INTO found_id;
  RETURN found_id;
END
$$;
