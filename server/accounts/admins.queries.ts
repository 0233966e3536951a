import { randomUUID } from "node:crypto";
import { and, asc, count, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { ChangePreferences, Preferences } from "#contract/account.schema.ts";
import { adminPreferences, adminUsers, authUsers } from "#db/schema/admins.ts";
import type { Db } from "#server/lib/database/database.ts";
import { uniqueViolation } from "#server/lib/database/database-errors.ts";

export type AdminRow = typeof adminUsers.$inferSelect;
type NewAdmin = { email: string; isSuperAdmin: boolean; activatedAt?: Date | null };

/** Serialises changes to the set of administrators: counts read inside stay true until the commit. */
export async function withAdminLock<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('tenue admins'))`);
    return work(tx);
  });
}

/** Inserts an account without a password, which cannot sign in yet. @returns null when the address is taken */
export async function insertNewAdmin(db: Db, admin: NewAdmin): Promise<AdminRow | null> {
  try {
    return await insertAdmin(db, admin);
  } catch (error) {
    if (uniqueViolation(error) !== null) return null;
    throw error;
  }
}

export async function insertAdmin(db: Db, { email, isSuperAdmin, activatedAt = null }: NewAdmin) {
  return db.transaction(async (tx) => {
    const id = randomUUID();
    const address = email.toLowerCase();
    await tx.insert(authUsers).values({ id, name: address, email: address, emailVerified: true });
    const [admin] = await tx
      .insert(adminUsers)
      .values({ id, email: address, isSuperAdmin, activatedAt })
      .returning();
    if (!admin) throw new Error("the database returned no row for a new admin");
    return admin;
  });
}

export async function findAdmins(db: Db): Promise<AdminRow[]> {
  return db.select().from(adminUsers).orderBy(asc(adminUsers.email));
}

export async function findAdmin(db: Db, id: string): Promise<AdminRow | null> {
  const [admin] = await db.select().from(adminUsers).where(eq(adminUsers.id, id));
  return admin ?? null;
}

export async function findAdminByEmail(db: Db, email: string): Promise<AdminRow | null> {
  const [admin] = await db
    .select()
    .from(adminUsers)
    .where(eq(sql`lower(${adminUsers.email})`, email.toLowerCase()));
  return admin ?? null;
}

export async function findActiveSuperAdmins(db: Db): Promise<AdminRow[]> {
  return db
    .select()
    .from(adminUsers)
    .where(and(eq(adminUsers.isSuperAdmin, true), isNotNull(adminUsers.activatedAt)))
    .orderBy(asc(adminUsers.email));
}

export async function hasActivatedAdmin(db: Db): Promise<boolean> {
  const rows = await db
    .select({ id: adminUsers.id })
    .from(adminUsers)
    .where(isNotNull(adminUsers.activatedAt))
    .limit(1);
  return rows.length > 0;
}

/** The super administrator that an earlier set-up created and that is not activated yet. */
export async function findPendingSuperAdmin(db: Db): Promise<AdminRow | null> {
  const [admin] = await db
    .select()
    .from(adminUsers)
    .where(and(eq(adminUsers.isSuperAdmin, true), isNull(adminUsers.activatedAt)))
    .orderBy(asc(adminUsers.createdAt))
    .limit(1);
  return admin ?? null;
}

export async function renameAdmin(db: Db, id: string, email: string): Promise<void> {
  const address = email.toLowerCase();
  await db.update(authUsers).set({ email: address, name: address }).where(eq(authUsers.id, id));
  await db.update(adminUsers).set({ email: address }).where(eq(adminUsers.id, id));
}

export async function makeSuperAdmin(db: Db, id: string): Promise<void> {
  await db.update(adminUsers).set({ isSuperAdmin: true }).where(eq(adminUsers.id, id));
}

/** Super administrators who can sign in, without this one. */
export async function countOtherSuperAdmins(db: Db, id: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(adminUsers)
    .where(and(eq(adminUsers.isSuperAdmin, true), isNotNull(adminUsers.activatedAt), ne(adminUsers.id, id)));
  return row?.count ?? 0;
}

/** Super administrators who can sign in, and those of them who need a second factor for it. */
export async function countSuperAdmins(db: Db): Promise<{ all: number; twoFactor: number }> {
  const [row] = await db
    .select({
      all: count(),
      twoFactor: sql<number>`count(*) filter (where ${authUsers.twoFactorEnabled})::int`,
    })
    .from(adminUsers)
    .innerJoin(authUsers, eq(authUsers.id, adminUsers.id))
    .where(and(eq(adminUsers.isSuperAdmin, true), isNotNull(adminUsers.activatedAt)));
  return row ?? { all: 0, twoFactor: 0 };
}

/** Deletes an account with its sessions, password, second factor and rights. */
export async function deleteAccount(db: Db, id: string): Promise<void> {
  await db.delete(authUsers).where(eq(authUsers.id, id));
}

export async function isTwoFactorEnabled(db: Db, id: string): Promise<boolean> {
  const [user] = await db
    .select({ enabled: authUsers.twoFactorEnabled })
    .from(authUsers)
    .where(eq(authUsers.id, id));
  return user?.enabled ?? false;
}

/** A user as of the time when the last change of the credentials was read. */
export type CheckedUser = { id: string; credentialsChangedAt: Date | null };

const checkedColumns = { id: authUsers.id, credentialsChangedAt: authUsers.credentialsChangedAt };

export async function findUser(db: Db, by: { email: string } | { id: string }): Promise<CheckedUser | null> {
  const isAsked = "id" in by ? eq(authUsers.id, by.id) : eq(authUsers.email, by.email.toLowerCase());
  const [user] = await db.select(checkedColumns).from(authUsers).where(isAsked);
  return user ?? null;
}

export async function setTwoFactorEnabled(db: Db, id: string, enabled: boolean): Promise<void> {
  await db.update(authUsers).set({ twoFactorEnabled: enabled }).where(eq(authUsers.id, id));
}

/** Runs changes of one user's credentials, and what these admit, one after the other. */
export async function withUserLock<Result>(
  db: Db,
  id: string,
  work: (tx: Db, user: CheckedUser | null) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => work(tx, await lockUser(tx, id)));
}

/** Locks the user's row until the transaction ends. Every change of credentials locks it first, to avoid deadlocks. */
export async function lockUser(tx: Db, id: string): Promise<CheckedUser | null> {
  const [user] = await tx.select(checkedColumns).from(authUsers).where(eq(authUsers.id, id)).for("update");
  return user ?? null;
}

export async function storeCredentialsChange(db: Db, id: string, now: Date): Promise<void> {
  await db.update(authUsers).set({ credentialsChangedAt: now }).where(eq(authUsers.id, id));
}

/** Activates the account with its first password; a later call keeps the first date. */
export async function markActivated(db: Db, id: string, now: Date): Promise<void> {
  await db
    .update(adminUsers)
    .set({ activatedAt: sql`coalesce(${adminUsers.activatedAt}, ${now.toISOString()}::timestamptz)` })
    .where(eq(adminUsers.id, id));
}

const defaultPreferences: Preferences = { singleKeys: true, density: "comfortable", firstStepsLeft: false };

const preferenceColumns = {
  singleKeys: adminPreferences.singleKeys,
  density: adminPreferences.density,
  firstStepsLeft: adminPreferences.firstStepsLeft,
};

export async function findPreferences(db: Db, adminId: string): Promise<Preferences> {
  const [found] = await db
    .select(preferenceColumns)
    .from(adminPreferences)
    .where(eq(adminPreferences.adminId, adminId));
  return found ?? defaultPreferences;
}

export async function savePreferences(
  db: Db,
  adminId: string,
  change: ChangePreferences,
): Promise<Preferences> {
  const values = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  if (Object.keys(values).length === 0) return findPreferences(db, adminId);
  const [saved] = await db
    .insert(adminPreferences)
    .values({ adminId, ...values })
    .onConflictDoUpdate({ target: adminPreferences.adminId, set: values })
    .returning(preferenceColumns);
  return saved ?? defaultPreferences;
}
