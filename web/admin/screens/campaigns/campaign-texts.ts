import type { CampaignStatus, RecipientStatusFilter, RecipientType } from "#contract/email.ts";

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

export const campaignStatusLabels: Record<CampaignStatus, string> = {
  scheduled: "Programmé",
  running: "En cours",
  paused: "En pause",
  completed: "Terminé",
  cancelled: "Annulé",
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

export const startFailed = "Échec de l'envoi des emails";
