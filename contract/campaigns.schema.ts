import { z } from "zod";
import {
  campaignKinds,
  campaignStatuses,
  emailMessages,
  recipientStatusFilters,
  recipientTypes,
} from "./email.ts";
import { domainVerdicts } from "./email-domain.ts";
import { messages } from "./errors.ts";
import { limits } from "./limits.ts";
import { placeSchema } from "./place.schema.ts";
import { segmentMessages } from "./segments.ts";
import { hasTooManyVariables } from "./template-variables.ts";
import { lineSchema, unfinishedLineSchema } from "./text.schema.ts";
import { isWellFormed } from "./text.ts";
import { isBlank } from "./text-rules.ts";
import { startedFrom, versioned } from "./version.schema.ts";

/** The recipients of a campaign. */
const audienceOfCampaignSchema = z.strictObject({
  recipientType: z.enum(recipientTypes, messages.invalid).default("all"),
  statusFilter: z.enum(recipientStatusFilters, messages.invalid).default("approved"),
  /** Limits the recipients to a segment; null for all. */
  segmentId: z.uuid(segmentMessages.notFound).nullable().default(null),
});

const kind = z.enum(campaignKinds, messages.invalid).default("news");

/** The query for the recipients that a campaign of this kind would reach. */
export const recipientsQuerySchema = audienceOfCampaignSchema
  .omit({ segmentId: true })
  .extend({ kind, segment: z.uuid(segmentMessages.notFound).optional() });

/** The content of a message in an editor, perhaps empty. */
export const draftContentSchema = z
  .string("Le contenu est requis")
  .max(limits.emailContentBytes, { error: "Le contenu est trop volumineux", abort: true })
  .refine((text) => isWellFormed(text) && !text.includes("\0"), messages.invalidText)
  .refine((text) => countPictures(text) <= limits.mailPicturesMax, emailMessages.tooManyPictures)
  .refine((text) => !hasTooManyVariables(text), emailMessages.tooManyVariables);

export const contentSchema = draftContentSchema.refine((text) => !isBlankHtml(text), "Le contenu est requis");

const scheduledAt = z.iso
  .datetime({ offset: true, error: "Date invalide", abort: true }) // `Date.parse` would read megabytes
  // With an offset, the last hours of the year 9999 may fall into the year 10000, which has five digits.
  .refine((moment) => Date.parse(moment) < Date.parse("9999-12-31"), "Date invalide")
  .optional();

/**
 * A campaign to start: at `scheduledAt` when that is in the future, otherwise at once. A service message needs a reason, because
 * it also reaches people without consent to news.
 */
export const startCampaignSchema = audienceOfCampaignSchema
  .extend({
    kind,
    reason: lineSchema(emailMessages.reasonRequired, limits.reasonMax).optional(),
    subject: lineSchema("L'objet est requis", limits.subjectMax),
    content: contentSchema,
    scheduledAt,
    draft: z.literal(false, messages.invalid).optional(),
  })
  .refine(({ kind, reason }) => kind !== "service" || reason !== undefined, {
    path: ["reason"],
    error: emailMessages.reasonRequired,
  });
export type StartCampaign = z.input<typeof startCampaignSchema>;

/** A draft. Every field may be missing: a start checks what a message needs. */
const draftFieldsSchema = audienceOfCampaignSchema.extend({
  kind,
  reason: unfinishedLineSchema(limits.reasonMax).default(""),
  subject: unfinishedLineSchema(limits.subjectMax).default(""),
  content: draftContentSchema.default(""),
});

/** A new draft, which sends no message. */
export const createDraftSchema = draftFieldsSchema.extend({ draft: z.literal(true) });

/** Replaces the whole draft. */
export const saveDraftSchema = draftFieldsSchema.extend(startedFrom);

/** The input of POST: creates a draft when `draft` is true, otherwise starts a campaign. */
export const newCampaignSchema = z.discriminatedUnion("draft", [createDraftSchema, startCampaignSchema]);

/**
 * Starts a draft. With the versions of the draft and of its segment, it starts only while both are current. So the confirmed
 * text goes to the confirmed recipients only.
 */
export const startDraftSchema = z.strictObject({
  scheduledAt,
  version: startedFrom.version.optional(),
  segmentVersion: startedFrom.version.optional(),
});

/**
 * Sends a campaign again to recipients who did not get it. `uncertain`: also to recipients for whom it is unknown whether the
 * message was sent, so that some may get it twice.
 */
export const resendCampaignSchema = z.strictObject({ uncertain: z.boolean(messages.invalid).default(false) });

