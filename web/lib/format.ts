import type { SignupStatus } from "#contract/audience.ts";

const timeZone = "Europe/Paris";
const dateTimeFormat = new Intl.DateTimeFormat("fr-FR", {
  timeZone,
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});
const dateFormat = new Intl.DateTimeFormat("fr-FR", {
  timeZone,
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
});
const timeFormat = new Intl.DateTimeFormat("fr-FR", { timeZone, hour: "2-digit", minute: "2-digit" });
const numberFormat = new Intl.NumberFormat("fr-FR");

type Instant = string | number | Date | null | undefined;

/** True when the browser's time zone has another time than Paris. */
export function isOutsideParis(): boolean {
  const here = new Intl.DateTimeFormat("fr-FR", { dateStyle: "short", timeStyle: "short" });
  const paris = new Intl.DateTimeFormat("fr-FR", { dateStyle: "short", timeStyle: "short", timeZone });
  const now = new Date();
  return here.format(now) !== paris.format(now);
}

/** "21/11/2026 15:19", in Paris; 'Date inconnue' for null, 'Date invalide' for an invalid one. */
export function formatDateTime(value: Instant): string {
  return formatWith(dateTimeFormat, value);
}

/** "15:19", in Paris. */
export function formatTime(value: Instant): string {
  return formatWith(timeFormat, value);
}

/** "21/11/2026". */
export function formatDate(value: Instant): string {
  return formatWith(dateFormat, value);
}

function formatWith(format: Intl.DateTimeFormat, value: Instant): string {
  if (value === null || value === undefined || value === "") return "Date inconnue";
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return "Date invalide";
  try {
    return format.format(date);
  } catch {
    return "Erreur de date";
  }
}

/** "Oui" or "Non". */
export function formatYesNo(value: boolean): string {
  return value ? "Oui" : "Non";
}

/** "1 234", with the narrow non-breaking space of French typography (U+202F). */
export function formatNumber(value: number): string {
  return numberFormat.format(value);
}

/** "12 %", the space non-breaking: `value` is already a percentage. */
export function formatPercent(value: number): string {
  return `${numberFormat.format(value)}\u00a0%`;
}

/** "0 inscription", "1 inscription", "1 234 inscriptions": French keeps the singular up to two. */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(count)} ${Math.abs(count) < 2 ? singular : plural}`;
}

/** First name and name; 'Sans nom' when there is neither. */
export function formatName(person: { firstname?: string | null; name?: string | null }): string {
  const parts = [person.firstname, person.name]
    .map((part) => part?.trim() ?? "")
    .filter((part) => part !== "");
  return parts.join(" ") || "Sans nom";
}

export function formatEmail(email: string | null | undefined): string {
  return email?.trim() || "Email non disponible";
}

/** A web address without protocol, www and closing slash. */
export function formatWebsite(website: string): string {
  return website
    .trim()
    .replace(/^https?:\/\//i, "")
    .replace(/^www\./i, "")
    .replace(/\/$/, "");
}

const statusLabels: Record<SignupStatus, string> = {
  pending: "En attente",
  approved: "Approuvé",
  rejected: "Rejeté",
};

/** A missing status counts as pending; an unknown one is 'Inconnu'. */
export function formatStatus(status: string | null | undefined): string {
  if (status === null || status === undefined || status === "") return statusLabels.pending;
  return Object.hasOwn(statusLabels, status) ? statusLabels[status as SignupStatus] : "Inconnu";
}
