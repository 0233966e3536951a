import { randomUUID } from "node:crypto";
import { adminUsers, authUsers } from "#db/schema/admins.ts";
import type { Db } from "#server/lib/database/database.ts";

export type NewAdmin = { email: string; isSuperAdmin: boolean; activatedAt?: Date | null };

/** Makes the account and its right to enter; without a password it cannot sign in yet. */
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
