import type { QuestionStats } from "#contract/stats.schema.ts";
import { type AnswerShare, type DayCounts, statsMessages } from "#contract/stats.ts";
import { formatCount, formatNumber } from "#web/lib/format.ts";

const longDay = new Intl.DateTimeFormat("fr-FR", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});
const shortDay = new Intl.DateTimeFormat("fr-FR", { day: "2-digit", month: "2-digit", timeZone: "UTC" });

/** "21 novembre 2026" for the calendar day "2026-11-21", in whatever time zone it is read. */
export function formatDay(day: string): string {
  return longDay.format(new Date(`${day}T00:00:00Z`));
}

/** "21/11". */
export function formatShortDay(day: string): string {
  return shortDay.format(new Date(`${day}T00:00:00Z`));
}

/** What the line chart shows, for those who do not see it. */
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

/** What doughnut and bars show, for those who do not see them. */
export function describeAnswers(answers: readonly AnswerShare[]): string {
  if (answers.length === 0) return statsMessages.noAnswer;
  return answers
    .map(({ answer, count, percentage }) => `${answer} : ${formatNumber(count)} (${percentage}\u00a0%)`)
    .join(" ; ");
}

/** What stands under the table: the answers that are not shown, and how far free text was read. Null: nothing to say. */
export function describeRest({ others, sampled }: Pick<QuestionStats, "others" | "sampled">): string | null {
  const rest =
    others.answers > 0 &&
    `${formatCount(others.answers, "autre réponse", "autres réponses")} (${formatNumber(others.count)} au total).`;
  const read =
    sampled &&
    `Texte libre : comptage sur ${sampled.signups < 2 ? "la dernière inscription" : `les ${formatNumber(sampled.signups)} dernières inscriptions`}.`;
  return [rest, read].filter(Boolean).join(" ") || null;
}