export const campaignSchema = z.object({
  id: z.uuid(),
  subject: z.string(),
  recipientType: z.enum(recipientTypes),
  statusFilter: z.enum(recipientStatusFilters),
  segmentId: z.uuid().nullable(),
  /** Kept after the segment was deleted. */
  segmentName: z.string().nullable(),
  status: z.enum(campaignStatuses),
  kind: z.enum(campaignKinds),
  /** Why a service message was sent; null for the other kinds. */
  reason: z.string().nullable(),
  simulated: z.boolean(),
  total: z.number().int(),
  sent: z.number().int(),
  failed: z.number().int(),
  cancelled: z.number().int(),
  /** Messages that were not sent, because their recipients left between the start and the sending. */
  skipped: z.number().int(),
  /** The sent messages that bounced: permanently, or temporarily until the last attempt. */
  bounced: z.number().int(),
  /** The unsubscriptions and complaints that the campaign caused. */
  unsubscribed: z.number().int(),
  complained: z.number().int(),
  /**
   * Why the campaign makes no progress. While it is scheduled: its start failed, or the DKIM key is gone. In a draft: a restore unscheduled it. While it runs: no server can be reached. While it is
   * paused: why it paused automatically; null when an administrator paused it.
   */
  pausedReason: z.string().nullable(),
  /** When the start or the server is retried automatically; null when nothing failed, or when an administrator has to resume. */
  nextAttemptAt: z.iso.datetime().nullable(),
  /** Milliseconds until `nextAttemptAt` by the server's clock. Present only where one campaign is read or watched. */
  nextAttemptInMs: z.number().int().nonnegative().nullable().optional(),
  /** The campaign whose missing messages this campaign sends again. */
  resendOf: z.uuid().nullable(),
  /** The version of a draft, which each save raises. */
  ...versioned,
  updatedBy: z.string().nullable(),
  updatedAt: z.iso.datetime().nullable(),
  /** The author of the draft; after the start, the admin who started it. */
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  scheduledAt: z.iso.datetime().nullable(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
});
export type Campaign = z.infer<typeof campaignSchema>;

/** A campaign with its content. The content may be large, so screens read it once and do not poll it. */
export const campaignDetailSchema = campaignSchema.extend({ content: z.string() });
export type CampaignDetail = z.infer<typeof campaignDetailSchema>;

/** `running` includes paused campaigns; `done` means completed or cancelled. */
export const campaignGroups = ["draft", "scheduled", "running", "done"] as const;
export type CampaignGroup = (typeof campaignGroups)[number];

/** `before` is the `next` of the previous page. */
export const campaignListQuerySchema = z.strictObject({
  group: z.enum(campaignGroups, messages.invalid).optional(),
  before: placeSchema.optional(),
});

/** Newest first, 20 a page; `next` is null on the last page. `counts` counts the campaigns of all pages. */
export const campaignListSchema = z.object({
  items: z.array(campaignSchema),
  next: z.string().nullable(),
  counts: z.record(z.enum(campaignGroups), z.number().int()),
});
export type CampaignList = z.infer<typeof campaignListSchema>;

/** The figures of a campaign for an hour or a day that begins at `at`. */
const campaignFiguresPointSchema = z.object({
  at: z.iso.datetime(),
  sent: z.number().int(),
  failed: z.number().int(),
  /** How many of the sent messages bounced, led to an unsubscription, or were reported as spam. */
  bounced: z.number().int(),
  unsubscribed: z.number().int(),
  complained: z.number().int(),
});
export type CampaignFiguresPoint = z.infer<typeof campaignFiguresPointSchema>;

/** The figures of a campaign since its start. Hours and days without an event are left out. */
export const campaignFiguresSchema = z.object({
  step: z.enum(["hour", "day"]),
  points: z.array(campaignFiguresPointSchema),
});
export type CampaignFigures = z.infer<typeof campaignFiguresSchema>;

const campaignCheckKeys = [
  "subject",
  "content",
  "recipients",
  "links",
  "pictures",
  "size",
  "variables",
  "empty_variables",
  "unsubscribe",
  "domain",
] as const;
export type CampaignCheckKey = (typeof campaignCheckKeys)[number];

/** One check before sending: an error prevents sending, a warning must be confirmed. */
const campaignCheckSchema = z.object({
  key: z.enum(campaignCheckKeys),
  verdict: z.enum(domainVerdicts),
  text: z.string(),
  /** The links or people that the sentence is about. */
  details: z.array(z.string()),
});
export type CampaignCheck = z.infer<typeof campaignCheckSchema>;

/** `version`: the version of the checked draft. */
export const campaignChecksSchema = z.object({ items: z.array(campaignCheckSchema), ...versioned });
export type CampaignChecks = z.infer<typeof campaignChecksSchema>;

/**
 * How many messages would be sent, and how many people the filters match. The other people did not agree to news, unsubscribed
 * or complained, have an address that bounces, or are blocked for another reason.
 */
export const recipientCountSchema = z.object({
  count: z.number().int(),
  total: z.number().int(),
  withoutConsent: z.number().int(),
  unsubscribed: z.number().int(),
  bounced: z.number().int(),
  blocked: z.number().int(),
});
export type RecipientCount = z.infer<typeof recipientCountSchema>;

type Counts = Pick<Campaign, "total" | "sent" | "failed" | "cancelled" | "skipped">;

/** Messages that still wait or are under way. The total is the sum of sent, failed, cancelled, skipped and waiting messages. */
export function countWaiting({ total, sent, failed, cancelled, skipped }: Counts): number {
  return Math.max(0, total - sent - failed - cancelled - skipped);
}

/** True when the campaign has ended and none of its messages is under way or waits to be sent again. */
export function isSettled(campaign: Counts & Pick<Campaign, "status">): boolean {
  return (campaign.status === "completed" || campaign.status === "cancelled") && countWaiting(campaign) === 0;
}

/** The sentence about a campaign's result when it ends. */
export function campaignSummary({
  sent,
  failed,
  simulated,
}: Pick<Campaign, "sent" | "failed" | "simulated">): string {
  return simulated
    ? `MODE SIMULATION: ${sent} email(s) ont été marqués comme envoyés dans le journal, mais aucun email réel n'a été envoyé.`
    : `Emails envoyés avec succès: ${sent}. Échecs: ${failed}.`;
}

/** Counts the pictures that the text itself contains (`data:`) instead of their address. */
function countPictures(html: string): number {
  return html.match(/data:image\//gi)?.length ?? 0;
}

/** An empty editor's HTML holds tags and spaces, and no picture. */
function isBlankHtml(html: string): boolean {
  if (/<img\b/i.test(html)) return false;
  // `[^<>]` stops at the next "<", so the regular expression reads the text only once.
  return isBlank(html.replace(/<[^<>]*>/g, "").replace(/&nbsp;|&#160;/g, ""));
}
