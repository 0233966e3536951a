-- In two steps: with the clock as its first default, the whole table would be written again.
ALTER TABLE "beta_signups" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "brand_signups" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "beta_signups" ALTER COLUMN "updated_at" SET DEFAULT clock_timestamp();--> statement-breakpoint
ALTER TABLE "brand_signups" ALTER COLUMN "updated_at" SET DEFAULT clock_timestamp();--> statement-breakpoint
CREATE FUNCTION public.signup_touched() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := clock_timestamp();
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER beta_signups_touched BEFORE UPDATE ON beta_signups FOR EACH ROW EXECUTE FUNCTION public.signup_touched();
--> statement-breakpoint
CREATE TRIGGER brand_signups_touched BEFORE UPDATE ON brand_signups FOR EACH ROW EXECUTE FUNCTION public.signup_touched();
