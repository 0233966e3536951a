import { mailHold } from "#db/schema/email.ts";
import type { Db } from "#server/lib/database/database.ts";

export async function insertHold(tx: Db, backupMadeAt: Date): Promise<void> {
  await tx.insert(mailHold).values({ backupMadeAt });
}
