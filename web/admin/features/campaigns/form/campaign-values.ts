import type { StartCampaign } from "#contract/campaigns.schema.ts";
import type { CampaignKind, RecipientStatusFilter, RecipientType } from "#contract/email.ts";
import { parisInstant } from "#contract/paris-time.ts";
import type { DraftFields } from "#web/admin/features/campaigns/campaigns.api.ts";

export type CampaignValues = {
  kind: CampaignKind;
  /** Why, of a message of service. */
  reason: string;
  recipientType: RecipientType;
  statusFilter: RecipientStatusFilter;
  segmentId: string | null;
  subject: string;
  content: string;
  /** Whether it leaves at `scheduledAt` rather than at once. */
  later: boolean;
  /** Paris time, in the field's format. */
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

/** The input of a start: the form is validated against it. */
export function campaignStart({ later, scheduledAt, reason, ...campaign }: CampaignValues): StartCampaign {
  const instant = startTime({ later, scheduledAt });
  return {
    ...campaign,
    ...(campaign.kind === "service" && { reason }),
    ...(instant !== undefined && { scheduledAt: instant }),
  };
}

/** When it is to leave; undefined for at once. */
export function startTime({
  later,
  scheduledAt,
}: Pick<CampaignValues, "later" | "scheduledAt">): string | undefined {
  return (later ? parisInstant(scheduledAt) : null)?.toISOString();
}

/** The draft on the server, without the start time, which belongs to the start. */
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

/** No content worth keeping. */
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
