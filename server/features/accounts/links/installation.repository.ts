import { installation } from "#db/schema/installation.ts";
import type { Db } from "#server/lib/database/database.ts";

/** The random id of this database. */
export async function getInstallationKey(db: Db): Promise<string> {
  const [row] = await db.select({ key: installation.key }).from(installation);
  if (!row) throw new Error("the row of the table installation is gone");
  return row.key;
}
