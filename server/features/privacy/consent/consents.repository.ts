import { consentTexts } from "#db/schema/privacy.ts";
import type { Db } from "#server/lib/database/database.ts";

export async function noteConsentTexts(db: Db, texts: { version: string; text: string }): Promise<void> {
  await db.insert(consentTexts).values(texts).onConflictDoNothing();
}
