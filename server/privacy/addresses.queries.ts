import { addressKey } from "#db/schema/privacy.ts";
import type { Db } from "#server/lib/database/database.ts";

/** The key that this database's migration made. */
export async function findAddressKey(db: Db): Promise<Buffer> {
  const [row] = await db.select({ key: addressKey.key }).from(addressKey);
  if (!row) throw new Error("the row of the table address_key is gone");
  return Buffer.from(row.key);
}
