import type { Db } from "#server/lib/database/database.ts";
import { insertHold } from "./hold.queries.ts";

/**
 * Holds all mail until a person releases it: the backup does not know what was sent after it.
 * @param tx the transaction of the restore
 */
export function holdMail(tx: Db, backupMadeAt: Date): Promise<void> {
  return insertHold(tx, backupMadeAt);
}
