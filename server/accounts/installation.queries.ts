import { inArray, isNull, or } from "drizzle-orm";
import { installation } from "#db/schema/installation.ts";
import type { Db } from "#server/lib/database/database.ts";

export async function findInstallationKey(db: Db): Promise<string | null> {
  const [row] = await db.select({ key: installation.key }).from(installation);
  return row?.key ?? null;
}

/** @returns null before the first start stored one */
export async function findSecretFingerprint(db: Db): Promise<string | null> {
  const [row] = await db.select({ fingerprint: installation.secretFingerprint }).from(installation);
  return row?.fingerprint ?? null;
}

/** Stores the fingerprint unless an unknown one is stored. @returns false in that case */
export async function replaceSecretFingerprint(
  db: Db,
  secretFingerprint: string,
  known: string[],
): Promise<boolean> {
  const replaced = await db
    .update(installation)
    .set({ secretFingerprint })
    .where(or(isNull(installation.secretFingerprint), inArray(installation.secretFingerprint, known)))
    .returning();
  return replaced.length > 0;
}

export async function updateSecretFingerprint(db: Db, secretFingerprint: string): Promise<void> {
  await db.update(installation).set({ secretFingerprint });
}
