import type { Db } from "#server/lib/database/database.ts";
import { insertHold } from "./hold.queries.ts";

/**
 * Holds all mail until an admin ends the hold, because a backup does not contain what was sent after it was made.
 * @param tx the transaction of the restore
 */
export function holdMail(tx: Db, backupMadeAt: Date): Promise<void> {
  return insertHold(tx, backupMadeAt);
}
