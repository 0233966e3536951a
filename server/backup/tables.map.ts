/**
 * Which tables a backup holds. `tables.map.test.ts` fails for a table of the schema that is missing here.
 */
export const keptTables: readonly string[] = [
  "installation",
  "address_key",
  "site_settings",
  "site_images",
  "auth_users",
  "auth_accounts",
  "auth_two_factors",
  "admin_users",
  "admin_preferences",
  "saved_views",
  "admin_notices",
  "admin_notice_dismissals",
  "journal_entries",
  "questionnaire_items",
  "questionnaire_state",
  "deleted_questions",
  "answer_removals",
  "sources",
  "passages",
  "beta_signups",
  "brand_signups",
  "address_migrations",
  "bulk_decisions",
  "segments",
  "imports",
  "consent_texts",
  "consents",
  "suppressions",
  "privacy_requests",
  "erasure_log",
  "email_settings",
  "email_templates",
  "email_template_versions",
  "campaigns",
  "email_log",
  "waves",
  "invitations",
  "referral_codes",
  "referrals",
  "webhook_endpoints",
  "webhook_events",
  "webhook_deliveries",
  "mail_purges",
  "email_events",
  "bounce_mailbox",
  "dkim_keys",
  "domain_checks",
  "backup_settings",
];

/** The tables that a backup leaves out, and why that loses nothing. */
export const leftOutTables: Record<string, string> = {
  auth_sessions: "everyone signs in again: a restore would reopen sessions that ended since",
  api_tokens: "a token that was revoked since would work again: super administrators make new ones",
  auth_verifications: "links live a day at most: one that was used since would work again",
  import_rows:
    "lines of files live for days: an import that was under way ends with what it has, and its file can be sent again",
  privacy_links: "links live five and a half hours at most: one that was used since would work again",
  attempt_counts: "counts of minutes",
  used_form_tokens: "form tokens live for hours",
  signup_buckets: "allowances of networks, by the minute",
  referral_devices: "keyed hashes of the last day",
  shield_counts: "what was measured in the last minutes",
  shield_state: "follows from what is measured",
  signup_counts: "recounted from the sign-ups",
  signup_count_changes: "recounted from the sign-ups",
  answer_counts: "recounted from the sign-ups",
  backup_runs: "describes backups of this database",
  mail_hold: "a restore sets its own",
  upkeep_clock: "after a restore, the first upkeep accepts the present time",
  migration_lease: "belongs to processes that run",
};

/**
 * Sorts names so that each comes after all names that it references. Ignores references of a name to itself.
 * @throws Error when names refer to each other in a circle
 */
export function inReferenceOrder(names: string[], references: { from: string; to: string }[]): string[] {
  const ordered: string[] = [];
  const waiting = new Set(names);
  while (waiting.size > 0) {
    const free = [...waiting].filter(
      (name) => !references.some(({ from, to }) => from === name && to !== name && waiting.has(to)),
    );
    if (free.length === 0) throw new Error(`tables refer to each other: ${[...waiting].join(", ")}`);
    for (const name of free) waiting.delete(name);
    ordered.push(...free);
  }
  return ordered;
}
