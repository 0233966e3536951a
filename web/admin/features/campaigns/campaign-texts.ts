import {
  type Campaign,
  type CampaignFigures,
  type CampaignFiguresPoint,
  countWaiting,
  type RecipientCount,
} from "#contract/campaigns.schema.ts";
import type { RecipientStatusFilter, RecipientType } from "#contract/email.ts";
import { formatParisDateTime } from "#contract/paris-time.ts";
import type { SegmentList } from "#contract/segments.schema.ts";
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

/** The current name of the chosen segment; null without a segment, and while the names load. */
export function segmentNameOf(
  { segmentId }: { segmentId: string | null },
  segments: SegmentList | undefined,
): string | null {
  if (segmentId === null || !segments) return null;
  return segments.items.find(({ id }) => id === segmentId)?.name ?? "supprimé";
}

type Recipients = {
  recipientType: RecipientType;
  statusFilter: RecipientStatusFilter;
  segmentName: string | null;
};

/** "utilisateurs et marques approuvés, du segment « Venues d’Instagram »". */
export function audienceText({ recipientType, statusFilter, segmentName }: Recipients): string {
  const state = states[statusFilter];
  const agreed = recipientType === "brand" ? state.replace(/és$/, "ées") : state;
  const segment = segmentName === null ? "" : `, du segment «\u00a0${segmentName}\u00a0»`;
  return `${people[recipientType]} ${agreed}${segment}`;
}

/** "31 inscrits, 9 destinataires : 17 sans consentement, 2 désinscrits, 3 adresses en erreur". */
export function recipientSentence(recipients: RecipientCount): string {
  const { total, count, withoutConsent, unsubscribed, bounced, blocked } = recipients;
  const left = [
    withoutConsent > 0 && `${formatNumber(withoutConsent)} sans consentement`,
    unsubscribed > 0 && formatCount(unsubscribed, "désinscrit"),
    bounced > 0 && formatCount(bounced, "adresse en erreur", "adresses en erreur"),
    blocked > 0 && formatCount(blocked, "adresse bloquée", "adresses bloquées"),
  ].filter(Boolean);
  const reached = `${formatCount(total, "inscrit")}, ${formatCount(count, "destinataire")}`;
  return left.length === 0 ? reached : `${reached}\u00a0: ${left.join(", ")}`;
}

export const startFailed = "Échec de l'envoi des emails";

/** True once the campaign starts no further message. Messages that were already under way may still be. */
export function hasEnded({ status }: Pick<Campaign, "status">): boolean {
  return status === "completed" || status === "cancelled";
}

/** The percentage of messages that were sent, failed, were cancelled or skipped. */
export function settledPercent(campaign: Parameters<typeof countWaiting>[0]): number {
  const { total } = campaign;
  return total === 0 ? 0 : Math.min(100, ((total - countWaiting(campaign)) / total) * 100);
}

export const campaignsPath = screenAddress("email-sender");
/** The last path segment of the page that edits a message. */
export const newCampaign = "new";

/** A new message becomes a draft while the admin writes. Both have the same path, so that the page is not replaced. */
export function draftAddress(id?: string): string {
  const address = `${campaignsPath}/${newCampaign}`;
  return id === undefined ? address : `${address}?draft=${id}`;
}

export function campaignAddress(id: string): string {
  return `${campaignsPath}/${id}`;
}

/** The line under a campaign's subject: its state and date. */
export function campaignTimeText({ status, startedAt }: Pick<Campaign, "status" | "startedAt">): string {
  if (startedAt === null)
    return status === "cancelled" ? "Envoi en masse annulé." : "Envoi en masse programmé.";
  const start = formatParisDateTime(startedAt);
  return hasEnded({ status })
    ? `Résultat de l’envoi en masse du ${start}.`
    : `Envoi en masse du ${start}, en cours.`;
}

type FigureKey = Exclude<keyof CampaignFiguresPoint, "at">;

export type FigureSeries = { key: FigureKey; label: string; colour: string };

/** The order is that of the description. Each colour has a contrast of at least 3:1 to the light and the dark background. */
export const figureSeries: FigureSeries[] = [
  { key: "sent", label: "Envoyés", colour: "#5c8f4a" },
  { key: "failed", label: "Échecs", colour: "#d0567a" },
  { key: "bounced", label: "Rebonds", colour: "#b07c1a" },
  { key: "unsubscribed", label: "Désinscriptions", colour: "#5b7fc4" },
  { key: "complained", label: "Plaintes", colour: "#a0568f" },
];

const hour = new Intl.DateTimeFormat("fr-FR", {
  timeZone: "Europe/Paris",
  day: "2-digit",
  month: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
});
const day = new Intl.DateTimeFormat("fr-FR", {
  timeZone: "Europe/Paris",
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
});

/** "22/11 14:00", "22/11/2026": in Paris time, like the start. */
export function formatFigureTime(at: string, step: CampaignFigures["step"]): string {
  return (step === "hour" ? hour : day).format(new Date(at)).replace(",", "");
}

/** The chart's description for screen readers. */
export function describeFigures({ points, step }: CampaignFigures): string {
  const total = (key: FigureKey) => points.reduce((sum, point) => sum + point[key], 0);
  const parts = figureSeries.map(({ key, label }) => `${label.toLowerCase()} ${formatNumber(total(key))}`);
  const span = step === "hour" ? formatCount(points.length, "heure") : formatCount(points.length, "jour");
  return `Sur ${span} : ${parts.join(", ")}.`;
}

/** The caption of a saved picture: the message and its dates. */
export function figuresScope({ points, step }: CampaignFigures, subject: string): string[] {
  const [first, last] = [points[0], points.at(-1)];
  const span =
    first && last
      ? [`Du ${formatFigureTime(first.at, step)} au ${formatFigureTime(last.at, step)} (Paris)`]
      : [];
  return [`«\u00a0${subject}\u00a0»`, ...span];
}

/** The announcements of the arrow keys, one for each hour or day. */
export function figurePoints({ points, step }: CampaignFigures, series: readonly FigureSeries[]): string[] {
  return points.map((point) => {
    const parts = series.map(({ key, label }) => `${label} ${formatNumber(point[key])}`);
    return `${formatFigureTime(point.at, step)} : ${parts.join(", ")}`;
  });
}
