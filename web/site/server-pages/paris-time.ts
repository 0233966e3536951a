const day = new Intl.DateTimeFormat("fr-FR", { dateStyle: "long", timeZone: "Europe/Paris" });

/** "22 novembre 2026": the server does not know its reader's time zone. @param instant in ISO 8601 */
export function parisDay(instant: string): string {
  return day.format(new Date(instant));
}
