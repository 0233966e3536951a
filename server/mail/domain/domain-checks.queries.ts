import { eq, sql } from "drizzle-orm";
import type { DomainProbe } from "#contract/email-domain.ts";
import { domainChecks } from "#db/schema/email-domain.ts";
import type { Db } from "#server/lib/database/database.ts";

export type StoredCheck = Omit<typeof domainChecks.$inferSelect, "id">;

export async function findCheck(db: Db): Promise<StoredCheck | null> {
  const [row] = await db.select().from(domainChecks);
  return row ?? null;
}

export async function storeCheck(db: Db, check: StoredCheck): Promise<void> {
  await db
    .insert(domainChecks)
    .values({ id: 1, ...check })
    .onConflictDoUpdate({ target: domainChecks.id, set: check });
}

/** The message has arrived, or did not leave. @returns whether it is the one that was sent last */
export async function updateProbe(
  db: Db,
  logId: string,
  change: Partial<Pick<DomainProbe, "failure" | "results">>,
): Promise<boolean> {
  const updated = await db
    .update(domainChecks)
    .set({ probe: sql`${domainChecks.probe} || ${JSON.stringify(change)}::jsonb` })
    .where(eq(sql`${domainChecks.probe} ->> 'logId'`, logId))
    .returning({ id: domainChecks.id });
  return updated.length > 0;
}
