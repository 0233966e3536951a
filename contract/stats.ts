import type { Audience, TargetType } from "./audience.ts";
import { addresses, audiences } from "./audience.ts";
import { frenchDateFormat } from "./paris-time.ts";

/** Rules of the statistics that browser and server share. */

export const statsAudiences = ["all", ...audiences] as const;
export type StatsAudience = (typeof statsAudiences)[number];

export const statsPeriods = ["7", "30", "90", "all"] as const;
export type StatsPeriod = (typeof statsPeriods)[number];

export const defaultStatsFilters = { audience: "all", period: "30" } as const satisfies {
  audience: StatsAudience;
  period: StatsPeriod;
};

/** Answers to free text are counted only in this many of the newest sign-ups. */
export const freeTextSampleSize = 2_000;

export const overviewDays = 14;
export const overviewWaiting = 5;

export const statsMessages = {
  loadFailed: "Une erreur est survenue lors du chargement des statistiques.",
  noAnswer: "Aucune réponse",
  noAnswerToQuestion: "Aucune réponse disponible pour cette question.",
  chooseQuestion: "Sélectionnez une question pour voir les détails des réponses.",
  doughnutForChoicesOnly:
    "Les graphiques en secteurs ne sont disponibles que pour les questions à choix multiples.",
} as const;

/** Sign-ups of one day ("2026-11-21", Europe/Paris). */
export type DayCounts = { day: string; total: number; user: number; brand: number };

export type AnswerCount = { answer: string; count: number };
export type AnswerShare = AnswerCount & { percentage: number };

/** The rounded percentage of `count` in `total`; 0 when `total` is 0. */
export function percentageOf(count: number, total: number): number {
  return total > 0 ? Math.round((count / total) * 100) : 0;
}

/** Sums the counts of equal answers; most frequent first, then alphabetical. */
export function sumAnswers(counts: readonly AnswerCount[]): AnswerCount[] {
  const sums = new Map<string, number>();
  for (const { answer, count } of counts) sums.set(answer, (sums.get(answer) ?? 0) + count);
  return [...sums]
    .map(([answer, count]) => ({ answer, count }))
    .sort((a, b) => b.count - a.count || a.answer.localeCompare(b.answer, "fr"));
}

export type Distribution = {
  /** The most frequent first, with their rounded share of all answers to the question. */
  answers: AnswerShare[];
  /** The number of given answers. A sign-up with three ticks gave three answers. */
  answerTotal: number;
};

export function distributionOf(counts: readonly AnswerCount[]): Distribution {
  const all = sumAnswers(counts);
  const answerTotal = all.reduce((sum, { count }) => sum + count, 0);
  return {
    answers: all.map((item) => ({ ...item, percentage: percentageOf(item.count, answerTotal) })),
    answerTotal,
  };
}

/** The text itself, or its first `max` characters and an ellipsis. */
export function cutText(text: string, max: number): string {
  const characters = [...text];
  return characters.length > max ? `${characters.slice(0, max).join("")}…` : text;
}

const parisDay = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Paris",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** The calendar day of an instant in Europe/Paris, as "2026-11-21". */
export function dayOf(instant: Date): string {
  return parisDay.format(instant);
}

const longDay = frenchDateFormat({ dateStyle: "long", timeZone: "UTC" });

/** "1er mars 2026" for the calendar day "2026-03-01", in every time zone. */
export function formatDay(day: string): string {
  return longDay(new Date(`${day}T00:00:00Z`));
}

/** The calendar day `days` after another one, regardless of daylight saving. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/**
 * The first day of a period that ends with `today`: "7" is today and the six days before it, "all" begins with the first
 * sign-up.
 */
export function firstDayOf(period: StatsPeriod, today: string, firstSignup: string | null): string {
  if (period !== "all") return addDays(today, 1 - Number(period));
  return firstSignup !== null && firstSignup < today ? firstSignup : today;
}

/**
 * The days just before a period, the same number as the period has: for "7" on the 21st, the 8th to the 14th. Null for "all",
 * which has no period before it.
 */
export function daysBefore(period: StatsPeriod, today: string): { first: string; last: string } | null {
  if (period === "all") return null;
  const length = Number(period);
  return { first: addDays(today, 1 - 2 * length), last: addDays(today, -length) };
}

/** The change from `before` to `count` in percent, rounded; null when `before` is 0. */
export function changeOf(count: number, before: number): number | null {
  return before > 0 ? Math.round(((count - before) / before) * 100) : null;
}

/** One entry per day from `first` to `last`, days without sign-ups as 0. Days outside are left out. */
export function fillDays(counts: readonly DayCounts[], first: string, last: string): DayCounts[] {
  const byDay = new Map(counts.map((entry) => [entry.day, entry]));
  const filled: DayCounts[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    filled.push(byDay.get(day) ?? { day, total: 0, user: 0, brand: 0 });
  }
  return filled;
}

/** The sign-up types that can be chosen: 'all', and each one that at least one question addresses. */
export function audienceOptions(targets: readonly TargetType[]): StatsAudience[] {
  const addressed = (audience: Audience) => targets.some((target) => addresses(target, audience));
  return ["all", ...audiences.filter(addressed)];
}

/** The audiences that a filter covers. */
export function audiencesOf(filter: StatsAudience): Audience[] {
  return filter === "all" ? [...audiences] : [filter];
}

/** True when a question is asked of at least one of the filter's audiences. */
export function concerns(target: TargetType, filter: StatsAudience): boolean {
  return audiencesOf(filter).some((audience) => addresses(target, audience));
}
