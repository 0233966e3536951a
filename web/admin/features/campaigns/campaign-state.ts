import { type Campaign, countWaiting } from "#contract/campaigns.schema.ts";

/** True when it starts nothing any more; messages that were under way may still be. */
export function hasEnded({ status }: Pick<Campaign, "status">): boolean {
  return status === "completed" || status === "cancelled";
}

/** What was sent, failed, was cancelled or skipped, as a share of 100. */
export function settledPercent(campaign: Parameters<typeof countWaiting>[0]): number {
  const { total } = campaign;
  return total === 0 ? 0 : Math.min(100, ((total - countWaiting(campaign)) / total) * 100);
}
