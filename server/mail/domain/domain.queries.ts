import { and, asc, eq, isNull, lte, sql } from "drizzle-orm";
import type { DomainProbe } from "#contract/email-domain.ts";
import { dkimKeys, domainChecks } from "#db/schema/email-domain.ts";
import type { Db } from "#server/lib/database/database.ts";

export type StoredKey = typeof dkimKeys.$inferSelect;

/** Lists all keys, oldest first. Their private keys are sealed. */
export function listKeys(db: Db): Promise<StoredKey[]> {
  return db.select().from(dkimKeys).orderBy(asc(dkimKeys.createdAt), asc(dkimKeys.selector));
}

export async function findActiveKey(db: Db, domain: string): Promise<StoredKey | null> {
  const [row] = await db
    .select()
    .from(dkimKeys)
    .where(and(eq(dkimKeys.domain, domain), eq(dkimKeys.state, "active")));
  return row ?? null;
}

/** Locks changes of keys until the transaction ends. */
export async function lockKeys(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('dkim keys', 0))`);
}

export async function insertKey(
  db: Db,
  key: Pick<StoredKey, "selector" | "domain" | "privateKey" | "publicKey" | "createdAt">,
): Promise<StoredKey> {
  const [row] = await db.insert(dkimKeys).values(key).returning();
  if (!row) throw new Error("the key was not inserted");
  return row;
}

/** Retires the active key of a domain, because a domain has only one active key. */
export async function retireActive(
  tx: Db,
  { domain, retiredAt }: { domain: string; retiredAt: Date },
): Promise<void> {
  await tx
    .update(dkimKeys)
    .set({ state: "retiring", retiredAt, missingSince: null })
    .where(and(eq(dkimKeys.domain, domain), eq(dkimKeys.state, "active")));
}

export async function activate(tx: Db, { selector, at }: { selector: string; at: Date }): Promise<void> {
  await tx.update(dkimKeys).set({ state: "active", activatedAt: at }).where(eq(dkimKeys.selector, selector));
}

/** @returns the deleted or retired key; null when there is none, or when it is retiring already */
export async function retireOrDeleteKey(
  tx: Db,
  { selector, retiredAt }: { selector: string; retiredAt: Date },
): Promise<StoredKey | null> {
  const [removed] = await tx
    .delete(dkimKeys)
    .where(and(eq(dkimKeys.selector, selector), eq(dkimKeys.state, "prepared")))
    .returning();
  if (removed) return removed;
  const [retired] = await tx
    .update(dkimKeys)
    .set({ state: "retiring", retiredAt, missingSince: null })
    .where(and(eq(dkimKeys.selector, selector), eq(dkimKeys.state, "active")))
    .returning();
  return retired ?? null;
}

export async function deleteRetired(db: Db, now: Date): Promise<void> {
  await db.delete(dkimKeys).where(lte(dkimKeys.retiredAt, now));
}

/** @returns whether this call marked the key; of several instances only one gets true */
export async function markMissing(
  db: Db,
  { selector, since }: { selector: string; since: Date },
): Promise<boolean> {
  const marked = await db
    .update(dkimKeys)
    .set({ missingSince: since })
    .where(and(eq(dkimKeys.selector, selector), eq(dkimKeys.state, "active"), isNull(dkimKeys.missingSince)))
    .returning({ selector: dkimKeys.selector });
  return marked.length > 0;
}

/** @returns whether the key was marked as missing */
export async function markFound(db: Db, selector: string): Promise<boolean> {
  const marked = await db
    .update(dkimKeys)
    .set({ missingSince: null })
    .where(and(eq(dkimKeys.selector, selector), sql`${dkimKeys.missingSince} is not null`))
    .returning({ selector: dkimKeys.selector });
  return marked.length > 0;
}

export async function replaceSealedKey(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await db.update(dkimKeys).set({ privateKey: to }).where(eq(dkimKeys.privateKey, from));
}

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

/** Records that the probe arrived or failed. @returns whether the message was the latest probe */
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
