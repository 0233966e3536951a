import { z } from "zod";
import { campaignStatuses, recipientStatusFilters, recipientTypes } from "./email.ts";
import { messages } from "./errors.ts";
import { limits } from "./limits.ts";
import { lineSchema } from "./text.schema.ts";

/** Whom a campaign is for. */
export const audienceOfCampaignSchema = z.strictObject({
  recipientType: z.enum(recipientTypes, messages.invalid).default("all"),
  statusFilter: z.enum(recipientStatusFilters, messages.invalid).default("approved"),
});
export type AudienceOfCampaign = z.infer<typeof audienceOfCampaignSchema>;

export const contentSchema = z
  .string("Le contenu est requis")
  .max(limits.emailContentBytes, "Le contenu est trop volumineux")
  .refine((text) => text.isWellFormed() && !text.includes("\0"), messages.invalidText)
  .refine((text) => !isBlankHtml(text), "Le contenu est requis");

/** A bulk send. `scheduledAt` in the future starts it then; without it, at once. */
export const startCampaignSchema = audienceOfCampaignSchema.extend({
  subject: lineSchema("L'objet est requis", limits.subjectMax),
  content: contentSchema,
  scheduledAt: z.iso.datetime({ offset: true, error: "Date invalide" }).optional(),
});
export type StartCampaign = z.input<typeof startCampaignSchema>;

export const campaignSchema = z.object({
  id: z.uuid(),
  subject: z.string(),
  recipientType: z.enum(recipientTypes),
  statusFilter: z.enum(recipientStatusFilters),
  status: z.enum(campaignStatuses),
  simulated: z.boolean(),
  total: z.number().int(),
  sent: z.number().int(),
  failed: z.number().int(),
  pausedReason: z.string().nullable(),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  scheduledAt: z.iso.datetime().nullable(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
});
export type Campaign = z.infer<typeof campaignSchema>;

export const campaignListSchema = z.object({ items: z.array(campaignSchema) });

export const recipientCountSchema = z.object({ count: z.number().int() });

/** The sentence that ends a campaign (specification, section 8). */
export function campaignSummary({
  sent,
  failed,
  simulated,
}: Pick<Campaign, "sent" | "failed" | "simulated">): string {
  return simulated
    ? `MODE SIMULATION: ${sent} email(s) ont été marqués comme envoyés dans le journal, mais aucun email réel n'a été envoyé.`
    : `Emails envoyés avec succès: ${sent}. Échecs: ${failed}.`;
}

/** What an empty editor holds: tags and spaces, and no picture. */
function isBlankHtml(html: string): boolean {
  if (/<img\b/i.test(html)) return false;
  return html.replace(/<[^>]*>/g, "").replace(/&nbsp;|&#160;|\s/g, "") === "";
}
