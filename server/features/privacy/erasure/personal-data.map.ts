/**
 * Where the database holds persons, and what erasing an address does there. `erasure.test.ts` walks the schema: a column that
 * can hold a text and is not named here, or under `impersonalColumns`, fails it.
 */
export const personalColumns: Record<string, Record<string, string>> = {
  beta_signups: {
    firstname: "the row is deleted",
    name: "the row is deleted",
    email: "the row is deleted",
    email_hash: "the row is deleted",
    responses: "the row is deleted",
    search_text: "the row is deleted",
  },
  brand_signups: {
    firstname: "the row is deleted",
    name: "the row is deleted",
    email: "the row is deleted",
    email_hash: "the row is deleted",
    website: "the row is deleted",
    responses: "the row is deleted",
    search_text: "the row is deleted",
  },
  consents: { email_hash: "the row is deleted" },
  privacy_links: { email_hash: "the row is deleted", token_hash: "the row is deleted" },
  email_log: {
    recipient_email: "emptied",
    recipient_name: "emptied",
    recipient_hash: "emptied",
    subject: "emptied",
    content: "emptied",
    variables: "emptied",
    error_message: "emptied: servers repeat addresses in it",
    search_text: "made of the others",
    mailbox_key:
      "emptied, a day after the last message at the latest: a keyed hash that keeps others from causing more mail",
  },
  suppressions: { email_hash: "stays: the keyed hash by which nobody writes to them by mistake" },
  privacy_requests: { email_hash: "stays for five years: the proof that the request was answered" },
  signup_count_changes: { responses: "folded into counts within a minute, without texts" },
  journal_entries: { details: "an address in it is taken out, unless it is an administrator's" },
};

/** Accounts of administrators: erased by deleting the account (`admins.service.ts`). */
export const administratorColumns: Record<string, string[]> = {
  auth_users: ["id", "name", "email", "image"],
  auth_sessions: ["id", "token", "ip_address", "user_agent", "user_id"],
  auth_accounts: [
    ...["id", "account_id", "provider_id", "user_id", "access_token", "refresh_token", "id_token", "scope"],
    "password",
  ],
  auth_verifications: ["id", "identifier", "value"],
  auth_two_factors: ["id", "secret", "backup_codes", "user_id"],
  admin_users: ["id", "email"],
  admin_notices: ["kind", "details"],
  admin_notice_dismissals: ["admin_id"],
  journal_entries: ["actor"],
  campaigns: ["created_by"],
  suppressions: ["source"],
  privacy_requests: ["handled_by"],
};

/** Texts that are nobody's. */
export const impersonalColumns: Record<string, string[]> = {
  address_key: ["inner_pad", "key", "outer_pad"],
  address_migrations: ["audience"],
  answer_counts: ["answer_value", "signup_type"],
  answer_removals: ["audience"],
  attempt_counts: ["key"],
  beta_signups: ["status", "texts_version"],
  brand_signups: ["status", "texts_version"],
  bulk_decisions: ["audience"],
  campaigns: [
    "content",
    "fingerprint",
    "kind",
    "paused_reason",
    "reason",
    "recipient_type",
    "status",
    "status_filter",
    "subject",
  ],
  consent_texts: ["text", "version"],
  consents: ["audience", "purpose", "text_version", "withdrawn_by"],
  email_log: ["email_type", "lane", "leased_by", "purpose", "status"],
  email_settings: [
    "preferred_provider",
    "reply_to",
    "sender_email",
    "sender_name",
    "sendgrid_key",
    "smtp_host",
    "smtp_password",
    "smtp_username",
  ],
  email_templates: ["content", "event", "name", "subject"],
  journal_entries: ["action", "subject"],
  mail_purges: ["kind"],
  privacy_requests: ["kind", "outcome", "source"],
  questionnaire_items: ["field_type", "options", "question", "target_type"],
  shield_state: ["forced", "measured"],
  signup_buckets: ["key"],
  signup_count_changes: ["audience", "status"],
  signup_counts: ["audience", "status"],
  site_images: ["content", "content_type", "slot"],
  site_settings: ["values"],
  suppressions: ["reason", "scope"],
};
