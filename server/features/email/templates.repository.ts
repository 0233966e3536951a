import { asc, eq, sql } from "drizzle-orm";
import { emailTemplates } from "#db/schema/email.ts";
import type { Db } from "#server/lib/database/database.ts";

export type StoredTemplate = typeof emailTemplates.$inferSelect;

export async function findTemplates(db: Db): Promise<StoredTemplate[]> {
  return db.select().from(emailTemplates).orderBy(asc(emailTemplates.name), asc(emailTemplates.id));
}

export async function updateTemplate(
  db: Db,
  id: string,
  template: Pick<StoredTemplate, "subject" | "content" | "isActive">,
): Promise<StoredTemplate | null> {
  const [row] = await db
    .update(emailTemplates)
    .set({ ...template, updatedAt: sql`now()` })
    .where(eq(emailTemplates.id, id))
    .returning();
  return row ?? null;
}
