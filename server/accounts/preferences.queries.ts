import { eq } from "drizzle-orm";
import type { ChangePreferences, Preferences } from "#contract/account.schema.ts";
import { adminPreferences } from "#db/schema/admins.ts";
import type { Db } from "#server/lib/database/database.ts";

const defaults: Preferences = { singleKeys: true, density: "comfortable", firstStepsLeft: false };

const columns = {
  singleKeys: adminPreferences.singleKeys,
  density: adminPreferences.density,
  firstStepsLeft: adminPreferences.firstStepsLeft,
};

export async function findPreferences(db: Db, adminId: string): Promise<Preferences> {
  const [found] = await db
    .select(columns)
    .from(adminPreferences)
    .where(eq(adminPreferences.adminId, adminId));
  return found ?? defaults;
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
    .returning(columns);
  return saved ?? defaults;
}
