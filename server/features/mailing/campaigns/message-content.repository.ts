import { eq } from "drizzle-orm";
import { campaigns } from "#db/schema/email.ts";
import type { Db } from "#server/lib/database/database.ts";

/** What a campaign says; null when it is gone. */
export async function findCampaignContent(db: Db, id: string): Promise<string | null> {
  const [row] = await db.select({ content: campaigns.content }).from(campaigns).where(eq(campaigns.id, id));
  return row?.content ?? null;
}
