import { and, eq, lte } from "drizzle-orm";
import { bounceMailbox } from "#db/schema/email-events.ts";
import type { Db } from "#server/lib/database/database.ts";

export type MailboxState = typeof bounceMailbox.$inferSelect;

const theOne = eq(bounceMailbox.id, 1);

/** Takes a reading that is due: of any number of instances one gets it. @param until when another may, if this one dies */
export async function takeReading(
  db: Db,
  { now, until }: { now: Date; until: Date },
): Promise<MailboxState | null> {
  const [state] = await db
    .update(bounceMailbox)
    .set({ nextReadAt: until })
    .where(and(theOne, lte(bounceMailbox.nextReadAt, now)))
    .returning();
  return state ?? null;
}

export async function findState(db: Db): Promise<MailboxState | null> {
  const [state] = await db.select().from(bounceMailbox).where(theOne);
  return state ?? null;
}

export async function storeState(db: Db, state: Partial<Omit<MailboxState, "id">>): Promise<void> {
  await db.update(bounceMailbox).set(state).where(theOne);
}
