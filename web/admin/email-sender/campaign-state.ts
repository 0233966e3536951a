import type { Campaign } from "#contract/campaigns.schema.ts";

/** True when nothing more will happen to it. */
export function hasEnded({ status }: Pick<Campaign, "status">): boolean {
  return status === "completed" || status === "cancelled";
}

/** What was sent or failed, as a share of 100. */
export function settledPercent({ total, sent, failed }: Pick<Campaign, "total" | "sent" | "failed">): number {
  return total === 0 ? 0 : Math.min(100, ((sent + failed) / total) * 100);
}
