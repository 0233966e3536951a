import { Badge } from "@mantine/core";
import { type CampaignStatus, campaignStatusLabels } from "#contract/email.ts";

const statusColors: Record<CampaignStatus, string> = {
  draft: "gray",
  scheduled: "blue",
  running: "vermilion",
  paused: "yellow",
  completed: "green",
  cancelled: "gray",
};

/** A state in words; the colour only repeats them. */
export function CampaignBadge({ status }: { status: CampaignStatus }) {
  return (
    <Badge variant="light" radius="sm" tt="none" miw="max-content" color={statusColors[status]}>
      {campaignStatusLabels[status]}
    </Badge>
  );
}
