import type { StartCampaign } from "#contract/campaigns.schema.ts";
import type { CampaignKind, RecipientStatusFilter, RecipientType } from "#contract/email.ts";
import { parisInstant } from "#web/admin/screens/campaigns/paris-time.ts";

export type CampaignValues = {
  kind: CampaignKind;
  /** Why, of a message of service. */
  reason: string;
  recipientType: RecipientType;
  statusFilter: RecipientStatusFilter;
  subject: string;
  content: string;
  /** Whether it leaves at `scheduledAt` rather than at once. */
  later: boolean;
  /** What clocks in Paris will show, as the field holds it. */
  scheduledAt: string;
};

/** What a new campaign starts from. */
export const emptyCampaign: CampaignValues = {
  kind: "news",
  reason: "",
  recipientType: "all",
  statusFilter: "approved",
  subject: "",
  content: "",
  later: false,
  scheduledAt: "",
};

/** The body of the call. */
export function campaignStart({ later, scheduledAt, reason, ...campaign }: CampaignValues): StartCampaign {
  const instant = later ? parisInstant(scheduledAt) : null;
  return {
    ...campaign,
    ...(campaign.kind === "service" && { reason }),
    ...(instant && { scheduledAt: instant.toISOString() }),
  };
}

/** What is wrong with the chosen time; null when nothing is. */
export function scheduleProblem(
  { later, scheduledAt }: Pick<CampaignValues, "later" | "scheduledAt">,
  now: Date,
): string | null {
  if (!later) return null;
  const instant = parisInstant(scheduledAt);
  if (!instant) return "Indiquez une date et une heure";
  return instant <= now ? "La date d’envoi est déjà passée." : null;
}
