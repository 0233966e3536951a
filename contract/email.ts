import { limits } from "./limits.ts";
import type { SuppressionReason } from "./privacy.ts";

export const emailProviders = ["php", "smtp", "sendgrid", "auto"] as const;
export type EmailProvider = (typeof emailProviders)[number];

export const providerLabels: Record<EmailProvider, string> = {
  php: "Script PHP",
  smtp: "Serveur SMTP",
  sendgrid: "SendGrid",
  auto: "Automatique",
};

/**
 * `cancelled`: the message was not sent and will not be sent. `skipped`: it was not sent because its address is suppressed or the
 * recipient withdrew the consent. A failed message may be sent again; a cancelled or skipped message may not.
 */
export const emailStatuses = ["pending", "sent", "failed", "cancelled", "skipped"] as const;
export type EmailStatus = (typeof emailStatuses)[number];

export const emailStatusLabels: Record<EmailStatus, string> = {
  pending: "En attente",
  sent: "Envoyé",
  failed: "Échec",
  cancelled: "Annulé",
  skipped: "Non envoyé",
};

export const emailTypes = ["bulk", "transactional", "test"] as const;
export type EmailType = (typeof emailTypes)[number];

export const emailTypeLabels: Record<EmailType, string> = {
  bulk: "Envoi en masse",
  transactional: "Transactionnel",
  test: "Test",
};

/** The lanes of waiting messages, sent side by side. `link`: a requested personal link. */
export const emailLanes = ["campaign", "direct", "confirmation", "link"] as const;
export type EmailLane = (typeof emailLanes)[number];

export const recipientTypes = ["all", "user", "brand"] as const;
export type RecipientType = (typeof recipientTypes)[number];

export const recipientStatusFilters = ["all", "approved", "pending", "rejected"] as const;
export type RecipientStatusFilter = (typeof recipientStatusFilters)[number];

export const campaignStatuses = [
  "draft",
  "scheduled",
  "running",
  "paused",
  "completed",
  "cancelled",
] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];
export const campaignStatusLabels: Record<CampaignStatus, string> = {
  draft: "Brouillon",
  scheduled: "Programmé",
  running: "En cours",
  paused: "En pause",
  completed: "Terminé",
  cancelled: "Annulé",
};

/**
 * `news` goes to people who agreed to news. `service` goes to everyone and needs a reason (a place is ready, the terms change).
 * `confirmation` asks each imported person with an unconfirmed address once to confirm it.
 */
export const campaignKinds = ["news", "service", "confirmation"] as const;
export type CampaignKind = (typeof campaignKinds)[number];
export const campaignKindLabels: Record<CampaignKind, string> = {
  news: "Actualités",
  service: "Message de service",
  confirmation: "Demande de confirmation",
};

/** What a previewed or tested text is for: a campaign's kind, or `signup` for the message after a sign-up. */
export const draftPurposes = [...campaignKinds, "signup"] as const;
export type DraftPurpose = (typeof draftPurposes)[number];

/** The values of `{{name}}` (last name or brand) and `{{firstName}}`; missing values become empty. */
export type RecipientVariables = { name?: string; firstName?: string };

/** Why a message is skipped, by the suppression of its address. Without one, the recipient withdrew the consent to news. */
export const skippedMessages: Record<SuppressionReason, string> = {
  unsubscribed: "Non envoyé : désinscrit entre-temps",
  erased: "Non envoyé : données effacées à la demande de la personne",
  bounced: "Non envoyé : adresse en erreur, un message précédent n’a pas pu être remis",
  complained: "Non envoyé : la personne a signalé un message précédent comme spam",
  manual: "Non envoyé : adresse bloquée à la main",
  limited: "Non envoyé : la personne a demandé la limitation",
};

/** Messages that lists, the log and reports show exactly as written. */
export const emailMessages = {
  simulated: "Email simulé (pas d'envoi réel)",
  interrupted: "Envoi interrompu, à vérifier",
  cancelled: "Envoi annulé",
  onlyInInvitations:
    "{{code}} et {{link}} ne sont remplis que dans les messages d’une vague d’invitations\u00a0: retirez-les de ce message.",
  held: "Rien ne part : une sauvegarde a été restaurée. Un super administrateur doit d’abord décider, dans « Réglages e-mail », de ce qui attend.",
  templateGone: "Ce modèle n’existe pas.",
  templateGiven: "Ce modèle est envoyé par le site lui-même : il ne peut pas être supprimé.",
  templateNameGiven: "Le nom de ce modèle ne peut pas être changé",
  tooManyTemplates: `${limits.ownTemplatesMax} modèles ajoutés au maximum : supprimez-en un d’abord.`,
  contentTooHeavy:
    "Ce contenu est trop complexe pour être traité. Simplifiez sa mise en forme, puis réessayez.",
  tooManyPictures: `${limits.mailPicturesMax} images intégrées au maximum`,
  tooManyVariables: `${limits.mailVariablesMax} variables au maximum`,
  transportProtected: "Seul un super administrateur peut modifier la façon dont les e-mails partent.",
  senderMissing: "Indiquez d’abord l’e-mail de l’expéditeur, puis enregistrez.",
  reasonRequired: "Indiquez la raison de ce message de service",
  serviceProtected:
    "Seul un super administrateur peut envoyer un message de service, ou le texte inchangé d’un modèle qu’il a permis.",
  confirmationProtected:
    "Seul un super administrateur peut demander leur confirmation aux personnes importées.",
  newsNeedHttps:
    "Les actualités ne partent pas tant que l’adresse du site (BASE_URL) n’est pas en https : leurs liens de désinscription ne seraient pas sûrs.",
  sampleRecipient:
    "Cette adresse est celle d’une inscription d’exemple : personne n’est derrière, aucun message ne lui part.",
  noRecipients: "Aucun destinataire ne correspond à vos critères de filtre",
} as const;
