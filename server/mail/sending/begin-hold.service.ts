import type { Db } from "#server/lib/database/database.ts";
import { insertHold } from "./hold.queries.ts";

/**
 * Nothing leaves from now on until a person says go: what was sent after the backup was made is not known to what was restored.
 * @param tx the transaction of the restore
 */
export function holdMail(tx: Db, backupMadeAt: Date): Promise<void> {
  return insertHold(tx, backupMadeAt);
}
