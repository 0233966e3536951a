import { and, eq, sql } from "drizzle-orm";
import { emailSettings } from "#db/schema/email.ts";
import { bounceMailbox } from "#db/schema/email-events.ts";
import type { Db } from "#server/lib/database/database.ts";

/** The stored settings, with sealed secrets. */
export type StoredSettings = typeof emailSettings.$inferSelect & {
  /** Changes when senders have to reload the settings. Equal to `settingsVersion` of leased messages. */
  sendersVersion: string;
};

export async function findSettings(db: Db): Promise<StoredSettings | null> {
  const [row] = await db
    .select({ settings: emailSettings, sendersVersion: sql<string>`${emailSettings.updatedAt}::text` })
    .from(emailSettings);
  return row ? { ...row.settings, sendersVersion: row.sendersVersion } : null;
}

/** Locks the settings against other saves until the transaction ends. */
export async function lockSettings(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('email settings', 0))`);
}

/**
 * Stores the next version of the settings. A version of 0 stores the first settings.
 * @returns false when the stored version is not the given one
 */
export async function storeSettings(
  db: Db,
  { version, ...settings }: Omit<typeof emailSettings.$inferInsert, "id" | "updatedAt"> & { version: number },
): Promise<boolean> {
  if (version === 0) {
    const first = { id: 1, ...settings, updatedAt: sql`clock_timestamp()` };
    const { rowCount } = await db.insert(emailSettings).values(first).onConflictDoNothing();
    return rowCount === 1;
  }
  // Senders recognise a change by this time, so two saves within a millisecond must differ too.
  const updatedAt = sql`greatest(clock_timestamp(), ${emailSettings.updatedAt} + interval '1 millisecond')`;
  const { rowCount } = await db
    .update(emailSettings)
    .set({ ...settings, version: version + 1, updatedAt })
    .where(and(eq(emailSettings.id, 1), eq(emailSettings.version, version)));
  return rowCount === 1;
}

/** Makes every sender reload its settings after a change of the signing key. Call it in the transaction of the change. */
export async function touchSettings(db: Db): Promise<void> {
  await db.update(emailSettings).set({
    updatedAt: sql`greatest(clock_timestamp(), ${emailSettings.updatedAt} + interval '1 millisecond')`,
  });
}

/** Replaces the sealed form of a secret, unless the secret has changed. Senders do not reload, because its value stays the same. */
export async function replaceSecret(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  for (const column of ["smtpPassword", "sendgridKey", "imapPassword"] as const) {
    await db
      .update(emailSettings)
      .set({ [column]: to })
      .where(eq(emailSettings[column], from));
  }
}

/** After a change of the mailbox or of the access to it, reading starts at once and from the beginning. */
export async function restartMailbox(tx: Db): Promise<void> {
  await tx.update(bounceMailbox).set({
    uidValidity: null,
    lastUid: 0,
    lastReadAt: null,
    failures: 0,
    failingSince: null,
    error: null,
    nextReadAt: sql`now()`,
  });
}
