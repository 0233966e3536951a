import { eq, lt, sql } from "drizzle-orm";
import { attemptCounts } from "#db/schema/admins.ts";
import type { Db } from "#server/lib/database/database.ts";

/** Counts one more attempt, in one statement so that parallel ones cannot slip through. */
export async function countAttempt(db: Db, key: string, { now, windowMs }: { now: Date; windowMs: number }) {
  const current = sql`${now.toISOString()}::timestamptz`;
  const end = new Date(now.getTime() + windowMs);
  const isOver = sql`${attemptCounts.windowEndsAt} <= ${current}`;
  const [row] = await db
    .insert(attemptCounts)
    .values({ key, count: 1, windowEndsAt: end })
    .onConflictDoUpdate({
      target: attemptCounts.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${attemptCounts.count} + 1 end`,
        windowEndsAt: sql`case when ${isOver} then excluded.window_ends_at else ${attemptCounts.windowEndsAt} end`,
      },
    })
    .returning({ count: attemptCounts.count, windowEndsAt: attemptCounts.windowEndsAt });
  if (!row) throw new Error("the database returned no row for a counted attempt");
  return row;
}

/** Takes one attempt back. */
export async function uncountAttempt(db: Db, key: string): Promise<void> {
  await db
    .update(attemptCounts)
    .set({ count: sql`greatest(${attemptCounts.count} - 1, 0)` })
    .where(eq(attemptCounts.key, key));
}

export async function deleteAttempts(db: Db, key: string): Promise<void> {
  await db.delete(attemptCounts).where(eq(attemptCounts.key, key));
}

export async function deletePastAttempts(db: Db, now: Date): Promise<void> {
  await db.delete(attemptCounts).where(lt(attemptCounts.windowEndsAt, now));
}
