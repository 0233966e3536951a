export const emailProviders = ["php", "smtp", "sendgrid", "auto"] as const;
export type EmailProvider = (typeof emailProviders)[number];

export const emailStatuses = ["pending", "sent", "failed"] as const;
export type EmailStatus = (typeof emailStatuses)[number];

export const emailTypes = ["bulk", "transactional", "test"] as const;
export type EmailType = (typeof emailTypes)[number];

export const recipientTypes = ["all", "user", "brand"] as const;
export type RecipientType = (typeof recipientTypes)[number];

export const recipientStatusFilters = ["all", "approved", "pending", "rejected"] as const;
export type RecipientStatusFilter = (typeof recipientStatusFilters)[number];

export const campaignStatuses = ["scheduled", "running", "paused", "completed", "cancelled"] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/** What `{{name}}` (last name or brand), `{{firstName}}` stand for; missing ones become empty. */
export type RecipientVariables = { name?: string; firstName?: string };

/** Messages that lists, log and reports show to the letter (specification, sections 4 and 8). */
export const emailMessages = {
  simulated: "Email simulé (pas d'envoi réel)",
  interrupted: "Envoi interrompu, à vérifier",
  cancelled: "Envoi annulé",
  noRecipients: "Aucun destinataire ne correspond à vos critères de filtre",
} as const;
