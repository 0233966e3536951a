import { Button, Text } from "@mantine/core";
import type { Campaign } from "#contract/campaigns.schema.ts";
import { campaignStatusLabels } from "#web/admin/screens/campaigns/campaign-texts.ts";
import { formatParis } from "#web/admin/screens/campaigns/paris-time.ts";
import classes from "./progress.module.css";

type Props = { campaigns: readonly Campaign[]; onWatch: (id: string) => void };

/** Campaigns that wait or run beside the one in view. */
export function OpenCampaigns({ campaigns, onWatch }: Props) {
  if (campaigns.length === 0) return null;
  return (
    <section className={classes.others} aria-labelledby="open-campaigns">
      <Text component="h2" id="open-campaigns" size="sm" fw={600} m={0}>
        Autres envois en cours ou programmés
      </Text>
      <ul>
        {campaigns.map((campaign) => (
          <li key={campaign.id}>
            <span>
              {campaign.subject} · {campaignStatusLabels[campaign.status]}
              {campaign.status === "scheduled" &&
                campaign.scheduledAt &&
                ` le ${formatParis(campaign.scheduledAt)}`}
            </span>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Voir l’envoi ${campaign.subject}`}
              onClick={() => onWatch(campaign.id)}
            >
              Voir
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
