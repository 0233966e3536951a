import { and, eq, gt, inArray, lte } from "drizzle-orm";
import { privacyLinks } from "#db/schema/privacy.ts";
import type { Db } from "#server/lib/database/database.ts";

export async function insertLink(
  db: Db,
  link: { tokenHash: string; emailHash: string; expiresAt: Date },
): Promise<void> {
  await db.insert(privacyLinks).values(link);
}

/** The address that a link is for, while it works. */
export async function findOwner(db: Db, { tokenHash, now }: { tokenHash: string; now: Date }) {
  const [row] = await db
    .select({ emailHash: privacyLinks.emailHash })
    .from(privacyLinks)
    .where(and(eq(privacyLinks.tokenHash, tokenHash), gt(privacyLinks.expiresAt, now)));
  return row?.emailHash ?? null;
}

export async function deleteLinksOf(db: Db, emailHashes: string[]): Promise<void> {
  await db.delete(privacyLinks).where(inArray(privacyLinks.emailHash, emailHashes));
}

export async function deletePastLinks(db: Db, now: Date): Promise<void> {
  await db.delete(privacyLinks).where(lte(privacyLinks.expiresAt, now));
}
