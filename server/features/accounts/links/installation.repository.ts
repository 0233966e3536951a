import { installation } from "#db/schema/installation.ts";
import type { Db } from "#server/lib/database/database.ts";

export async function findInstallationKey(db: Db): Promise<string | null> {
  const [row] = await db.select({ key: installation.key }).from(installation);
  return row?.key ?? null;
}

/** @returns null before one was noted */
export async function findSecretFingerprint(db: Db): Promise<string | null> {
  const [row] = await db.select({ fingerprint: installation.secretFingerprint }).from(installation);
  return row?.fingerprint ?? null;
}

/** The same, locked until the end of the transaction. */
export async function lockSecretFingerprint(tx: Db): Promise<string | null> {
  const [row] = await tx
    .select({ fingerprint: installation.secretFingerprint })
    .from(installation)
    .for("update");
  return row?.fingerprint ?? null;
}

export async function updateSecretFingerprint(db: Db, secretFingerprint: string): Promise<void> {
  await db.update(installation).set({ secretFingerprint });
}
