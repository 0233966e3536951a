/**
 * Tests of the differences between the embedded database and PostgreSQL: locks and concurrency, notifications, prepared statements,
 * time-outs, migrations, backup in both directions, and features that only one of them has. In CI the whole `api` project runs on
 * PostgreSQL, where transactions are really concurrent. These files run on the embedded database too.
 */
export const contractSet = [
  // Connections, statements, values and migrations.
  "server/lib/database/*.api.test.ts",
  "test/support/*.api.test.ts",
  // Dump, restore and the backup before an update.
  "server/backup/**/*.api.test.ts",
  "server/commands/*.api.test.ts",
  // Concurrent batches, locks, and statements whose effect another statement must see.
  "server/signups/{storing,signups,bulk,decisions,decisions-wait,signup-tokens,retention,signup-search}.api.test.ts",
  "server/questionnaire/{questions,answer-removal}.api.test.ts",
  "server/stats/*.api.test.ts",
  "server/mail/sending/{campaigns,cancellation,outage}.api.test.ts",
  "server/mail/sending/{leases,caps,hold,log-search}.api.test.ts",
  // Leases of endpoints, and one dispatch at a time.
  "server/webhooks/deliveries.api.test.ts",
  "server/webhooks/endpoint-secrets.api.test.ts",
  "server/webhooks/messages.api.test.ts",
  "server/webhooks/webhook-events.api.test.ts",
  // An unreachable, slow or busy database.
  "server/state/health.api.test.ts",
  "server/{serve-metrics,stale-edits}.api.test.ts",
  "server/lib/http/error-handler.api.test.ts",
];
