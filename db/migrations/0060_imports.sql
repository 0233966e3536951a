CREATE TABLE "import_rows" (
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"email_hashes" text[] NOT NULL,
	CONSTRAINT "import_rows_import_id_line_pk" PRIMARY KEY("import_id","line")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"status" text DEFAULT 'uploading' NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"columns" jsonb NOT NULL,
	"settings" jsonb,
	"total" integer DEFAULT 0 NOT NULL,
	"last_line" integer DEFAULT 0 NOT NULL,
	"imported" integer DEFAULT 0 NOT NULL,
	"known" integer DEFAULT 0 NOT NULL,
	"suppressed" integer DEFAULT 0 NOT NULL,
	"invalid" integer DEFAULT 0 NOT NULL,
	"undone" integer DEFAULT 0 NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "imports_status_check" CHECK ("imports"."status" in ('uploading', 'uploaded', 'running', 'paused', 'done', 'undoing', 'undone'))
);
--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "origin" text;--> statement-breakpoint
ALTER TABLE "beta_signups" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "brand_signups" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_rows_addresses" ON "import_rows" USING gin ("email_hashes");--> statement-breakpoint
CREATE INDEX "imports_created" ON "imports" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_origin_check" CHECK ("consents"."origin" = 'import');
--> statement-breakpoint
-- As before (0054), and who imported a file.
CREATE OR REPLACE FUNCTION public.forget_administrator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.campaigns SET created_by = 'Compte supprimé' WHERE created_by = OLD.email;
  UPDATE public.campaigns SET updated_by = 'Compte supprimé' WHERE updated_by = OLD.email;
  UPDATE public.email_template_versions SET saved_by = 'Compte supprimé' WHERE saved_by = OLD.email;
  UPDATE public.imports SET created_by = 'Compte supprimé' WHERE created_by = OLD.email;
  UPDATE public.suppressions SET source = 'Compte supprimé' WHERE source = OLD.email;
  UPDATE public.privacy_requests SET handled_by = 'Compte supprimé' WHERE handled_by = OLD.email;
  UPDATE public.admin_notices SET details = jsonb_set(details, '{actor}', '"Compte supprimé"') WHERE details ->> 'actor' = OLD.email;
  RETURN NULL;
END $$;
