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
