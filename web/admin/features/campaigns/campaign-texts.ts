import { type Campaign, countWaiting, type RecipientCount } from "#contract/campaigns.schema.ts";
import type { RecipientStatusFilter, RecipientType } from "#contract/email.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
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

/** True when it starts nothing any more; messages that were under way may still be. */
export function hasEnded({ status }: Pick<Campaign, "status">): boolean {
  return status === "completed" || status === "cancelled";
}

/** What was sent, failed, was cancelled or skipped, as a share of 100. */
export function settledPercent(campaign: Parameters<typeof countWaiting>[0]): number {
  const { total } = campaign;
  return total === 0 ? 0 : Math.min(100, ((total - countWaiting(campaign)) / total) * 100);
}

export const deskAddress = screenAddress("email-sender");
/** The last part of the address of a message that is being written. */
export const newCampaign = "new";

/** A draft has the same address as a new message: it becomes one while it is being written, and nothing moves. */
export function draftAddress(id?: string): string {
  const address = `${deskAddress}/${newCampaign}`;
  return id === undefined ? address : `${address}?draft=${id}`;
}

export function campaignAddress(id: string): string {
  return `${deskAddress}/${id}`;
}

const parisParts = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Paris",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
});
const parisSentence = new Intl.DateTimeFormat("fr-FR", {
  timeZone: "Europe/Paris",
  dateStyle: "long",
  timeStyle: "short",
});

/** "2026-11-21T10:30", what clocks in Paris show, as a date-time field holds it. */
export function parisLocal(instant: Date): string {
  return parisParts.format(instant).replace(" ", "T");
}

/** "21 novembre 2026 à 10:30", in Paris. */
export function formatParis(instant: string | Date): string {
  return parisSentence.format(new Date(instant));
}

/**
 * The instant at which clocks in Paris show `local`. An hour that the change to summer time skips becomes the one after it,
 * of one that comes twice the first is meant; null for what is no date.
 */
export function parisInstant(local: string): Date | null {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return null;
  const hour = 3_600_000;
  const candidates = [asUtc - 2 * hour, asUtc - hour].map((time) => new Date(time));
  return candidates.find((instant) => parisLocal(instant) === local.slice(0, 16)) ?? new Date(asUtc - hour);
}
