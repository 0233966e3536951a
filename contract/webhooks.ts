/** Rules and texts of webhooks that browser and server share. */

export const webhookKinds = ["standard", "message"] as const;
export type WebhookKind = (typeof webhookKinds)[number];
export const webhookKindLabels: Record<WebhookKind, string> = {
  standard: "Webhook signé, pour une application",
  message: "Message, pour Slack, Discord ou Teams",
};

export const webhookEvents = [
  "signup.created",
  "signup.confirmed",
  "signup.approved",
  "signup.rejected",
  "signup.deleted",
  "invitation.sent",
  "invitation.redeemed",
  "campaign.completed",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** `webhook.test` is sent on request and cannot be chosen. */
export const webhookEventTypes = [...webhookEvents, "webhook.test"] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];
export const webhookEventLabels: Record<WebhookEventType, string> = {
  "signup.created": "Nouvelle inscription",
  "signup.confirmed": "Adresse confirmée",
  "signup.approved": "Inscription approuvée",
  "signup.rejected": "Inscription rejetée",
  "signup.deleted": "Inscription supprimée",
  "invitation.sent": "Invitation envoyée",
  "invitation.redeemed": "Code utilisé",
  "campaign.completed": "Envoi en masse terminé",
  "webhook.test": "Essai",
};

/** Why the server switched an endpoint off: it answered 410, or failed for five days. */
export const webhookOffReasons = ["gone", "failing"] as const;
export type WebhookOffReason = (typeof webhookOffReasons)[number];

/** `cancelled`: the delivery waited in a backup that was restored. */
export const deliveryStatuses = ["waiting", "delivered", "failed", "cancelled"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];
export const deliveryStatusLabels: Record<DeliveryStatus, string> = {
  waiting: "En attente",
  delivered: "Livré",
  failed: "Échec",
  cancelled: "Annulé par une restauration",
};

/** Why an attempt failed before it got an HTTP status. */
export const deliveryErrors = [
  "timeout",
  "unreachable",
  "unknown_host",
  "internal_address",
  "certificate",
  "unreadable",
] as const;
export type DeliveryError = (typeof deliveryErrors)[number];

export const webhookLimits = {
  endpointsMax: 20,
  urlMax: 500,
  /** After a rotation, both secrets sign for this long. */
  formerSecretHours: 24,
  /** An endpoint that fails for this long without a success is switched off. */
  failingDays: 5,
  keptDays: 30,
  /** An endpoint of kind `message` gets at most one request in this time. */
  messageEverySeconds: 60,
  testsPerMinute: 10,
  pageSize: 50,
} as const;

export const webhookMessages = {
  url: "Donnez une adresse complète en https://, sans identifiant ni mot de passe",
  events: "Choisissez au moins un événement",
  deletions:
    "Cochez aussi «\u00a0Inscription supprimée\u00a0»\u00a0: qui reçoit ou a pu recevoir des données personnelles doit apprendre leur effacement",
  notFound: "Ce webhook n’existe plus",
  deliveryNotFound: "Cette livraison n’existe plus",
  tooMany: `${webhookLimits.endpointsMax} webhooks au maximum. Supprimez d’abord ceux qui ne servent plus.`,
  noSecret: "Un message n’est pas signé\u00a0: il n’a pas de secret",
  off: "Ce webhook est désactivé\u00a0: activez-le d’abord",
  tooManyTests: "Trop d’essais en une minute. Réessayez dans un instant.",
} as const;
