-- How every search compares texts; the same rule for the browser is in contract/search-key.ts, and a test holds both to one
-- table. Only what is not ASCII can need folding: the first branch keeps addresses cheap. Dropping a column drops its index.
CREATE FUNCTION public.search_key(input text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(input) = char_length(input) THEN lower(input)
    ELSE translate(lower(input), U&'\2019\2018\02BC\00B4\201C\201D\00AB\00BB\00A0\202F\2010\2011', '''''''''""""  --') END
$$;
--> statement-breakpoint
ALTER TABLE "beta_signups" DROP COLUMN "search_text", ADD COLUMN "search_text" text GENERATED ALWAYS AS (public.search_key(firstname || ' ' || name || ' ' || email)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "brand_signups" DROP COLUMN "search_text", ADD COLUMN "search_text" text GENERATED ALWAYS AS (public.search_key(firstname || ' ' || name || ' ' || email || ' ' || website)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "beta_signups_search" ON "beta_signups" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "brand_signups_search" ON "brand_signups" USING gin ("search_text" gin_trgm_ops);
