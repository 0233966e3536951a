import { and, asc, eq, sql } from "drizzle-orm";
import { emailTemplates } from "#db/schema/email.ts";
import type { Db } from "#server/lib/database/database.ts";

export type StoredTemplate = typeof emailTemplates.$inferSelect;

export async function findTemplates(db: Db): Promise<StoredTemplate[]> {
  return db.select().from(emailTemplates).orderBy(asc(emailTemplates.name), asc(emailTemplates.id));
}

export async function findTemplate(db: Db, id: string): Promise<StoredTemplate | null> {
  const [row] = await db.select().from(emailTemplates).where(eq(emailTemplates.id, id));
  return row ?? null;
}

/** The next version of a template, unless it has moved on from the one given. */
export async function updateTemplate(
  db: Db,
  id: string,
  { version, ...template }: Pick<StoredTemplate, "subject" | "content" | "isActive" | "version">,
): Promise<StoredTemplate | null> {
  const [row] = await db
    .update(emailTemplates)
    .set({ ...template, version: version + 1, updatedAt: sql`now()` })
    .where(and(eq(emailTemplates.id, id), eq(emailTemplates.version, version)))
    .returning();
  return row ?? null;
}
