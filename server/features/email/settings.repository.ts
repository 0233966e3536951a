import { sql } from "drizzle-orm";
import { emailSettings } from "#db/schema/email.ts";
import type { Db } from "#server/lib/database/database.ts";

/** Secrets are sealed in it. */
export type StoredSettings = typeof emailSettings.$inferSelect & {
  /** In the very form in which leased messages carry it. */
  version: string;
};

export async function findSettings(db: Db): Promise<StoredSettings | null> {
  const [row] = await db
    .select({ settings: emailSettings, version: sql<string>`${emailSettings.updatedAt}::text` })
    .from(emailSettings);
  return row ? { ...row.settings, version: row.version } : null;
}

/** Saves are one after the other from here to the end of the transaction. */
export async function lockSettings(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('email settings', 0))`);
}

export async function upsertSettings(
  db: Db,
  settings: Omit<typeof emailSettings.$inferInsert, "id" | "updatedAt">,
): Promise<void> {
  // The time is what senders know a change by: two saves within a millisecond must differ too.
  const updatedAt = sql`greatest(clock_timestamp(), ${emailSettings.updatedAt} + interval '1 millisecond')`;
  await db
    .insert(emailSettings)
    .values({ id: 1, ...settings, updatedAt: sql`clock_timestamp()` })
    .onConflictDoUpdate({ target: emailSettings.id, set: { ...settings, updatedAt } });
}

/** Ids of the messages that workers, of whatever instance, are sending right now. */
export async function findLeased(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from email_log where leased_by is not null and leased_until > now()`);
  return rows.map(({ id }) => id);
}

/** Whether one of these is still in a worker's hands. */
export async function isAnyLeased(db: Db, ids: string[]): Promise<boolean> {
  const { rows } = await db.execute<{ leased: boolean }>(sql`
    select exists (
      select 1 from email_log
      where leased_by is not null and leased_until > now() and id = any(${`{${ids.join(",")}}`}::uuid[])
    ) as leased`);
  return rows[0]?.leased ?? false;
}
