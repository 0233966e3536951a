import { sql } from "drizzle-orm";
import { upkeepClock } from "#db/schema/installation.ts";
import type { Db } from "#server/lib/database/database.ts";

export async function findLastUpkeep(db: Db): Promise<Date | null> {
  const [row] = await db.select({ at: upkeepClock.at }).from(upkeepClock);
  return row?.at ?? null;
}

/** Never moves the time back, because another instance may be some seconds ahead. */
export async function advanceLastUpkeep(db: Db, at: Date): Promise<void> {
  await db
    .insert(upkeepClock)
    .values({ at })
    .onConflictDoUpdate({
      target: upkeepClock.id,
      set: { at },
      setWhere: sql`${upkeepClock.at} < excluded.at`,
    });
}

export async function replaceLastUpkeep(tx: Db, at: Date): Promise<void> {
  await tx.insert(upkeepClock).values({ at }).onConflictDoUpdate({ target: upkeepClock.id, set: { at } });
}
