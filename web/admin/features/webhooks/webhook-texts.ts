import type { Delivery, Webhook, WebhookTest } from "#contract/webhooks.schema.ts";
import { type DeliveryError, type WebhookOffReason, webhookLimits } from "#contract/webhooks.ts";
import { formatDateTime, formatNumber } from "#web/lib/format.ts";

const deliveryErrorTexts: Record<DeliveryError, string> = {
  timeout: "pas de réponse en 15 secondes",
  unreachable: "serveur injoignable",
  unknown_host: "nom introuvable",
  internal_address: "adresse interne, non autorisée",
  certificate: "certificat invalide",
  unreadable: "adresse ou secret illisible : saisissez l’adresse et renouvelez le secret",
};

const offTexts: Record<WebhookOffReason, string> = {
  gone: "Désactivé : son adresse a répondu qu’elle n’existe plus (410).",
  failing: `Désactivé : rien n’a pu être livré pendant ${webhookLimits.failingDays} jours.`,
};

/** The outcome of the last attempt. */
export function describeOutcome({
  httpStatus,
  error,
  durationMs,
}: Pick<Delivery, "httpStatus" | "error" | "durationMs">): string {
  if (error !== null) return deliveryErrorTexts[error];
  if (httpStatus === null) return "pas encore tenté";
  const time = durationMs === null ? "" : `, ${formatNumber(durationMs)} ms`;
  if (httpStatus >= 300 && httpStatus < 400) return `redirection refusée (${httpStatus})${time}`;
  return `réponse ${httpStatus}${time}`;
}

export function testSentence(test: WebhookTest): string {
  return test.delivered
    ? `L’essai est arrivé : ${describeOutcome(test)}.`
    : `L’essai n’est pas arrivé : ${describeOutcome(test)}.`;
}

/** A problem of an endpoint that an administrator should know; null when there is none. */
export function describeTrouble({ url, isActive, offReason, failingSince }: Webhook): string | null {
  if (url === null) return "Adresse illisible : elle a été chiffrée avec un autre AUTH_SECRET.";
  if (!isActive) return offReason === null ? null : offTexts[offReason];
  return failingSince === null ? null : `Rien n’arrive depuis le ${formatDateTime(failingSince)}.`;
}

/** The name of an endpoint in lists. */
export function webhookName({ url }: Pick<Webhook, "url">): string {
  return url === null ? "Adresse illisible" : new URL(url).host;
}
