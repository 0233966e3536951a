import { and, eq, isNotNull, isNull, lt, or } from "drizzle-orm";
import type { Audience } from "#contract/audience.ts";
import type { Db } from "#server/lib/database/database.ts";
import { unconfirmedAreDeleted } from "#server/mail/settings/settings.statement.ts";
import { signupTables } from "./signup-tables.queries.ts";

/** Who was reminded, or was to be since they signed up before `dueBefore`, counts as reminded at that moment. */
export async function restartReminders(
  tx: Db,
  audience: Audience,
  { dueBefore, at }: { dueBefore: Date; at: Date },
): Promise<void> {
  const table = signupTables[audience];
  const wasDue = and(isNull(table.remindedAt), lt(table.createdAt, dueBefore), unconfirmedAreDeleted);
  await tx
    .update(table)
    .set({ remindedAt: at })
    .where(
      and(eq(table.status, "pending"), isNull(table.confirmedAt), or(isNotNull(table.remindedAt), wasDue)),
    );
}
