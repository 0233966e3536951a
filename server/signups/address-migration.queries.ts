import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Audience } from "#contract/audience.ts";
import { addressMigrations } from "#db/schema.ts";
import type { Db } from "#server/lib/database/database.ts";
import { rows } from "#server/lib/database/rows.ts";
import type { Holder, NewAddress, NewDuplicate, StoredAddress } from "./address-migration.rules.ts";
import { signupTables } from "./signups.queries.ts";

export type AddressMigration = typeof addressMigrations.$inferSelect;

/** The migration of an audience as it is; null when it has come to its end. */
export async function findMigration(db: Db, audience: Audience): Promise<AddressMigration | null> {
  const [row] = await db.select().from(addressMigrations).where(eq(addressMigrations.audience, audience));
  return row ?? null;
}

/** The migration of an audience, unless another process works on it; it stays locked until the transaction ends. */
export async function lockMigration(db: Db, audience: Audience): Promise<AddressMigration | null> {
  const [row] = await db
    .select()
    .from(addressMigrations)
    .where(eq(addressMigrations.audience, audience))
    .for("update", { skipLocked: true });
  return row ?? null;
}

export async function saveMigrationProgress(db: Db, audience: Audience, { id, createdAt }: StoredAddress) {
  await db
    .update(addressMigrations)
    .set({ lastId: id, lastCreatedAt: createdAt })
    .where(eq(addressMigrations.audience, audience));
}

export async function deleteMigration(db: Db, audience: Audience): Promise<void> {
  await db.delete(addressMigrations).where(eq(addressMigrations.audience, audience));
}

/** The next rows in the order of their dates. */
export async function findAddressesAfter(
  db: Db,
  { audience, lastCreatedAt, lastId }: AddressMigration,
  limit: number,
): Promise<StoredAddress[]> {
  const table = signupTables[audience];
  const { id, email, disposableEmail, createdAt } = table;
  const place = sql`(${lastCreatedAt?.toISOString() ?? null}::timestamptz, ${lastId}::uuid)`;
  return db
    .select({ id, email, disposableEmail, createdAt })
    .from(table)
    .where(lastId === null ? undefined : sql`(${createdAt}, ${id}) > ${place}`)
    .orderBy(table.createdAt, table.id)
    .limit(limit);
}

const holderSchema = z.object({ id: z.string(), email: z.string(), key: z.string() });

/**
 * Locks the sign-ups that are to change and whoever holds one of their new addresses already, until the transaction ends.
 * Duplicates are left out. The oldest comes first.
 */
export async function lockHolders(db: Db, audience: Audience, changes: NewAddress[]): Promise<Holder[]> {
  const ids = sql`${sql.param(changes.map(({ id }) => id))}::uuid[]`;
  const emails = sql`${sql.param(changes.map(({ email }) => email))}::text[]`;
  const statement = sql`
    select signup.id, signup.email, lower(coalesce(item.email, signup.email)) as key
    from ${signupTables[audience]} as signup left join unnest(${ids}, ${emails}) as item (id, email) on item.id = signup.id
    where signup.duplicate_of is null and (signup.id = any(${ids})
      or lower(signup.email) = any(array(select lower(email) from unnest(${emails}) as new (email))))
    order by signup.created_at, signup.id
    for update of signup`;
  return rows(db, holderSchema, statement);
}

/** Takes these out of the addresses that may exist once, and their own duplicates with them. */
export async function markDuplicates(db: Db, audience: Audience, duplicates: NewDuplicate[]): Promise<void> {
  const table = signupTables[audience];
  await db.execute(sql`
    with item as (
      select * from unnest(
        ${sql.param(duplicates.map(({ id }) => id))}::uuid[],
        ${sql.param(duplicates.map(({ duplicateOf }) => duplicateOf))}::uuid[]
      ) as item (id, original)
    ), following as (
      select id, original from item
      union all
      select signup.id, item.original from item join ${table} as signup on signup.duplicate_of = item.id
    )
    update ${table} as signup set duplicate_of = following.original from following where signup.id = following.id`);
}

export async function updateAddresses(db: Db, audience: Audience, changes: NewAddress[]): Promise<void> {
  await db.execute(sql`
    update ${signupTables[audience]} as signup set email = item.email, disposable_email = item.disposable
    from unnest(
      ${sql.param(changes.map(({ id }) => id))}::uuid[],
      ${sql.param(changes.map(({ email }) => email))}::text[],
      ${sql.param(changes.map(({ disposableEmail }) => disposableEmail))}::boolean[]
    ) as item (id, email, disposable)
    where signup.id = item.id`);
}
