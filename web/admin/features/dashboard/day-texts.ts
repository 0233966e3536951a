import { frenchDateFormat } from "#contract/paris-time.ts";
import type { DayCounts } from "#contract/stats.ts";
import { formatCount, formatNumber } from "#web/lib/format.ts";

const longDay = frenchDateFormat({ weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
const dayNumber = new Intl.DateTimeFormat("fr-FR", { day: "numeric", timeZone: "UTC" });

const dateOf = ({ day }: DayCounts) => new Date(`${day}T00:00:00Z`);

/** "samedi 21 novembre", "mardi 1er décembre". */
export function formatDay(day: DayCounts): string {
  return longDay(dateOf(day));
}

/** "21". */
export function formatDayNumber(day: DayCounts): string {
  return dayNumber.format(dateOf(day));
}

/** The announcement of one day for the arrow keys. */
export function describeDay(day: DayCounts): string {
  const parts = `${formatCount(day.user, "utilisateur")}, ${formatCount(day.brand, "marque")}`;
  return `${formatDay(day)}\u00a0: ${parts}`;
}

/** The bars' description for screen readers. */
export function describeDays(days: readonly DayCounts[]): string {
  const first = days[0];
  const last = days.at(-1);
  if (!first || !last) return "";
  const total = days.reduce((sum, day) => sum + day.total, 0);
  const best = days.reduce((highest, day) => (day.total > highest.total ? day : highest), first);
  const range = `Du ${formatDay(first)} au ${formatDay(last)}\u00a0: ${formatCount(total, "inscription")}`;
  return best.total === 0
    ? `${range}.`
    : `${range}, ${formatNumber(best.total)} au plus le ${formatDay(best)}.`;
}
