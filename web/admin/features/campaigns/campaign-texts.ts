import type { RecipientCount } from "#contract/campaigns.schema.ts";
import type { RecipientStatusFilter, RecipientType } from "#contract/email.ts";
import { formatCount, formatNumber } from "#web/lib/format.ts";

export const recipientTypeLabels: Record<RecipientType, string> = {
  all: "Tous",
  user: "Utilisateurs seulement",
  brand: "Marques seulement",
};

export const statusFilterLabels: Record<RecipientStatusFilter, string> = {
  all: "Tous",
  approved: "Approuvés",
  pending: "En attente",
  rejected: "Rejetés",
};

const people: Record<RecipientType, string> = {
  all: "utilisateurs et marques",
  user: "utilisateurs",
  brand: "marques",
};
const states: Record<RecipientStatusFilter, string> = {
  all: "de tous les statuts",
  approved: "approuvés",
  pending: "en attente",
  rejected: "rejetés",
};

/** "utilisateurs et marques approuvés". */
export function audienceText(recipientType: RecipientType, statusFilter: RecipientStatusFilter): string {
  const state = states[statusFilter];
  const agreed = recipientType === "brand" ? state.replace(/és$/, "ées") : state;
  return `${people[recipientType]} ${agreed}`;
}

/** "31 inscrits, 12 destinataires : 17 sans consentement, 2 désinscrits". */
export function recipientSentence({ total, count, withoutConsent, suppressed }: RecipientCount): string {
  const left = [
    ...(withoutConsent > 0 ? [`${formatNumber(withoutConsent)} sans consentement`] : []),
    ...(suppressed > 0 ? [formatCount(suppressed, "désinscrit")] : []),
  ];
  const reached = `${formatCount(total, "inscrit")}, ${formatCount(count, "destinataire")}`;
  return left.length === 0 ? reached : `${reached}\u00a0: ${left.join(", ")}`;
}

export const startFailed = "Échec de l'envoi des emails";
