import { and, eq, gt, lt } from "drizzle-orm";
import type { Audience } from "#contract/audience.ts";
import { bulkDecisions } from "#db/schema.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { SignupPerson } from "./signup-events.ts";
import { signupTables } from "./signup-tables.queries.ts";

type Bulk = { id: string; audience: Audience };

/** Keeps when a bulk decision ended, for as long as somebody might ask; forgets those of the days before. */
export async function insertBulkDecision(
  db: Db,
  { id, audience, finishedAt, forgetBefore }: Bulk & { finishedAt: Date; forgetBefore: Date },
): Promise<void> {
  await db.delete(bulkDecisions).where(lt(bulkDecisions.finishedAt, forgetBefore));
  await db.insert(bulkDecisions).values({ id, audience, finishedAt });
}

/** Of two that take the same decision back at once, one gets it. @returns false when it is gone, or ended before `since` */
export async function takeBulkDecision(
  db: Db,
  { id, audience, since }: Bulk & { since: Date },
): Promise<boolean> {
  const rows = await db
    .delete(bulkDecisions)
    .where(
      and(
        eq(bulkDecisions.id, id),
        eq(bulkDecisions.audience, audience),
        gt(bulkDecisions.finishedAt, since),
      ),
    )
    .returning({ id: bulkDecisions.id });
  return rows.length > 0;
}

/** What one bulk decision decided is pending again, but for what was decided anew since. */
export async function markBulkPending(db: Db, { id, audience }: Bulk): Promise<SignupPerson[]> {
  const table = signupTables[audience];
  return db
    .update(table)
    .set({ status: "pending", decidedAt: null, bulkId: null })
    .where(eq(table.bulkId, id))
    .returning({
      id: table.id,
      firstname: table.firstname,
      name: table.name,
      email: table.email,
      duplicateOf: table.duplicateOf,
      sample: table.sample,
    });
}
