import { and, desc, eq, gt, inArray, lte } from "drizzle-orm";
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

/** Moves the end of the address's last link that still works. */
export async function extendLastLink(
  db: Db,
  { emailHash, now, expiresAt }: { emailHash: string; now: Date; expiresAt: Date },
): Promise<void> {
  const last = db
    .select({ tokenHash: privacyLinks.tokenHash })
    .from(privacyLinks)
    .where(and(eq(privacyLinks.emailHash, emailHash), gt(privacyLinks.expiresAt, now)))
    .orderBy(desc(privacyLinks.expiresAt))
    .limit(1);
  await db.update(privacyLinks).set({ expiresAt }).where(inArray(privacyLinks.tokenHash, last));
}

export async function deleteLinksOf(db: Db, emailHashes: string[]): Promise<void> {
  await db.delete(privacyLinks).where(inArray(privacyLinks.emailHash, emailHashes));
}

export async function deletePastLinks(db: Db, now: Date): Promise<void> {
  await db.delete(privacyLinks).where(lte(privacyLinks.expiresAt, now));
}
