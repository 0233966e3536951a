-- The schema of version 0.2.0, whose migrations 0000 to 0028 are joined here. A database that 0.2.0 migrated has noted this stamp and
-- continues with 0029. Functions are written as 0.2.0 created them, so that both ways lead to the same schema.
-- Functions name the schema of what they use, because a restore may run without a search path.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- How every search compares texts; the same rule for the browser is in contract/search-key.ts, and a test holds both to one
-- table. Only what is not ASCII can need folding: the first branch keeps addresses cheap. Dropping a column drops its index.
CREATE FUNCTION public.search_key(input text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(input) = char_length(input) THEN lower(input)
    ELSE translate(lower(input), U&'\2019\2018\02BC\00B4\201C\201D\00AB\00BB\00A0\202F\2010\2011', '''''''''""""  --') END
$$;
--> statement-breakpoint
CREATE FUNCTION public.signup_day(created_at timestamptz) RETURNS date
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT (created_at AT TIME ZONE 'Europe/Paris')::date
$$;
--> statement-breakpoint
CREATE TABLE admin_users (
  id text PRIMARY KEY,
  email text NOT NULL,
  is_super_admin boolean DEFAULT false NOT NULL,
  activated_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX admin_users_email_key ON admin_users (lower(email));
--> statement-breakpoint
CREATE TABLE attempt_counts (
  key text PRIMARY KEY,
  count integer NOT NULL,
  window_ends_at timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE auth_accounts (
  id text PRIMARY KEY,
  account_id text NOT NULL,
  provider_id text NOT NULL,
  user_id text NOT NULL,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  password text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX auth_accounts_user ON auth_accounts (user_id);
--> statement-breakpoint
CREATE TABLE auth_sessions (
  id text PRIMARY KEY,
  token text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  ip_address text,
  user_agent text,
  user_id text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  confirmed_at timestamp with time zone,
  CONSTRAINT auth_sessions_token_unique UNIQUE (token)
);
--> statement-breakpoint
CREATE INDEX auth_sessions_user ON auth_sessions (user_id);
--> statement-breakpoint
CREATE TABLE auth_two_factors (
  id text PRIMARY KEY,
  secret text NOT NULL,
  backup_codes text NOT NULL,
  user_id text NOT NULL,
  verified boolean DEFAULT true NOT NULL,
  failed_verification_count integer DEFAULT 0 NOT NULL,
  locked_until timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX auth_two_factors_user ON auth_two_factors (user_id);
--> statement-breakpoint
CREATE TABLE auth_users (
  id text PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  email_verified boolean DEFAULT false NOT NULL,
  image text,
  two_factor_enabled boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT auth_users_email_unique UNIQUE (email)
);
--> statement-breakpoint
CREATE TABLE auth_verifications (
  id text PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX auth_verifications_identifier ON auth_verifications (identifier);
--> statement-breakpoint
CREATE TABLE campaigns (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  subject text NOT NULL,
  content text NOT NULL,
  recipient_type text NOT NULL,
  status_filter text NOT NULL,
  status text NOT NULL,
  simulated boolean DEFAULT false NOT NULL,
  total integer DEFAULT 0 NOT NULL,
  sent integer DEFAULT 0 NOT NULL,
  failed integer DEFAULT 0 NOT NULL,
  paused_reason text,
  fingerprint text NOT NULL,
  created_by text NOT NULL,
  scheduled_at timestamp(3) with time zone,
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  cancelled integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp(3) with time zone,
  probes integer DEFAULT 0 NOT NULL,
  kind text DEFAULT 'news' NOT NULL,
  reason text,
  skipped integer DEFAULT 0 NOT NULL,
  bounced integer DEFAULT 0 NOT NULL,
  unsubscribed integer DEFAULT 0 NOT NULL,
  complained integer DEFAULT 0 NOT NULL,
  resend_of uuid,
  version integer DEFAULT 1 NOT NULL,
  updated_by text,
  updated_at timestamp(3) with time zone,
  CONSTRAINT campaigns_kind_check CHECK (kind in ('news', 'service')),
  CONSTRAINT campaigns_reason_check CHECK (((kind = 'news') OR (reason IS NOT NULL) OR (status = 'draft'))),
  CONSTRAINT campaigns_status_check CHECK (status in ('draft', 'scheduled', 'running', 'paused', 'completed', 'cancelled'))
);
--> statement-breakpoint
CREATE INDEX campaigns_created ON campaigns (created_at);
--> statement-breakpoint
CREATE UNIQUE INDEX campaigns_open_fingerprint ON campaigns (fingerprint) WHERE status in ('scheduled', 'running', 'paused');
--> statement-breakpoint
CREATE TABLE email_log (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  recipient_email text NOT NULL,
  recipient_name text,
  subject text NOT NULL,
  content text,
  variables jsonb DEFAULT '{}'::jsonb NOT NULL,
  template_id uuid,
  campaign_id uuid,
  status text DEFAULT 'pending' NOT NULL,
  email_type text NOT NULL,
  error_message text,
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp(3) with time zone,
  leased_by text,
  leased_until timestamp(3) with time zone,
  sent_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  lane text DEFAULT 'direct' NOT NULL,
  mailbox_key text,
  waits_for_mailbox boolean DEFAULT false NOT NULL,
  departed_at timestamp(3) with time zone,
  search_text text GENERATED ALWAYS AS (search_key(((((recipient_email || ' ') || COALESCE(recipient_name, '')) || ' ') || subject))) STORED NOT NULL,
  purpose text DEFAULT 'service' NOT NULL,
  recipient_hash text DEFAULT '' NOT NULL,
  erased_at timestamp(3) with time zone,
  failed_at timestamp(3) with time zone,
  CONSTRAINT email_log_lane_campaign_check CHECK (
CASE
  WHEN (campaign_id IS NULL) THEN (lane <> 'campaign')
  ELSE lane in ('campaign', 'direct')
END),
  CONSTRAINT email_log_lane_check CHECK (lane in ('campaign', 'direct', 'confirmation', 'link')),
  CONSTRAINT email_log_lane_mailbox_check CHECK (((lane <> ALL (ARRAY['confirmation', 'link'])) OR (mailbox_key IS NOT NULL))),
  CONSTRAINT email_log_purpose_check CHECK (purpose in ('news', 'service')),
  CONSTRAINT email_log_status_check CHECK (status in ('pending', 'sent', 'failed', 'cancelled', 'skipped')),
  CONSTRAINT email_log_type_check CHECK (email_type in ('bulk', 'transactional', 'test'))
);
--> statement-breakpoint
CREATE INDEX email_log_campaign ON email_log (campaign_id) WHERE (campaign_id IS NOT NULL);
--> statement-breakpoint
CREATE INDEX email_log_campaign_pending ON email_log (campaign_id, created_at, id) WHERE ((status = 'pending') AND (campaign_id IS NOT NULL));
--> statement-breakpoint
CREATE INDEX email_log_confirmations_waiting ON email_log (next_attempt_at, id) WHERE ((status = 'pending') AND (lane = 'confirmation'));
--> statement-breakpoint
CREATE INDEX email_log_created ON email_log (created_at, id);
--> statement-breakpoint
CREATE INDEX email_log_departed ON email_log (departed_at, lane) WHERE (departed_at IS NOT NULL);
--> statement-breakpoint
CREATE INDEX email_log_erased ON email_log (erased_at) WHERE ((erased_at IS NOT NULL) AND (mailbox_key <> ''));
--> statement-breakpoint
CREATE INDEX email_log_leased ON email_log (leased_by) WHERE (leased_by IS NOT NULL);
--> statement-breakpoint
CREATE INDEX email_log_mailbox ON email_log (mailbox_key) WHERE (mailbox_key IS NOT NULL);
--> statement-breakpoint
CREATE INDEX email_log_recipient ON email_log (recipient_hash) WHERE (recipient_hash <> '');
--> statement-breakpoint
CREATE INDEX email_log_search ON email_log USING gin (search_text gin_trgm_ops) WHERE (status <> 'pending');
--> statement-breakpoint
CREATE INDEX email_log_status_created ON email_log (status, created_at, id);
--> statement-breakpoint
CREATE INDEX email_log_waiting ON email_log (lane, created_at, id) WHERE ((status = 'pending') AND lane in ('direct', 'link'));
--> statement-breakpoint
CREATE UNIQUE INDEX email_log_waits_for_mailbox ON email_log (mailbox_key) WHERE ((status = 'pending') AND waits_for_mailbox);
--> statement-breakpoint
CREATE TABLE email_settings (
  id integer PRIMARY KEY DEFAULT 1,
  sender_name text NOT NULL,
  sender_email text NOT NULL,
  reply_to text,
  preferred_provider text DEFAULT 'auto' NOT NULL,
  simulation_mode boolean DEFAULT true NOT NULL,
  smtp_host text,
  smtp_port integer,
  smtp_username text,
  smtp_password text,
  sendgrid_key text,
  pause_ms integer DEFAULT 100 NOT NULL,
  parallelism integer DEFAULT 1 NOT NULL,
  hourly_cap integer,
  daily_cap integer,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  confirmation_hourly_cap integer DEFAULT 500 NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  confirmation_requested boolean DEFAULT true NOT NULL,
  decisions_wait boolean DEFAULT false NOT NULL,
  delete_unconfirmed boolean DEFAULT false NOT NULL,
  bounce_email text,
  imap_host text,
  imap_port integer,
  imap_username text,
  imap_password text,
  sendgrid_webhook_key text,
  CONSTRAINT email_settings_confirmation_check CHECK ((confirmation_hourly_cap > 0)),
  CONSTRAINT email_settings_imap_port_check CHECK (((imap_port >= 1) AND (imap_port <= 65535))),
  CONSTRAINT email_settings_port_check CHECK (((smtp_port >= 1) AND (smtp_port <= 65535))),
  CONSTRAINT email_settings_provider_check CHECK (preferred_provider in ('php', 'smtp', 'sendgrid', 'auto')),
  CONSTRAINT email_settings_single CHECK ((id = 1))
);
--> statement-breakpoint
CREATE TABLE email_templates (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  event text,
  name text NOT NULL,
  subject text NOT NULL,
  content text NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT email_templates_event_unique UNIQUE (event)
);
--> statement-breakpoint
CREATE TABLE journal_entries (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  at timestamp(3) with time zone DEFAULT now() NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  subject text,
  details jsonb DEFAULT '{}'::jsonb NOT NULL,
  counted_hour timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX journal_entries_action_at ON journal_entries (action, at);
--> statement-breakpoint
CREATE INDEX journal_entries_actor_at ON journal_entries (actor, at);
--> statement-breakpoint
CREATE INDEX journal_entries_at ON journal_entries (at, id);
--> statement-breakpoint
CREATE UNIQUE INDEX journal_entries_counted ON journal_entries (action, counted_hour);
--> statement-breakpoint
CREATE INDEX journal_entries_named ON journal_entries (id) WHERE (details ? 'email');
--> statement-breakpoint
CREATE TABLE answer_removals (
  question_id uuid PRIMARY KEY,
  audience text DEFAULT 'user' NOT NULL,
  last_id uuid,
  requested_at timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE questionnaire_items (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  question text NOT NULL,
  field_type text DEFAULT 'text' NOT NULL,
  options jsonb,
  required boolean DEFAULT true NOT NULL,
  active boolean DEFAULT true NOT NULL,
  order_position integer NOT NULL,
  target_type text DEFAULT 'user' NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT questionnaire_items_field_type_check CHECK (field_type in ('text', 'email', 'textarea', 'select', 'radio', 'checkbox')),
  CONSTRAINT questionnaire_items_order_check CHECK ((order_position >= 1)),
  CONSTRAINT questionnaire_items_target_type_check CHECK (target_type in ('user', 'brand', 'both')),
  CONSTRAINT questionnaire_items_order_key UNIQUE (order_position) DEFERRABLE INITIALLY DEFERRED
);
--> statement-breakpoint
CREATE TABLE questionnaire_state (
  id integer PRIMARY KEY DEFAULT 1,
  revision bigint DEFAULT 1 NOT NULL,
  CONSTRAINT questionnaire_state_single CHECK ((id = 1))
);
--> statement-breakpoint
CREATE TABLE beta_signups (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  firstname text NOT NULL,
  email text NOT NULL,
  responses jsonb DEFAULT '{}'::jsonb NOT NULL,
  status text DEFAULT 'pending' NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  decided_at timestamp(3) with time zone,
  duplicate_of uuid,
  disposable_email boolean DEFAULT false NOT NULL,
  bulk_id uuid,
  search_text text GENERATED ALWAYS AS (search_key(((((firstname || ' ') || name) || ' ') || email))) STORED NOT NULL,
  email_hash text DEFAULT '' NOT NULL,
  texts_version text,
  confirmed_at timestamp(3) with time zone,
  reminded_at timestamp(3) with time zone,
  active_at timestamp(3) with time zone,
  limited_at timestamp(3) with time zone,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT beta_signups_responses_check CHECK ((jsonb_typeof(responses) = 'object')),
  CONSTRAINT beta_signups_status_check CHECK (status in ('pending', 'approved', 'rejected'))
);
--> statement-breakpoint
CREATE INDEX beta_signups_address ON beta_signups (email_hash);
--> statement-breakpoint
CREATE INDEX beta_signups_bulk ON beta_signups (bulk_id) WHERE (bulk_id IS NOT NULL);
--> statement-breakpoint
CREATE INDEX beta_signups_created ON beta_signups (created_at, id);
--> statement-breakpoint
CREATE INDEX beta_signups_duplicates ON beta_signups (duplicate_of) WHERE (duplicate_of IS NOT NULL);
--> statement-breakpoint
CREATE UNIQUE INDEX beta_signups_email_key ON beta_signups (lower(email)) WHERE (duplicate_of IS NULL);
--> statement-breakpoint
CREATE INDEX beta_signups_search ON beta_signups USING gin (search_text gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX beta_signups_status_created ON beta_signups (status, created_at, id);
--> statement-breakpoint
CREATE TABLE brand_signups (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  firstname text NOT NULL,
  email text NOT NULL,
  responses jsonb DEFAULT '{}'::jsonb NOT NULL,
  status text DEFAULT 'pending' NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  decided_at timestamp(3) with time zone,
  website text NOT NULL,
  duplicate_of uuid,
  disposable_email boolean DEFAULT false NOT NULL,
  bulk_id uuid,
  search_text text GENERATED ALWAYS AS (search_key(((((((firstname || ' ') || name) || ' ') || email) || ' ') || website))) STORED NOT NULL,
  email_hash text DEFAULT '' NOT NULL,
  texts_version text,
  confirmed_at timestamp(3) with time zone,
  reminded_at timestamp(3) with time zone,
  active_at timestamp(3) with time zone,
  limited_at timestamp(3) with time zone,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT brand_signups_responses_check CHECK ((jsonb_typeof(responses) = 'object')),
  CONSTRAINT brand_signups_status_check CHECK (status in ('pending', 'approved', 'rejected'))
);
--> statement-breakpoint
CREATE INDEX brand_signups_address ON brand_signups (email_hash);
--> statement-breakpoint
CREATE INDEX brand_signups_bulk ON brand_signups (bulk_id) WHERE (bulk_id IS NOT NULL);
--> statement-breakpoint
CREATE INDEX brand_signups_created ON brand_signups (created_at, id);
--> statement-breakpoint
CREATE INDEX brand_signups_duplicates ON brand_signups (duplicate_of) WHERE (duplicate_of IS NOT NULL);
--> statement-breakpoint
CREATE UNIQUE INDEX brand_signups_email_key ON brand_signups (lower(email)) WHERE (duplicate_of IS NULL);
--> statement-breakpoint
CREATE INDEX brand_signups_search ON brand_signups USING gin (search_text gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX brand_signups_status_created ON brand_signups (status, created_at, id);
--> statement-breakpoint
CREATE TABLE answer_counts (
  question_id uuid NOT NULL,
  signup_type text NOT NULL,
  answer_value text NOT NULL,
  count bigint NOT NULL,
  CONSTRAINT answer_counts_question_id_signup_type_answer_value_pk PRIMARY KEY (question_id, signup_type, answer_value)
);
--> statement-breakpoint
CREATE TABLE signup_count_changes (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  audience text NOT NULL,
  day date NOT NULL,
  status text NOT NULL,
  delta integer NOT NULL,
  responses jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE signup_counts (
  audience text NOT NULL,
  day date NOT NULL,
  status text NOT NULL,
  count bigint NOT NULL,
  CONSTRAINT signup_counts_audience_day_status_pk PRIMARY KEY (audience, day, status)
);
--> statement-breakpoint
CREATE TABLE installation (
  id integer PRIMARY KEY DEFAULT 1,
  key uuid DEFAULT gen_random_uuid() NOT NULL,
  CONSTRAINT installation_single CHECK ((id = 1))
);
--> statement-breakpoint
CREATE TABLE shield_counts (
  slot timestamp with time zone PRIMARY KEY,
  sent integer NOT NULL,
  accepted integer NOT NULL,
  rate integer NOT NULL,
  token integer NOT NULL,
  proof integer NOT NULL,
  robot integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE shield_state (
  id integer PRIMARY KEY DEFAULT 1,
  measured text NOT NULL,
  forced text,
  since timestamp with time zone NOT NULL,
  CONSTRAINT shield_state_forced_check CHECK (forced in ('calm', 'raised', 'attack')),
  CONSTRAINT shield_state_measured_check CHECK (measured in ('calm', 'raised', 'attack')),
  CONSTRAINT shield_state_single CHECK ((id = 1))
);
--> statement-breakpoint
CREATE TABLE signup_buckets (
  key text PRIMARY KEY,
  used_until timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE used_form_tokens (
  id uuid PRIMARY KEY,
  signup_id uuid NOT NULL,
  expires_at timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX used_form_tokens_expires ON used_form_tokens (expires_at);
--> statement-breakpoint
CREATE TABLE address_migrations (
  audience text PRIMARY KEY,
  last_created_at timestamp(3) with time zone,
  last_id uuid,
  requested_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE admin_notice_dismissals (
  notice_id uuid NOT NULL,
  admin_id text NOT NULL,
  CONSTRAINT admin_notice_dismissals_notice_id_admin_id_pk PRIMARY KEY (notice_id, admin_id)
);
--> statement-breakpoint
CREATE TABLE admin_notices (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  details jsonb NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX admin_notices_created ON admin_notices (created_at);
--> statement-breakpoint
CREATE TABLE bulk_decisions (
  id uuid PRIMARY KEY,
  audience text NOT NULL,
  finished_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE address_key (
  id integer PRIMARY KEY DEFAULT 1,
  key bytea NOT NULL,
  inner_pad bytea NOT NULL,
  outer_pad bytea NOT NULL,
  CONSTRAINT address_key_single CHECK ((id = 1))
);
--> statement-breakpoint
CREATE TABLE consent_texts (
  version text PRIMARY KEY,
  text text NOT NULL,
  shown_from timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE consents (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  audience text NOT NULL,
  signup_id uuid NOT NULL,
  email_hash text NOT NULL,
  purpose text NOT NULL,
  text_version text NOT NULL,
  given_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  confirmed_at timestamp(3) with time zone,
  withdrawn_at timestamp(3) with time zone,
  withdrawn_by text,
  CONSTRAINT consents_audience_check CHECK (audience in ('user', 'brand')),
  CONSTRAINT consents_purpose_check CHECK ((purpose = 'news')),
  CONSTRAINT consents_withdrawn_check CHECK (((withdrawn_at IS NULL) = (withdrawn_by IS NULL)))
);
--> statement-breakpoint
CREATE INDEX consents_address ON consents (email_hash);
--> statement-breakpoint
CREATE UNIQUE INDEX consents_open ON consents (signup_id, purpose) WHERE (withdrawn_at IS NULL);
--> statement-breakpoint
CREATE INDEX consents_signup ON consents (signup_id);
--> statement-breakpoint
CREATE TABLE privacy_links (
  token_hash text PRIMARY KEY,
  email_hash text NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX privacy_links_address ON privacy_links (email_hash);
--> statement-breakpoint
CREATE INDEX privacy_links_expires ON privacy_links (expires_at);
--> statement-breakpoint
CREATE TABLE privacy_requests (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  email_hash text NOT NULL,
  source text NOT NULL,
  received_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  due_at timestamp(3) with time zone NOT NULL,
  closed_at timestamp(3) with time zone,
  outcome text,
  handled_by text,
  CONSTRAINT privacy_requests_closed_check CHECK (((closed_at IS NULL) = (outcome IS NULL))),
  CONSTRAINT privacy_requests_kind_check CHECK (kind in ('access', 'rectification', 'erasure', 'limitation', 'portability', 'objection')),
  CONSTRAINT privacy_requests_source_check CHECK (source in ('person', 'admin'))
);
--> statement-breakpoint
CREATE INDEX privacy_requests_address ON privacy_requests (email_hash);
--> statement-breakpoint
CREATE INDEX privacy_requests_due ON privacy_requests (due_at) WHERE (closed_at IS NULL);
--> statement-breakpoint
CREATE INDEX privacy_requests_received ON privacy_requests (received_at, id);
--> statement-breakpoint
CREATE TABLE suppressions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email_hash text NOT NULL,
  scope text NOT NULL,
  reason text NOT NULL,
  at timestamp(3) with time zone DEFAULT now() NOT NULL,
  source text NOT NULL,
  until timestamp(3) with time zone,
  CONSTRAINT suppressions_reason_check CHECK (reason in ('unsubscribed', 'erased', 'bounced', 'complained', 'manual', 'limited')),
  CONSTRAINT suppressions_scope_check CHECK (scope in ('news', 'all'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX suppressions_address_reason ON suppressions (email_hash, reason);
--> statement-breakpoint
CREATE INDEX suppressions_at ON suppressions (at, id);
--> statement-breakpoint
CREATE INDEX suppressions_until ON suppressions (until) WHERE (until IS NOT NULL);
--> statement-breakpoint
CREATE TABLE site_images (
  slot text PRIMARY KEY,
  content_type text NOT NULL,
  content bytea NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT site_images_size_check CHECK ((octet_length(content) <= 524288))
);
--> statement-breakpoint
CREATE TABLE site_settings (
  id integer PRIMARY KEY DEFAULT 1,
  "values" jsonb NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT site_settings_single CHECK ((id = 1))
);
--> statement-breakpoint
CREATE TABLE mail_purges (
  kind text PRIMARY KEY,
  last_created_at timestamp(3) with time zone NOT NULL,
  last_id uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE email_template_versions (
  template_id uuid NOT NULL,
  version integer NOT NULL,
  name text NOT NULL,
  subject text NOT NULL,
  content text NOT NULL,
  saved_by text,
  saved_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT email_template_versions_template_id_version_pk PRIMARY KEY (template_id, version)
);
--> statement-breakpoint
CREATE TABLE dkim_keys (
  selector text PRIMARY KEY,
  domain text NOT NULL,
  private_key text NOT NULL,
  public_key text NOT NULL,
  state text DEFAULT 'prepared' NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  activated_at timestamp(3) with time zone,
  retired_at timestamp(3) with time zone,
  missing_since timestamp(3) with time zone,
  CONSTRAINT dkim_keys_state_check CHECK (state in ('prepared', 'active', 'retiring'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX dkim_keys_active ON dkim_keys (domain) WHERE (state = 'active');
--> statement-breakpoint
CREATE INDEX dkim_keys_retired ON dkim_keys (retired_at) WHERE (retired_at IS NOT NULL);
--> statement-breakpoint
CREATE TABLE domain_checks (
  id integer PRIMARY KEY DEFAULT 1,
  domain text NOT NULL,
  checked_at timestamp(3) with time zone NOT NULL,
  rows jsonb NOT NULL,
  probe jsonb,
  CONSTRAINT domain_checks_single CHECK ((id = 1))
);
--> statement-breakpoint
CREATE TABLE bounce_mailbox (
  id integer PRIMARY KEY DEFAULT 1,
  uid_validity bigint,
  last_uid bigint DEFAULT 0 NOT NULL,
  last_read_at timestamp(3) with time zone,
  next_read_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  failures integer DEFAULT 0 NOT NULL,
  failing_since timestamp(3) with time zone,
  error text,
  CONSTRAINT bounce_mailbox_single CHECK ((id = 1))
);
--> statement-breakpoint
CREATE TABLE email_events (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  dedupe_key text NOT NULL,
  kind text NOT NULL,
  source text NOT NULL,
  log_id uuid,
  campaign_id uuid,
  recipient_hash text NOT NULL,
  status_code text,
  server_words text,
  headers text,
  at timestamp(3) with time zone DEFAULT now() NOT NULL,
  applied_at timestamp(3) with time zone,
  lifted_at timestamp(3) with time zone,
  CONSTRAINT email_events_kind_check CHECK (kind in ('hard', 'soft', 'blocked', 'complaint', 'unsubscribed')),
  CONSTRAINT email_events_source_check CHECK (source in ('smtp', 'mailbox', 'sendgrid', 'page'))
);
--> statement-breakpoint
CREATE INDEX email_events_campaign ON email_events (campaign_id, at);
--> statement-breakpoint
CREATE UNIQUE INDEX email_events_dedupe ON email_events (dedupe_key);
--> statement-breakpoint
CREATE INDEX email_events_known ON email_events (at) WHERE (recipient_hash <> '');
--> statement-breakpoint
CREATE INDEX email_events_log ON email_events (log_id);
--> statement-breakpoint
CREATE INDEX email_events_open ON email_events (id) WHERE (applied_at IS NULL);
--> statement-breakpoint
CREATE INDEX email_events_recipient ON email_events (recipient_hash, at) WHERE (recipient_hash <> '');
--> statement-breakpoint
CREATE TABLE backup_runs (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  started_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  finished_at timestamp(3) with time zone,
  file text,
  bytes bigint,
  rows bigint,
  verified_at timestamp(3) with time zone,
  error text,
  CONSTRAINT backup_runs_kind_check CHECK (kind in ('scheduled', 'manual', 'update'))
);
--> statement-breakpoint
CREATE INDEX backup_runs_started ON backup_runs (started_at);
--> statement-breakpoint
CREATE TABLE backup_settings (
  id integer PRIMARY KEY DEFAULT 1,
  scheduled boolean,
  hour integer DEFAULT 3 NOT NULL,
  keep_days integer DEFAULT 7 NOT NULL,
  keep_weeks integer DEFAULT 4 NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT backup_settings_hour_check CHECK (((hour >= 0) AND (hour <= 23))),
  CONSTRAINT backup_settings_keep_check CHECK (keep_days BETWEEN 1 AND 366 AND keep_weeks BETWEEN 0 AND 520),
  CONSTRAINT backup_settings_single CHECK ((id = 1))
);
--> statement-breakpoint
CREATE TABLE erasure_log (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  email_hash text NOT NULL,
  scope text,
  reason text,
  until timestamp(3) with time zone,
  at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT erasure_log_kind_check CHECK (kind in ('erased', 'suppressed', 'lifted')),
  CONSTRAINT erasure_log_reason_check CHECK (((kind = 'erased') = (reason IS NULL)))
);
--> statement-breakpoint
CREATE INDEX erasure_log_at ON erasure_log (at);
--> statement-breakpoint
CREATE TABLE mail_hold (
  id integer PRIMARY KEY DEFAULT 1,
  since timestamp(3) with time zone DEFAULT now() NOT NULL,
  backup_made_at timestamp(3) with time zone,
  CONSTRAINT mail_hold_single CHECK ((id = 1))
);
--> statement-breakpoint
CREATE TABLE migration_lease (
  id integer PRIMARY KEY DEFAULT 1,
  holder text,
  until timestamp(3) with time zone,
  CONSTRAINT migration_lease_single CHECK ((id = 1))
);
--> statement-breakpoint
ALTER TABLE admin_notice_dismissals ADD CONSTRAINT admin_notice_dismissals_admin_id_admin_users_id_fk FOREIGN KEY (admin_id) REFERENCES admin_users(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE admin_notice_dismissals ADD CONSTRAINT admin_notice_dismissals_notice_id_admin_notices_id_fk FOREIGN KEY (notice_id) REFERENCES admin_notices(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE admin_users ADD CONSTRAINT admin_users_id_auth_users_id_fk FOREIGN KEY (id) REFERENCES auth_users(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE auth_accounts ADD CONSTRAINT auth_accounts_user_id_auth_users_id_fk FOREIGN KEY (user_id) REFERENCES auth_users(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE auth_sessions ADD CONSTRAINT auth_sessions_user_id_auth_users_id_fk FOREIGN KEY (user_id) REFERENCES auth_users(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE auth_two_factors ADD CONSTRAINT auth_two_factors_user_id_auth_users_id_fk FOREIGN KEY (user_id) REFERENCES auth_users(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE campaigns ADD CONSTRAINT campaigns_resend_of_campaigns_id_fk FOREIGN KEY (resend_of) REFERENCES campaigns(id) ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE consents ADD CONSTRAINT consents_text_version_consent_texts_version_fk FOREIGN KEY (text_version) REFERENCES consent_texts(version);
--> statement-breakpoint
ALTER TABLE email_events ADD CONSTRAINT email_events_campaign_id_campaigns_id_fk FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE email_events ADD CONSTRAINT email_events_log_id_email_log_id_fk FOREIGN KEY (log_id) REFERENCES email_log(id) ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE email_log ADD CONSTRAINT email_log_campaign_id_campaigns_id_fk FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE email_log ADD CONSTRAINT email_log_template_id_email_templates_id_fk FOREIGN KEY (template_id) REFERENCES email_templates(id) ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE email_template_versions ADD CONSTRAINT email_template_versions_template_id_email_templates_id_fk FOREIGN KEY (template_id) REFERENCES email_templates(id) ON DELETE CASCADE;
--> statement-breakpoint
-- Every change of a question raises the revision. A sign-up that was checked against an older revision is checked again.
CREATE FUNCTION raise_questionnaire_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.questionnaire_state SET revision = revision + 1 WHERE id = 1;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A list of texts as the values it counts for: each once, led by '' which counts the respondent.
CREATE FUNCTION public.counted_list(answer jsonb, choice boolean) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN count(*) = 0 THEN '[]'
              WHEN choice THEN '[""]' || jsonb_agg(DISTINCT item)
              ELSE '[""]' END
  FROM jsonb_array_elements(answer) AS list (item)
  WHERE jsonb_typeof(item) = 'string' AND item <> '""'
$$;
--> statement-breakpoint
-- The types of questions that are answered by choosing among options, for the ledger. contract/questions has the same list and a test
-- compares them. A new type of choice replaces this function only.
CREATE FUNCTION public.is_choice(field_type text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT field_type IN ('select', 'radio', 'checkbox')
$$;
--> statement-breakpoint
-- What one answer counts for: '' when it was given at all, and its values when the question is a choice.
CREATE FUNCTION public.counted_values(answer jsonb, field_type text) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE jsonb_typeof(answer)
    WHEN 'array' THEN public.counted_list(answer, public.is_choice(field_type))
    WHEN 'string' THEN CASE
      WHEN answer = '""' THEN '[]'::jsonb
      WHEN public.is_choice(field_type) THEN '[""]'::jsonb || answer
      ELSE '[""]'::jsonb END
    ELSE '[]'::jsonb END
$$;
--> statement-breakpoint
-- The answers of one sign-up as the ledger counts them. Those of questions that no longer exist are nothing.
CREATE FUNCTION public.counted_answers(responses jsonb) RETURNS TABLE (question_id uuid, answer_value text)
LANGUAGE sql STABLE PARALLEL SAFE ROWS 20 AS $$
  SELECT question.id, counted.answer_value
  FROM jsonb_each(responses) AS response (question_id, answer)
  JOIN public.questionnaire_items AS question ON question.id::text = response.question_id
  CROSS JOIN LATERAL jsonb_array_elements_text(public.counted_values(response.answer, question.field_type))
    AS counted (answer_value)
$$;
--> statement-breakpoint
-- The answers of `responses` that are missing or different in `other`. Answers of deleted questions are left out, so that their removal
-- leaves no trace in the ledger.
CREATE FUNCTION public.differing_answers(responses jsonb, other jsonb) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_object_agg(response.key, response.value), '{}')
  FROM jsonb_each(responses) AS response
  WHERE other -> response.key IS DISTINCT FROM response.value
    AND EXISTS (SELECT FROM public.questionnaire_items AS question WHERE question.id::text = response.key)
$$;
--> statement-breakpoint
CREATE FUNCTION public.note_signups_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.signup_count_changes (audience, day, status, delta, responses)
  SELECT TG_ARGV[0], public.signup_day(created_at), status, 1, responses FROM added;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.note_signups_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.signup_count_changes (audience, day, status, delta, responses)
  SELECT TG_ARGV[0], public.signup_day(created_at), status, -1, responses FROM removed;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.note_signups_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.signup_count_changes (audience, day, status, delta, responses)
  WITH pairs AS (
    SELECT removed.created_at AS old_created_at, removed.status AS old_status, removed.responses AS old_responses,
           added.created_at AS new_created_at, added.status AS new_status, added.responses AS new_responses
    FROM removed JOIN added USING (id)
    WHERE (removed.created_at, removed.status, removed.responses)
      IS DISTINCT FROM (added.created_at, added.status, added.responses)
  ), differences AS (
    SELECT public.signup_day(old_created_at) AS day, old_status AS status, -1 AS delta,
           CASE WHEN old_responses = new_responses THEN '{}'
                ELSE public.differing_answers(old_responses, new_responses) END AS responses
    FROM pairs
    UNION ALL
    SELECT public.signup_day(new_created_at), new_status, 1,
           CASE WHEN old_responses = new_responses THEN '{}'
                ELSE public.differing_answers(new_responses, old_responses) END
    FROM pairs
  )
  SELECT TG_ARGV[0], day, status, sum(delta), responses FROM differences
  GROUP BY day, status, responses HAVING sum(delta) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Held by every writer of the folded totals: folding, recounting, removing a question's totals.
CREATE FUNCTION public.lock_count_totals() RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(7368512)
$$;
--> statement-breakpoint
CREATE FUNCTION public.note_signups_truncated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.lock_count_totals();
  DELETE FROM public.signup_count_changes WHERE audience = TG_ARGV[0];
  DELETE FROM public.signup_counts WHERE audience = TG_ARGV[0];
  DELETE FROM public.answer_counts WHERE signup_type = TG_ARGV[0];
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Both sign-up tables as one.
CREATE VIEW public.all_signups AS
  SELECT 'user' AS audience, id, created_at, status, responses FROM public.beta_signups
  UNION ALL
  SELECT 'brand', id, created_at, status, responses FROM public.brand_signups;
--> statement-breakpoint
-- Answers are grouped as they are stored before they are taken apart, which is four times faster. All texts of a free
-- question count the same.
CREATE FUNCTION public.countable_answer(answer jsonb, field_type text) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN public.is_choice(field_type) OR jsonb_typeof(answer) <> 'string' OR answer = '""'
    THEN answer ELSE '"+"'::jsonb END
$$;
--> statement-breakpoint
-- Folds the oldest changes into the totals, at most `batch_size` of them, and returns their number; null when another instance is
-- folding. The lock is taken in a separate statement, so that the next statement sees all changes of the last holder.
CREATE FUNCTION public.fold_counts(batch_size integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE folded integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(7368512) THEN RETURN NULL; END IF;
  WITH batch AS (
    DELETE FROM public.signup_count_changes
    WHERE id IN (SELECT id FROM public.signup_count_changes ORDER BY id LIMIT batch_size)
    RETURNING audience, day, status, delta, responses
  ), signups AS (
    INSERT INTO public.signup_counts AS total (audience, day, status, count)
    SELECT audience, day, status, sum(delta) FROM batch
    GROUP BY audience, day, status HAVING sum(delta) <> 0
    ON CONFLICT (audience, day, status) DO UPDATE SET count = total.count + excluded.count
  ), answers AS (
    INSERT INTO public.answer_counts AS total (question_id, signup_type, answer_value, count)
    SELECT answer.question_id, answer.audience, counted.answer_value, sum(answer.delta)
    FROM (
      SELECT question.id AS question_id, question.field_type, batch.audience,
             public.countable_answer(response.value, question.field_type) AS value, sum(batch.delta) AS delta
      FROM batch CROSS JOIN LATERAL jsonb_each(batch.responses) AS response
      JOIN public.questionnaire_items AS question ON question.id::text = response.key
      GROUP BY 1, 2, 3, 4
    ) AS answer
    CROSS JOIN LATERAL jsonb_array_elements_text(public.counted_values(answer.value, answer.field_type))
      AS counted (answer_value)
    GROUP BY 1, 2, 3 HAVING sum(answer.delta) <> 0
    ON CONFLICT (question_id, signup_type, answer_value) DO UPDATE SET count = total.count + excluded.count
  )
  SELECT count(*) INTO folded FROM batch;
  IF folded > 0 THEN
    DELETE FROM public.signup_counts WHERE count = 0;
    DELETE FROM public.answer_counts WHERE count = 0;
  END IF;
  RETURN folded;
END $$;
--> statement-breakpoint
-- Recounts one question after its type changed. Total = rows - changes that are not folded yet, both as of one
-- snapshot: a sign-up commits its row and its change together, so one that commits meanwhile is in neither and is
-- counted once, when its change is read or folded. Sign-ups do not wait.
CREATE FUNCTION public.recount_question(recounted uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE type text;
BEGIN
  PERFORM public.lock_count_totals();
  SELECT field_type INTO type FROM public.questionnaire_items WHERE id = recounted;
  DELETE FROM public.answer_counts WHERE question_id = recounted;
  INSERT INTO public.answer_counts (question_id, signup_type, answer_value, count)
  SELECT recounted, answer.audience, counted.answer_value, sum(answer.delta)
  FROM (
    SELECT source.audience, public.countable_answer(source.responses -> recounted::text, type) AS value,
           sum(source.delta) AS delta
    FROM (
      SELECT audience, 1 AS delta, responses FROM public.all_signups
      UNION ALL
      SELECT audience, -delta, responses FROM public.signup_count_changes
    ) AS source
    WHERE source.responses ? recounted::text
    GROUP BY 1, 2
  ) AS answer
  CROSS JOIN LATERAL jsonb_array_elements_text(public.counted_values(answer.value, type)) AS counted (answer_value)
  GROUP BY 1, 2, 3 HAVING sum(answer.delta) <> 0;
END $$;
--> statement-breakpoint
-- Recounts everything: for rows that bypassed the triggers or were counted twice (a restored data-only dump).
CREATE FUNCTION public.rebuild_counts() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.lock_count_totals();
  DELETE FROM public.signup_counts;
  INSERT INTO public.signup_counts (audience, day, status, count)
  SELECT audience, day, status, sum(delta) FROM (
    SELECT audience, public.signup_day(created_at) AS day, status, 1 AS delta FROM public.all_signups
    UNION ALL
    SELECT audience, day, status, -delta FROM public.signup_count_changes
  ) AS source
  GROUP BY audience, day, status HAVING sum(delta) <> 0;
  DELETE FROM public.answer_counts;
  INSERT INTO public.answer_counts (question_id, signup_type, answer_value, count)
  SELECT answer.question_id, answer.audience, counted.answer_value, sum(answer.delta)
  FROM (
    SELECT question.id AS question_id, question.field_type, source.audience,
           public.countable_answer(response.value, question.field_type) AS value, sum(source.delta) AS delta
    FROM (
      SELECT audience, 1 AS delta, responses FROM public.all_signups
      UNION ALL
      SELECT audience, -delta, responses FROM public.signup_count_changes
    ) AS source
    CROSS JOIN LATERAL jsonb_each(source.responses) AS response
    JOIN public.questionnaire_items AS question ON question.id::text = response.key
    GROUP BY 1, 2, 3, 4
  ) AS answer
  CROSS JOIN LATERAL jsonb_array_elements_text(public.counted_values(answer.value, answer.field_type))
    AS counted (answer_value)
  GROUP BY 1, 2, 3 HAVING sum(answer.delta) <> 0;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.note_question_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.lock_count_totals();
  DELETE FROM public.answer_counts WHERE question_id = OLD.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.note_question_retyped() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.recount_question(NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The totals as they are now.
CREATE VIEW public.signup_totals AS
  SELECT audience, day, status, sum(count)::bigint AS count FROM (
    SELECT audience, day, status, count FROM public.signup_counts
    UNION ALL
    SELECT audience, day, status, delta FROM public.signup_count_changes
  ) AS ledger
  GROUP BY audience, day, status HAVING sum(count) <> 0;
--> statement-breakpoint
CREATE VIEW public.answer_totals AS
  SELECT question_id, signup_type, answer_value, sum(count)::bigint AS count FROM (
    SELECT question_id, signup_type, answer_value, count FROM public.answer_counts
    UNION ALL
    SELECT answer.question_id, answer.audience, counted.answer_value, answer.delta
    FROM (
      SELECT question.id AS question_id, question.field_type, change.audience,
             public.countable_answer(response.value, question.field_type) AS value, sum(change.delta) AS delta
      FROM public.signup_count_changes AS change CROSS JOIN LATERAL jsonb_each(change.responses) AS response
      JOIN public.questionnaire_items AS question ON question.id::text = response.key
      GROUP BY 1, 2, 3, 4
    ) AS answer
    CROSS JOIN LATERAL jsonb_array_elements_text(public.counted_values(answer.value, answer.field_type))
      AS counted (answer_value)
  ) AS ledger
  GROUP BY question_id, signup_type, answer_value HAVING sum(count) <> 0;
--> statement-breakpoint
CREATE VIEW public.secure_signup_counts AS
  SELECT day AS date,
         sum(count)::bigint AS total_count,
         coalesce(sum(count) FILTER (WHERE audience = 'user'), 0)::bigint AS user_count,
         coalesce(sum(count) FILTER (WHERE audience = 'brand'), 0)::bigint AS brand_count
  FROM public.signup_totals GROUP BY day;
--> statement-breakpoint
-- One row per answered question of a sign-up.
CREATE VIEW public.secure_responses_stats AS
  SELECT signup.id AS signup_id, signup.audience AS signup_type, answer.question_id, signup.created_at
  FROM public.all_signups AS signup CROSS JOIN LATERAL public.counted_answers(signup.responses) AS answer
  WHERE answer.answer_value = '';
--> statement-breakpoint
-- The part of a cap that a lane may use. Links, which a person has just asked for, may use all of it. The others leave them 5 %,
-- five messages at least, half of the cap at most.
CREATE FUNCTION public.mail_share(cap integer, lane text) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN lane = 'link' THEN cap ELSE cap - least(greatest(5, ceil(cap * 0.05)::integer), cap / 2) END
$$;
--> statement-breakpoint
CREATE FUNCTION public.room_under_cap(cap integer, span interval, for_lane text) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT least(cap - count(*), public.mail_share(cap, for_lane) - count(*) FILTER (WHERE for_lane = 'link' OR lane <> 'link'))::integer
  FROM public.email_log WHERE departed_at > now() - span
$$;
--> statement-breakpoint
-- How many of `wanted` messages a lane may lease in this transaction. Where a cap applies, the caller waits for the lock until the others
-- have committed their leases. Each query of a volatile function sees what is committed by then, and leased messages are counted by
-- `departed_at`: instances never exceed a cap together.
CREATE FUNCTION public.mail_room(for_lane text, wanted integer) RETURNS integer LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  caps record;
  room integer := wanted;
BEGIN
  IF wanted <= 0 THEN RETURN 0; END IF;
  SELECT max(hourly_cap) AS hourly, max(daily_cap) AS daily, coalesce(max(confirmation_hourly_cap), 500) AS confirmations
    INTO caps FROM public.email_settings;
  IF caps.hourly IS NULL AND caps.daily IS NULL AND for_lane <> 'confirmation' THEN RETURN wanted; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('mail room', 0));
  IF caps.hourly IS NOT NULL THEN
    room := least(room, public.room_under_cap(caps.hourly, interval '1 hour', for_lane));
  END IF;
  IF caps.daily IS NOT NULL THEN
    room := least(room, public.room_under_cap(caps.daily, interval '1 day', for_lane));
  END IF;
  IF for_lane = 'confirmation' AND room > 0 THEN
    SELECT least(room, caps.confirmations - count(*)) INTO room
      FROM public.email_log WHERE departed_at > now() - interval '1 hour' AND lane = 'confirmation';
  END IF;
  RETURN greatest(room, 0);
END
$$;
--> statement-breakpoint
-- When a sign-up is deleted, also by hand in SQL, the oldest of its duplicates takes its place.
CREATE FUNCTION public.promote_duplicates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'WITH heir AS (
       SELECT DISTINCT ON (duplicate_of) duplicate_of AS gone, id FROM %1$I.%2$I
       WHERE duplicate_of IN (SELECT id FROM removed) ORDER BY duplicate_of, created_at, id
     )
     UPDATE %1$I.%2$I AS signup SET duplicate_of = nullif(heir.id, signup.id)
     FROM heir WHERE signup.duplicate_of = heir.gone',
    TG_TABLE_SCHEMA, TG_TABLE_NAME);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The confirmations that may leave now, at most `wanted`: no mailbox gets two within 24 hours. Sign-ups that are stored at the same time
-- may have written several for one mailbox: one is put off for 24 hours, the others are deleted.
-- early: also those that wait for another attempt
CREATE FUNCTION public.next_confirmations(wanted integer, early boolean, tried uuid[]) RETURNS SETOF uuid
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  room integer := public.mail_room('confirmation', wanted);
  mailboxes text[] := '{}';
  candidate record;
  last timestamptz;
BEGIN
  IF room = 0 THEN RETURN; END IF;
  FOR candidate IN
    SELECT id, mailbox_key FROM public.email_log
    WHERE status = 'pending' AND lane = 'confirmation' AND leased_by IS NULL AND id <> ALL (tried)
      AND (next_attempt_at <= now() OR early AND attempts > 0)
    ORDER BY next_attempt_at, id LIMIT room + 10 FOR UPDATE SKIP LOCKED
  LOOP
    -- By the mailbox alone (OFFSET 0): without statistics every message of the day would be gone through for each.
    SELECT max(departed_at) INTO last FROM (
      SELECT id, lane, departed_at FROM public.email_log WHERE mailbox_key = candidate.mailbox_key OFFSET 0
    ) AS known
    WHERE id <> candidate.id AND lane = 'confirmation' AND departed_at > now() - interval '24 hours';
    IF last IS NOT NULL OR candidate.mailbox_key = ANY (mailboxes) THEN
      BEGIN
        UPDATE public.email_log
        SET next_attempt_at = coalesce(last, now()) + interval '24 hours', waits_for_mailbox = true
        WHERE id = candidate.id;
      EXCEPTION WHEN unique_violation THEN
        DELETE FROM public.email_log WHERE id = candidate.id;
      END;
    ELSIF cardinality(mailboxes) < room THEN
      mailboxes := mailboxes || candidate.mailbox_key;
      RETURN NEXT candidate.id;
    END IF;
  END LOOP;
END
$$;
--> statement-breakpoint
-- Choices come from the ledger; free text is counted from the rows, which is slow at a million: Tenue itself does not read that part.
CREATE VIEW public.secure_question_summary AS
  SELECT question_id, signup_type, answer_value, count AS response_count
  FROM public.answer_totals WHERE answer_value <> ''
  UNION ALL
  SELECT question.id, signup.audience, counted.answer_value, count(*)
  FROM public.questionnaire_items AS question
  JOIN public.all_signups AS signup ON signup.responses ? question.id::text
  CROSS JOIN LATERAL jsonb_array_elements_text(public.counted_values(signup.responses -> question.id::text, 'select'))
    AS counted (answer_value)
  WHERE NOT public.is_choice(question.field_type) AND counted.answer_value <> ''
  GROUP BY question.id, signup.audience, counted.answer_value;
--> statement-breakpoint
-- HMAC-SHA-256 of an address, its ASCII letters in lower case, cut to 128 bits, as base64url: the key under
-- which an address is still recognised after its erasure. The same in Node: server/privacy/addresses.
CREATE FUNCTION public.address_hash(email text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT translate(encode(substring(sha256(outer_pad || sha256(inner_pad || convert_to(lower(email COLLATE "C"), 'UTF8'))) FOR 16), 'base64'), '+/=', '-_')
  FROM public.address_key
$$;
--> statement-breakpoint
-- Version 0.2.0 asks these two; 0042 replaces them.
CREATE FUNCTION public.may_receive_news(hash text) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT EXISTS (
    SELECT FROM (
      SELECT purpose, confirmed_at, withdrawn_at FROM public.consents WHERE email_hash = hash OFFSET 0
    ) AS known
    WHERE purpose = 'news' AND confirmed_at IS NOT NULL AND withdrawn_at IS NULL
  ) AND NOT EXISTS (SELECT FROM public.suppressions WHERE email_hash = hash)
$$;
--> statement-breakpoint
CREATE FUNCTION public.may_receive_mail(hash text) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT NOT EXISTS (SELECT FROM public.suppressions WHERE email_hash = hash AND scope = 'all')
$$;
--> statement-breakpoint
CREATE FUNCTION public.set_email_hash() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.email_hash := public.address_hash(NEW.email);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.set_recipient_hash() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.recipient_hash := public.address_hash(NEW.recipient_email);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER questionnaire_items_revision
  AFTER INSERT OR UPDATE OR DELETE ON questionnaire_items
  FOR EACH STATEMENT EXECUTE FUNCTION raise_questionnaire_revision();
--> statement-breakpoint
CREATE TRIGGER beta_signups_added AFTER INSERT ON beta_signups REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION public.note_signups_added('user');
--> statement-breakpoint
CREATE TRIGGER beta_signups_changed AFTER UPDATE ON beta_signups REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION public.note_signups_changed('user');
--> statement-breakpoint
CREATE TRIGGER beta_signups_removed AFTER DELETE ON beta_signups REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION public.note_signups_removed('user');
--> statement-breakpoint
CREATE TRIGGER beta_signups_truncated AFTER TRUNCATE ON beta_signups
  FOR EACH STATEMENT EXECUTE FUNCTION public.note_signups_truncated('user');
--> statement-breakpoint
CREATE TRIGGER brand_signups_added AFTER INSERT ON brand_signups REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION public.note_signups_added('brand');
--> statement-breakpoint
CREATE TRIGGER brand_signups_changed AFTER UPDATE ON brand_signups REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION public.note_signups_changed('brand');
--> statement-breakpoint
CREATE TRIGGER brand_signups_removed AFTER DELETE ON brand_signups REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION public.note_signups_removed('brand');
--> statement-breakpoint
CREATE TRIGGER brand_signups_truncated AFTER TRUNCATE ON brand_signups
  FOR EACH STATEMENT EXECUTE FUNCTION public.note_signups_truncated('brand');
--> statement-breakpoint
CREATE TRIGGER questionnaire_items_removed AFTER DELETE ON questionnaire_items
  FOR EACH ROW EXECUTE FUNCTION public.note_question_removed();
--> statement-breakpoint
CREATE TRIGGER beta_signups_promoted AFTER DELETE ON beta_signups REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION public.promote_duplicates();
--> statement-breakpoint
CREATE TRIGGER brand_signups_promoted AFTER DELETE ON brand_signups REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION public.promote_duplicates();
--> statement-breakpoint
-- Only a change between choice and free text changes what is counted.
CREATE TRIGGER questionnaire_items_retyped AFTER UPDATE OF field_type ON questionnaire_items
  FOR EACH ROW WHEN (public.is_choice(OLD.field_type) <> public.is_choice(NEW.field_type))
  EXECUTE FUNCTION public.note_question_retyped();
--> statement-breakpoint
CREATE TRIGGER beta_signups_hashed BEFORE INSERT ON beta_signups FOR EACH ROW
  WHEN (NEW.email_hash = '') EXECUTE FUNCTION public.set_email_hash();
--> statement-breakpoint
CREATE TRIGGER beta_signups_rehashed BEFORE UPDATE OF email ON beta_signups FOR EACH ROW
  WHEN (NEW.email IS DISTINCT FROM OLD.email) EXECUTE FUNCTION public.set_email_hash();
--> statement-breakpoint
CREATE TRIGGER brand_signups_hashed BEFORE INSERT ON brand_signups FOR EACH ROW
  WHEN (NEW.email_hash = '') EXECUTE FUNCTION public.set_email_hash();
--> statement-breakpoint
CREATE TRIGGER brand_signups_rehashed BEFORE UPDATE OF email ON brand_signups FOR EACH ROW
  WHEN (NEW.email IS DISTINCT FROM OLD.email) EXECUTE FUNCTION public.set_email_hash();
--> statement-breakpoint
CREATE TRIGGER email_log_hashed BEFORE INSERT ON email_log FOR EACH ROW
  WHEN (NEW.recipient_hash = '') EXECUTE FUNCTION public.set_recipient_hash();
--> statement-breakpoint
INSERT INTO questionnaire_state (id, revision) VALUES (1, 1);
--> statement-breakpoint
INSERT INTO email_templates (event, name, subject, content, is_active) VALUES
('signup', 'Confirmation d''inscription', 'Votre inscription à la bêta est enregistrée',
'<p>Bonjour,</p>
<p>Merci pour votre inscription à la bêta de Tenue&nbsp;: nous avons bien reçu votre demande et vous contacterons bientôt.</p>
<p>Si vous n’êtes pas à l’origine de cette inscription, répondez simplement à ce message&nbsp;: nous l’effacerons.</p>
<p>À bientôt,<br>L’équipe Tenue</p>', true),
('approved', 'Inscription approuvée', 'Bienvenue dans la bêta de Tenue',
'<p>Bonjour {{firstName}},</p>
<p>Bonne nouvelle&nbsp;: votre inscription à la bêta de Tenue est approuvée. Nous vous écrirons dès que votre accès est ouvert.</p>
<p>À très bientôt,<br>L’équipe Tenue</p>', true),
('rejected', 'Inscription refusée', 'Votre inscription à la bêta de Tenue',
'<p>Bonjour {{firstName}},</p>
<p>Nous vous remercions de votre intérêt pour Tenue. Nous ne pouvons pas retenir votre inscription à cette bêta, dont les places sont comptées.</p>
<p>Au plaisir de vous retrouver au lancement,<br>L’équipe Tenue</p>', false);
--> statement-breakpoint
INSERT INTO email_template_versions (template_id, version, name, subject, content, saved_at)
  SELECT id, version, name, subject, content, updated_at FROM email_templates;
--> statement-breakpoint
INSERT INTO installation DEFAULT VALUES;
--> statement-breakpoint
INSERT INTO bounce_mailbox (id) VALUES (1);
--> statement-breakpoint
INSERT INTO backup_settings DEFAULT VALUES;
--> statement-breakpoint
INSERT INTO migration_lease DEFAULT VALUES;
--> statement-breakpoint
-- The key of `address_hash` and its pads, made once for this database: two random version-4 UUIDs bring 244 bits, which
-- SHA-256 spreads over the key. HMAC pads the key with zeros to a block of 64 bytes and combines each with 0x36 and 0x5c.
DO $$
DECLARE
  made bytea := sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'));
  inner_pad bytea := decode(repeat('36', 64), 'hex');
  outer_pad bytea := decode(repeat('5c', 64), 'hex');
BEGIN
  FOR place IN 0..31 LOOP
    inner_pad := set_byte(inner_pad, place, get_byte(made, place) # 54);
    outer_pad := set_byte(outer_pad, place, get_byte(made, place) # 92);
  END LOOP;
  INSERT INTO public.address_key (id, key, inner_pad, outer_pad) VALUES (1, made, inner_pad, outer_pad);
END $$;
