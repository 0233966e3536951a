import { installation } from "#db/schema/installation.ts";
import type { Db } from "#server/lib/database/database.ts";

export async function findInstallationKey(db: Db): Promise<string | null> {
  const [row] = await db.select({ key: installation.key }).from(installation);
  return row?.key ?? null;
}
