import { and, eq, sql } from "drizzle-orm";
import { campaigns } from "#db/schema/email.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { NewCampaign, StoredCampaign } from "./campaigns.queries.ts";

export type DraftFields = Pick<
  StoredCampaign,
  "kind" | "reason" | "recipientType" | "statusFilter" | "segmentId" | "segmentName" | "subject" | "content"
>;

export async function insertDraft(db: Db, draft: DraftFields, createdBy: string): Promise<StoredCampaign> {
  const [row] = await db
    .insert(campaigns)
    .values({
      ...draft,
      status: "draft" as const,
      fingerprint: "",
      createdBy,
      updatedBy: createdBy,
      updatedAt: sql`now()`,
    })
    .returning();
  if (!row) throw new Error("the draft was not inserted");
  return row;
}

/** Saves the next version of a draft. @returns null when the given version is stale, or the draft was started */
export async function updateDraft(
  db: Db,
  id: string,
  { version, ...draft }: DraftFields & { version: number; updatedBy: string },
): Promise<StoredCampaign | null> {
  const [row] = await db
    .update(campaigns)
    .set({ ...draft, version: version + 1, updatedAt: sql`now()` })
    .where(and(eq(campaigns.id, id), eq(campaigns.status, "draft"), eq(campaigns.version, version)))
    .returning();
  return row ?? null;
}

/** @returns whether the draft existed */
export async function deleteDraftRow(db: Db, id: string): Promise<boolean> {
  const deleted = await db
    .delete(campaigns)
    .where(and(eq(campaigns.id, id), eq(campaigns.status, "draft")))
    .returning({ id: campaigns.id });
  return deleted.length > 0;
}

/** Locks the draft until the transaction ends, so that a concurrent second start finds it started. */
export async function lockCampaignDetail(tx: Db, id: string): Promise<StoredCampaign | null> {
  const [row] = await tx.select().from(campaigns).where(eq(campaigns.id, id)).for("update");
  return row ?? null;
}

/** Turns the draft's row into the campaign, with the author and date of the start. */
export async function becomeCampaign(tx: Db, id: string, campaign: NewCampaign): Promise<StoredCampaign> {
  const startedAt = campaign.status === "running" ? sql`now()` : null;
  const [row] = await tx
    .update(campaigns)
    .set({ ...campaign, startedAt, pausedReason: null, createdAt: sql`now()` })
    .where(and(eq(campaigns.id, id), eq(campaigns.status, "draft")))
    .returning();
  if (!row) throw new Error("the draft that was locked is gone");
  return row;
}
