import type { Db } from "#server/lib/database/database.ts";
import { findCampaignContent } from "./campaigns.queries.ts";

/** The HTML that a campaign says to everybody, variables still in it; null when the campaign is gone. */
export function findContent(db: Db, campaignId: string): Promise<string | null> {
  return findCampaignContent(db, campaignId);
}
