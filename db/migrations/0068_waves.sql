CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"wave_id" uuid,
	"audience" text NOT NULL,
	"signup_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"code_sealed" text,
	"valid_days" integer NOT NULL,
	"message_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"reminded_at" timestamp (3) with time zone,
	"bounced_at" timestamp (3) with time zone,
	"redeemed_at" timestamp (3) with time zone,
	"redeemed_by" text,
	"revoked_at" timestamp (3) with time zone,
	"replaced_at" timestamp (3) with time zone,
	CONSTRAINT "invitations_audience_check" CHECK ("invitations"."audience" in ('user', 'brand')),
	CONSTRAINT "invitations_replaced_check" CHECK ("invitations"."replaced_at" is null or "invitations"."revoked_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "waves" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"audience" text NOT NULL,
	"segment_id" uuid,
	"segment_version" integer,
	"sentence" text,
	"order" text NOT NULL,
	"count" integer NOT NULL,
	"seed" text,
	"template_id" uuid NOT NULL,
	"template_version" integer NOT NULL,
	"status" text NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"total" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "waves_audience_check" CHECK ("waves"."audience" in ('user', 'brand')),
	CONSTRAINT "waves_order_check" CHECK ("waves"."order" in ('oldest', 'points', 'lottery')),
	CONSTRAINT "waves_status_check" CHECK ("waves"."status" in ('draft', 'scheduled', 'started', 'stopped', 'cancelled')),
	CONSTRAINT "waves_count_check" CHECK ("waves"."count" > 0),
	CONSTRAINT "waves_seed_check" CHECK (("waves"."order" = 'lottery') = ("waves"."seed" is not null)),
	CONSTRAINT "waves_scheduled_check" CHECK ("waves"."status" <> 'scheduled' or "waves"."starts_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_wave_id_waves_id_fk" FOREIGN KEY ("wave_id") REFERENCES "public"."waves"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_code" ON "invitations" USING btree ("code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_person" ON "invitations" USING btree ("signup_id") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "invitations_signup" ON "invitations" USING btree ("signup_id","created_at");--> statement-breakpoint
CREATE INDEX "invitations_wave" ON "invitations" USING btree ("wave_id");--> statement-breakpoint
CREATE INDEX "invitations_message" ON "invitations" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "invitations_expires" ON "invitations" USING btree ("expires_at") WHERE code_sealed is not null;--> statement-breakpoint
CREATE INDEX "waves_created" ON "waves" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "waves_due" ON "waves" USING btree ("starts_at") WHERE status = 'scheduled';
--> statement-breakpoint
-- The state of an invitation (`invitationStates` in contract/waves.ts) at a moment.
CREATE FUNCTION public.invitation_state(
  sent_at timestamptz, expires_at timestamptz, bounced_at timestamptz, redeemed_at timestamptz, revoked_at timestamptz, at timestamptz
) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN redeemed_at IS NOT NULL THEN 'redeemed'
    WHEN revoked_at IS NOT NULL THEN 'revoked'
    WHEN bounced_at IS NOT NULL THEN 'bounced'
    WHEN expires_at <= at THEN 'expired'
    WHEN sent_at IS NOT NULL THEN 'sent'
    ELSE 'to_send'
  END
$$;
--> statement-breakpoint
-- The sign-ups of an audience as a wave sees them. left_out: the first reason not to invite them (`leftOutReasons` in contract/waves.ts), null for
-- those whom it may invite. A person whose code was revoked before it was sent has not been invited. Its other columns are those that
-- the conditions of segments name. PostgreSQL inlines it; the CASE keeps it from asking for the mail of people who are left out anyway.
CREATE FUNCTION public.invitation_candidates(wanted text) RETURNS TABLE (
  id uuid, email text, firstname text, name text, website text, status text, created_at timestamptz, confirmed_at timestamptz,
  email_hash text, source_id integer, responses jsonb, left_out text
) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT p.id, p.email, p.firstname, p.name, p.website, p.status, p.created_at, p.confirmed_at, p.email_hash, p.source_id, p.responses,
    CASE
      WHEN p.sample THEN 'sample'
      WHEN p.duplicate_of IS NOT NULL THEN 'duplicate'
      WHEN p.limited_at IS NOT NULL THEN 'limited'
      WHEN p.status <> 'approved' THEN p.status
      WHEN p.confirmed_at IS NULL AND (SELECT public.confirmation_is_asked()) THEN 'unconfirmed'
      WHEN NOT (SELECT allowed FROM public.mail_permission(p.email_hash, 'direct', 'service')) THEN 'suppressed'
      WHEN EXISTS (
        SELECT FROM public.invitations i WHERE i.signup_id = p.id AND (i.revoked_at IS NULL OR i.sent_at IS NOT NULL)
      ) THEN 'invited'
    END
  FROM (
    SELECT u.id, u.email, u.firstname, u.name, '' AS website, u.status, u.created_at, u.confirmed_at, u.email_hash, u.source_id, u.responses,
      u.sample, u.duplicate_of, u.limited_at
    FROM public.beta_signups u WHERE wanted = 'user'
    UNION ALL
    SELECT b.id, b.email, b.firstname, b.name, b.website, b.status, b.created_at, b.confirmed_at, b.email_hash, b.source_id, b.responses,
      b.sample, b.duplicate_of, b.limited_at
    FROM public.brand_signups b WHERE wanted = 'brand'
  ) AS p
$$;
--> statement-breakpoint
-- The state of a person's newest invitation; null when they were never invited.
CREATE FUNCTION public.invitation_state_of(signup uuid) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT public.invitation_state(sent_at, expires_at, bounced_at, redeemed_at, revoked_at, now())
  FROM public.invitations WHERE signup_id = signup ORDER BY created_at DESC, id LIMIT 1
$$;
--> statement-breakpoint
-- The sign-ups whose newest invitation is in this state; 'any': all that have one.
CREATE FUNCTION public.invited_signups(wanted text) RETURNS SETOF uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT signup_id FROM (
    SELECT DISTINCT ON (signup_id) signup_id,
      public.invitation_state(sent_at, expires_at, bounced_at, redeemed_at, revoked_at, now()) AS state
    FROM public.invitations ORDER BY signup_id, created_at DESC, id
  ) AS newest WHERE wanted IN ('any', state)
$$;
--> statement-breakpoint
-- How many people of each audience have a code, and redeemed it.
CREATE FUNCTION public.count_invited() RETURNS TABLE (audience text, invited integer, redeemed integer) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT audience, count(DISTINCT signup_id)::int, (count(*) FILTER (WHERE redeemed_at IS NOT NULL))::int
  FROM public.invitations GROUP BY audience
$$;
--> statement-breakpoint
-- Whether a wave was stopped after a code was made: an unsent one is held back. A code that was renewed since may leave.
CREATE FUNCTION public.wave_stopped_after(wave uuid, code_made_at timestamptz) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT EXISTS (SELECT FROM public.waves WHERE id = wave AND status = 'stopped' AND ended_at > code_made_at)
$$;
--> statement-breakpoint
-- What becomes of the message of an invitation: its code counts from its sending, also where that was interrupted and it may have left. One that
-- never leaves (simulated, cancelled, skipped, or failed after its wave was stopped) is revoked.
CREATE FUNCTION public.follow_invitation_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.departed_at IS NOT NULL THEN
    UPDATE public.invitations
    SET sent_at = coalesce(NEW.sent_at, NEW.departed_at),
      expires_at = coalesce(NEW.sent_at, NEW.departed_at) + make_interval(days => valid_days)
    WHERE message_id = NEW.id;
  ELSE
    UPDATE public.invitations i SET revoked_at = now(), code_sealed = NULL
    WHERE i.message_id = NEW.id AND i.sent_at IS NULL AND i.redeemed_at IS NULL AND i.revoked_at IS NULL
      AND (NEW.status <> 'failed' OR public.wave_stopped_after(i.wave_id, i.created_at));
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER email_log_invitation AFTER UPDATE OF status ON public.email_log FOR EACH ROW
  WHEN (NEW.status <> OLD.status AND NEW.status <> 'pending' AND NEW.variables ? 'invitationId')
  EXECUTE FUNCTION public.follow_invitation_message();
--> statement-breakpoint
-- A message that came back for good, unless the report is unsigned.
CREATE FUNCTION public.note_invitation_bounce() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.invitations SET bounced_at = NEW.at WHERE message_id = NEW.log_id AND bounced_at IS NULL;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER email_events_invitation AFTER INSERT ON public.email_events FOR EACH ROW
  WHEN (NEW.kind = 'hard' AND NEW.log_id IS NOT NULL AND NEW.dedupe_key NOT LIKE 'unsigned:%')
  EXECUTE FUNCTION public.note_invitation_bounce();
--> statement-breakpoint
-- As before (0060), and: waves.
CREATE OR REPLACE FUNCTION public.forget_administrator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.campaigns SET created_by = 'Compte supprimé' WHERE created_by = OLD.email;
  UPDATE public.campaigns SET updated_by = 'Compte supprimé' WHERE updated_by = OLD.email;
  UPDATE public.waves SET created_by = 'Compte supprimé' WHERE created_by = OLD.email;
  UPDATE public.email_template_versions SET saved_by = 'Compte supprimé' WHERE saved_by = OLD.email;
  UPDATE public.imports SET created_by = 'Compte supprimé' WHERE created_by = OLD.email;
  UPDATE public.suppressions SET source = 'Compte supprimé' WHERE source = OLD.email;
  UPDATE public.privacy_requests SET handled_by = 'Compte supprimé' WHERE handled_by = OLD.email;
  UPDATE public.admin_notices SET details = jsonb_set(details, '{actor}', '"Compte supprimé"') WHERE details ->> 'actor' = OLD.email;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- An ordinary template, which the version before can show and edit; its unchanged text is an allowed service message (docs/decisions/0048).
WITH given AS (
  INSERT INTO public.email_templates (name, subject, content, service_reason, service_version) VALUES (
    'Invitation', 'Votre invitation à la bêta de Tenue',
    '<p>Bonjour {{firstName}},</p>
<p>Votre place dans la bêta de Tenue est prête. Votre code personnel&nbsp;: <strong>{{code}}</strong></p>
<p><a class="button" href="{{link}}">Utiliser mon invitation</a></p>
<p>Ce code ne sert qu’une fois et reste valable un temps limité&nbsp;: la page du lien en donne la date.</p>
<p>À très vite,<br>L’équipe Tenue</p>',
    'La personne a demandé à participer à la bêta', 1
  ) RETURNING *
)
INSERT INTO public.email_template_versions (template_id, version, name, subject, content, saved_at)
  SELECT id, version, name, subject, content, updated_at FROM given;
