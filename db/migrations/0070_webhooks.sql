CREATE TABLE "webhook_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"endpoint_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"attempted_at" timestamp (3) with time zone,
	"http_status" integer,
	"error" text,
	"duration_ms" integer,
	"personal" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhook_deliveries_status_check" CHECK ("webhook_deliveries"."status" in ('waiting', 'delivered', 'failed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"url_sealed" text NOT NULL,
	"secret_sealed" text,
	"former_secret_sealed" text,
	"former_secret_until" timestamp (3) with time zone,
	"events" text[] NOT NULL,
	"personal" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"off_reason" text,
	"failing_since" timestamp (3) with time zone,
	"last_message_at" timestamp (3) with time zone,
	"leased_by" uuid,
	"leased_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "webhook_endpoints_kind_check" CHECK ("webhook_endpoints"."kind" in ('standard', 'message')),
	CONSTRAINT "webhook_endpoints_secret_check" CHECK (("webhook_endpoints"."kind" = 'standard') = ("webhook_endpoints"."secret_sealed" is not null))
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "webhook_events_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"data" jsonb NOT NULL,
	"signup_id" uuid,
	"bulk_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	"dispatched_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_webhook_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."webhook_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("endpoint_id","id") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_endpoint" ON "webhook_deliveries" USING btree ("endpoint_id","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_event" ON "webhook_deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "webhook_events_due" ON "webhook_events" USING btree ("at","position") WHERE dispatched_at is null;--> statement-breakpoint
CREATE INDEX "webhook_events_dispatched" ON "webhook_events" USING btree ("dispatched_at") WHERE dispatched_at is not null;
--> statement-breakpoint
-- Whether an event is for an endpoint. One that is off takes none but deletions of people whose personal fields it may have got.
-- Its arguments are columns and not the row, because a restore drops tables before functions.
CREATE FUNCTION public.webhook_takes(events text[], is_active boolean, personal boolean, event text)
RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT event = ANY (events) AND (is_active OR personal AND event = 'signup.deleted')
$$;
--> statement-breakpoint
-- Whether an event has to be written: without an endpoint that takes it, nothing is.
CREATE FUNCTION public.webhook_is_wanted(wanted text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM public.webhook_endpoints e WHERE public.webhook_takes(e.events, e.is_active, e.personal, wanted))
$$;
--> statement-breakpoint
-- New sign-ups, of the form or of an import, in the statement that stores them. TG_ARGV: the audience.
CREATE FUNCTION public.note_created_signups() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF public.webhook_is_wanted('signup.created') THEN
    INSERT INTO public.webhook_events (type, data, signup_id, at)
    SELECT 'signup.created',
      jsonb_build_object('id', id, 'audience', TG_ARGV[0], 'state', 'created', 'imported', import_id IS NOT NULL), id, now()
    FROM added WHERE NOT sample ORDER BY created_at, id;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER beta_signups_webhooks AFTER INSERT ON public.beta_signups REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION public.note_created_signups('user');
--> statement-breakpoint
CREATE TRIGGER brand_signups_webhooks AFTER INSERT ON public.brand_signups REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION public.note_created_signups('brand');
--> statement-breakpoint
-- TG_ARGV: the state that the invitation has reached.
CREATE FUNCTION public.note_invitation_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF public.webhook_is_wanted('invitation.' || TG_ARGV[0]) THEN
    INSERT INTO public.webhook_events (type, data, signup_id, at) VALUES (
      'invitation.' || TG_ARGV[0],
      jsonb_build_object(
        'id', NEW.id, 'signupId', NEW.signup_id, 'audience', NEW.audience, 'waveId', NEW.wave_id, 'state', TG_ARGV[0]
      ),
      NEW.signup_id, now()
    );
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER invitations_sent AFTER UPDATE OF sent_at ON public.invitations FOR EACH ROW
  WHEN (OLD.sent_at IS NULL AND NEW.sent_at IS NOT NULL) EXECUTE FUNCTION public.note_invitation_state('sent');
--> statement-breakpoint
CREATE TRIGGER invitations_redeemed AFTER UPDATE OF redeemed_at ON public.invitations FOR EACH ROW
  WHEN (OLD.redeemed_at IS NULL AND NEW.redeemed_at IS NOT NULL) EXECUTE FUNCTION public.note_invitation_state('redeemed');
--> statement-breakpoint
CREATE FUNCTION public.note_completed_campaign() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF public.webhook_is_wanted('campaign.completed') THEN
    INSERT INTO public.webhook_events (type, data, at) VALUES (
      'campaign.completed',
      jsonb_build_object('id', NEW.id, 'state', 'completed', 'total', NEW.total, 'sent', NEW.sent, 'failed', NEW.failed, 'skipped', NEW.skipped),
      now()
    );
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER campaigns_completed AFTER UPDATE OF status ON public.campaigns FOR EACH ROW
  WHEN (NEW.status = 'completed' AND OLD.status <> 'completed') EXECUTE FUNCTION public.note_completed_campaign();
