import { and, eq, inArray, lte, or } from "drizzle-orm";
import { campaigns } from "#db/schema/email.ts";
import type { Db } from "#server/lib/database/database.ts";

/** Campaigns that had begun by then, or were due, and have not come to their end here. */
export async function findUnended(db: Db, at: Date): Promise<string[]> {
  const began = and(inArray(campaigns.status, ["running", "paused"]), lte(campaigns.startedAt, at));
  const wasDue = and(eq(campaigns.status, "scheduled"), lte(campaigns.scheduledAt, at));
  const rows = await db.select({ id: campaigns.id }).from(campaigns).where(or(began, wasDue));
  return rows.map(({ id }) => id);
}
