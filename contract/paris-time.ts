const parisParts = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Paris",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
});

/** The local time in Paris, as a date-time field holds it: "2026-11-21T10:30". */
export function parisLocal(instant: Date): string {
  return parisParts.format(instant).replace(" ", "T");
}

/**
 * The instant at which clocks in Paris show `local`. An hour that the change to summer time skips becomes the next hour. Of a
 * repeated hour, the first one counts. Null when the text is not a date.
 */
export function parisInstant(local: string): Date | null {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return null;
  const hour = 3_600_000;
  const candidates = [asUtc - 2 * hour, asUtc - hour].map((time) => new Date(time));
  return candidates.find((instant) => parisLocal(instant) === local.slice(0, 16)) ?? new Date(asUtc - hour);
}

/** Makes a formatter for dates with the month in words. French writes "1er" for the first of a month, which Intl does not. */
export function frenchDateFormat(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  const format = new Intl.DateTimeFormat("fr-FR", options);
  return (date) =>
    format
      .formatToParts(date)
      .map(({ type, value }) => (type === "day" && value === "1" ? "1er" : value))
      .join("");
}

const longDay = frenchDateFormat({ timeZone: "Europe/Paris", dateStyle: "long" });

/** "22 novembre 2026", in Paris. */
export function formatParisDay(instant: string | Date): string {
  return longDay(new Date(instant));
}

const longTime = frenchDateFormat({ timeZone: "Europe/Paris", dateStyle: "long", timeStyle: "short" });

/** "21 novembre 2026 à 10:30", in Paris. */
export function formatParisDateTime(instant: string | Date): string {
  return longTime(new Date(instant));
}
