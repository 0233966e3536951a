import type { StartCampaign } from "#contract/campaigns.schema.ts";
import type { CampaignKind, RecipientStatusFilter, RecipientType } from "#contract/email.ts";
import { parisInstant } from "#contract/paris-time.ts";
import type { DraftFields } from "#web/admin/features/campaigns/campaigns.api.ts";

export type CampaignValues = {
  kind: CampaignKind;
  /** The reason for a service message. */
  reason: string;
  recipientType: RecipientType;
  statusFilter: RecipientStatusFilter;
  segmentId: string | null;
  subject: string;
  content: string;
  /** True when the campaign starts at `scheduledAt`, false when it starts at once. */
  later: boolean;
  /** Paris time, in the format of the input field. */
  scheduledAt: string;
};

/** The initial values of a new campaign. */
export const emptyCampaign: CampaignValues = {
  kind: "news",
  reason: "",
  recipientType: "all",
  statusFilter: "approved",
  segmentId: null,
  subject: "",
  content: "",
  later: false,
  scheduledAt: "",
};

/** The request body that starts a campaign. The form is validated against its schema. */
export function campaignStart({ later, scheduledAt, reason, ...campaign }: CampaignValues): StartCampaign {
  const instant = startTime({ later, scheduledAt });
  return {
    ...campaign,
    ...(campaign.kind === "service" && { reason }),
    ...(instant !== undefined && { scheduledAt: instant }),
  };
}

/** The time of a scheduled start; undefined when the campaign starts at once. */
export function startTime({
  later,
  scheduledAt,
}: Pick<CampaignValues, "later" | "scheduledAt">): string | undefined {
  return (later ? parisInstant(scheduledAt) : null)?.toISOString();
}

/** The fields that the server stores for a draft. The start time is not among them: it is sent with the start. */
export function draftOf({
  kind,
  reason,
  recipientType,
  statusFilter,
  segmentId,
  subject,
  content,
}: CampaignValues): DraftFields {
  return { kind, reason, recipientType, statusFilter, segmentId, subject, content };
}

export function valuesOfDraft(
  draft: Omit<DraftFields, "reason"> & { reason: string | null },
): CampaignValues {
  const { kind, recipientType, statusFilter, segmentId, subject, content } = draft;
  return {
    ...emptyCampaign,
    kind,
    recipientType,
    statusFilter,
    segmentId,
    subject,
    content,
    reason: draft.reason ?? "",
  };
}

/** True when the form has no content worth saving. */
export function isUnwritten({
  subject,
  content,
  reason,
}: Pick<CampaignValues, "subject" | "content" | "reason">): boolean {
  return subject.trim() === "" && content === "" && reason.trim() === "";
}

/** The fault of the chosen time, or null. */
export function scheduleProblem(
  { later, scheduledAt }: Pick<CampaignValues, "later" | "scheduledAt">,
  now: Date,
): string | null {
  if (!later) return null;
  const instant = parisInstant(scheduledAt);
  if (!instant) return "Indiquez une date et une heure";
  return instant <= now ? "La date d’envoi est déjà passée." : null;
}
