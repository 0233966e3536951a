import { and, asc, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { limits } from "#contract/limits.ts";
import { emailTemplates, emailTemplateVersions } from "#db/schema/email.ts";
import type { Db } from "#server/lib/database/database.ts";

export type StoredTemplate = typeof emailTemplates.$inferSelect;
export type StoredVersion = typeof emailTemplateVersions.$inferSelect;
type Texts = Pick<StoredTemplate, "name" | "subject" | "content">;

export async function findTemplates(db: Db): Promise<StoredTemplate[]> {
  return db.select().from(emailTemplates).orderBy(asc(emailTemplates.name), asc(emailTemplates.id));
}

export async function findTemplate(db: Db, id: string): Promise<StoredTemplate | null> {
  const [row] = await db.select().from(emailTemplates).where(eq(emailTemplates.id, id));
  return row ?? null;
}

/** Locks the addition of templates until the transaction ends. @returns the number of templates that are not built in */
export async function countOwnTemplates(tx: Db): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('own templates', 0))`);
  return tx.$count(emailTemplates, isNull(emailTemplates.event));
}

export async function insertTemplate(db: Db, texts: Texts): Promise<StoredTemplate> {
  const [row] = await db.insert(emailTemplates).values(texts).returning();
  if (!row) throw new Error("the database returned no row for a new template");
  return row;
}

/** Stores the next version of a template. @returns null when the stored version is not the given one */
export async function updateTemplate(
  db: Db,
  id: string,
  {
    version,
    ...template
  }: Pick<StoredTemplate, "subject" | "content" | "isActive" | "version"> & { name?: string | undefined },
): Promise<StoredTemplate | null> {
  const [row] = await db
    .update(emailTemplates)
    .set({ ...template, version: version + 1, updatedAt: sql`now()` })
    .where(and(eq(emailTemplates.id, id), eq(emailTemplates.version, version)))
    .returning();
  return row ?? null;
}

/** @param reason null withdraws the permission. @returns null when the template's version is not the given one */
export async function updateServiceReason(
  db: Db,
  { id, version, reason }: { id: string; version: number; reason: string | null },
): Promise<StoredTemplate | null> {
  const [row] = await db
    .update(emailTemplates)
    .set({ serviceReason: reason, serviceVersion: reason === null ? null : version })
    .where(and(eq(emailTemplates.id, id), eq(emailTemplates.version, version)))
    .returning();
  return row ?? null;
}

/** Finds the reason for which every admin may send this text as a message of service; null when no template allows it. */
export async function findServiceReason(
  db: Db,
  { subject, content }: Pick<StoredTemplate, "subject" | "content">,
): Promise<string | null> {
  const [row] = await db
    .select({ reason: emailTemplates.serviceReason })
    .from(emailTemplates)
    .where(
      and(
        eq(emailTemplates.serviceVersion, emailTemplates.version),
        eq(emailTemplates.subject, subject),
        eq(emailTemplates.content, content),
      ),
    )
    .limit(1);
  return row?.reason ?? null;
}

/** Deletes a template that no event uses. @returns null for an unknown id */
export async function deleteOwnTemplate(db: Db, id: string): Promise<StoredTemplate | null> {
  const [row] = await db
    .delete(emailTemplates)
    .where(and(eq(emailTemplates.id, id), isNull(emailTemplates.event)))
    .returning();
  return row ?? null;
}

export async function isBuiltInTemplate(db: Db, id: string): Promise<boolean> {
  return (
    (await db.$count(emailTemplates, and(eq(emailTemplates.id, id), isNotNull(emailTemplates.event)))) > 0
  );
}

/** Keeps the present version and the newest earlier ones, up to a number and a size in bytes. */
export async function insertVersion(
  tx: Db,
  { id, version, name, subject, content }: StoredTemplate,
  savedBy: string,
): Promise<void> {
  await tx.insert(emailTemplateVersions).values({ templateId: id, version, name, subject, content, savedBy });
  await tx.execute(sql`
    delete from email_template_versions where template_id = ${id} and version in (
      select version from (
        select version, row_number() over newest as place,
          coalesce(sum(octet_length(content)) over (newest rows between unbounded preceding and current row), 0)
            - first_value(octet_length(content)) over newest as bytes
        from email_template_versions where template_id = ${id} window newest as (order by version desc)
      ) as kept
      where place > ${limits.templateVersionsMax} or bytes > ${limits.templateVersionsBytes}
    )`);
}

export async function findVersions(db: Db, templateId: string): Promise<StoredVersion[]> {
  return db
    .select()
    .from(emailTemplateVersions)
    .where(eq(emailTemplateVersions.templateId, templateId))
    .orderBy(desc(emailTemplateVersions.version));
}
