import type { QuestionStats, Stats } from "#contract/stats.schema.ts";
import { type AnswerShare, changeOf, type DayCounts, formatDay, statsMessages } from "#contract/stats.ts";
import { formatCount, formatNumber, formatPercent } from "#web/lib/format.ts";
import { audienceLabels } from "./filter-panel.tsx";

const shortDay = new Intl.DateTimeFormat("fr-FR", { day: "2-digit", month: "2-digit", timeZone: "UTC" });

/** "21/11". */
export function formatShortDay(day: string): string {
  return shortDay.format(new Date(`${day}T00:00:00Z`));
}

/** The line chart's description for screen readers. */
export function describeTrend(trend: readonly DayCounts[]): string {
  const first = trend[0];
  const last = trend.at(-1);
  if (!first || !last) return statsMessages.noAnswer;
  const total = trend.reduce((sum, day) => sum + day.total, 0);
  const best = trend.reduce((highest, day) => (day.total > highest.total ? day : highest), first);
  const range = `Du ${formatDay(first.day)} au ${formatDay(last.day)} : ${formatCount(total, "inscription")}`;
  return best.total === 0
    ? `${range}.`
    : `${range}, ${formatNumber(best.total)} au plus le ${formatDay(best.day)}.`;
}

/** The announcements of the arrow keys, one for each day of the line chart. */
export function trendPoints(
  trend: readonly DayCounts[],
  series: readonly { key: "total" | "user" | "brand"; label: string }[],
): string[] {
  return trend.map((counts) => {
    const parts = series.map(({ key, label }) => `${label} ${formatNumber(counts[key])}`);
    return `${formatDay(counts.day)} : ${parts.join(", ")}`;
  });
}

/** The announcements of the arrow keys, one for each answer of doughnut and bars. */
export function answerPoints(answers: readonly AnswerShare[]): string[] {
  return answers.map(
    ({ answer, count, percentage }) => `${answer} : ${formatNumber(count)} (${formatPercent(percentage)})`,
  );
}

/** The line chart's subject: dates, type of sign-up and segment. */
export function trendScope(
  { trend, today, audience }: Pick<Stats, "trend" | "today" | "audience">,
  segment: ScopeSegment,
): string[] {
  const first = trend[0]?.day ?? today;
  return [`Du ${formatDay(first)} au ${formatDay(today)}`, ...peopleScope(audience, segment)];
}

/** The subject of doughnut and bars: question, type of sign-up, segment and today's date, because periods do not apply. */
export function answersScope(
  { question, today, audience }: Pick<Stats, "question" | "today" | "audience">,
  segment: ScopeSegment,
): string[] {
  const asked = question ? [`« ${question.question} »`] : [];
  return [...asked, ...peopleScope(audience, segment), `Depuis le début, au ${formatDay(today)}`];
}

/** The chosen segment; null for all sign-ups. */
type ScopeSegment = { name: string } | null;

function peopleScope(audience: Stats["audience"], segment: ScopeSegment): string[] {
  return [
    `Type d’inscription : ${audienceLabels[audience]}`,
    ...(segment ? [`Segment : ${segment.name}`] : []),
  ];
}

/** Compares a period with the previous one; null for the period 'all', and when both periods are empty. */
export function describeChange({
  period,
  periodTotals: { total },
  previousTotals,
}: Pick<Stats, "period" | "periodTotals" | "previousTotals">): string | null {
  if (previousTotals === null) return null;
  const before = previousTotals.total;
  if (total === 0 && before === 0) return null;
  const days = `les ${period} jours précédents`;
  const change = changeOf(total, before);
  if (change === null) return `Aucune inscription ${days}`;
  if (total === before) return `Autant que ${days} (${formatNumber(before)})`;
  const counts = `(${formatNumber(total)} contre ${formatNumber(before)})`;
  if (change === 0) return `Presque autant que ${days} ${counts}`;
  const signed = `${change > 0 ? "+" : "−"}${formatPercent(Math.abs(change))}`;
  return `${signed} par rapport aux ${period} jours précédents ${counts}`;
}

/** The description of doughnut and bars for screen readers. */
export function describeAnswers(answers: readonly AnswerShare[]): string {
  if (answers.length === 0) return statsMessages.noAnswer;
  return answers
    .map(({ answer, count, percentage }) => `${answer} : ${formatNumber(count)} (${percentage}\u00a0%)`)
    .join(" ; ");
}

/** The note under the table when only a sample of free text was read, else null. */
export function describeSample({ sampled }: Pick<QuestionStats, "sampled">): string | null {
  if (!sampled) return null;
  const newest =
    sampled.signups < 2
      ? "la dernière inscription"
      : `les ${formatNumber(sampled.signups)} dernières inscriptions`;
  return `Texte libre : comptage sur ${newest}.`;
}
