import type { Audience } from "#contract/audience.ts";
import type { QuestionStats, Stats, StatsQuery, StatsQuestion } from "#contract/stats.schema.ts";
import { concerns, defaultStatsFilters, distributionOf, fillDays, firstDayOf } from "#contract/stats.ts";
import type { FakeAnswers } from "./fake-api.ts";

const today = "2026-11-21";

export const longQuestion = "Racontez la tenue dont vous vous souvenez le mieux, et pourquoi";
export const longOption = "Des matières naturelles, cousues tout près d’ici";

/** A choice question for users and brands. */
export const fabrics: StatsQuestion = {
  id: "00000000-0000-4000-8000-00000000000a",
  question: "Vos matières ?",
  fieldType: "checkbox",
  targetType: "both",
};

/** A choice question for users. */
export const ages: StatsQuestion = {
  id: "00000000-0000-4000-8000-00000000000c",
  question: "Votre âge ?",
  fieldType: "radio",
  targetType: "user",
};

/** A free-text question for users. */
export const memory: StatsQuestion = {
  id: "00000000-0000-4000-8000-00000000000b",
  question: longQuestion,
  fieldType: "textarea",
  targetType: "user",
};

const counts = {
  all: { total: 4, user: 2, brand: 2 },
  user: { total: 2, user: 2, brand: 0 },
  brand: { total: 2, user: 0, brand: 2 },
};

/** Statistics of two users and two brands, who signed up today. Three of them chose linen; one user also chose the long option. */
export function statsFor(query: Partial<StatsQuery> = {}, changes: Partial<Stats> = {}): Stats {
  const { audience, period, questionId } = { ...defaultStatsFilters, questionId: "", ...query };
  const questions = [fabrics, memory].filter(({ targetType }) => concerns(targetType, audience));
  const totals = counts[audience];
  const first = firstDayOf(period, today, "2026-11-01");
  return {
    audience,
    period,
    today,
    audiences: ["all", "user", "brand"] satisfies ("all" | Audience)[],
    totals,
    periodTotals: totals,
    previousTotals: period === "all" ? null : { total: 0, user: 0, brand: 0 },
    trend: fillDays([{ day: today, ...totals }], first, today),
    questions,
    question: questionId === memory.id ? memoryStats() : fabricStats(),
    ...changes,
  };
}

function fabricStats(): QuestionStats {
  const answers = [
    { answer: "Lin", count: 3 },
    { answer: longOption, count: 1 },
  ];
  return { ...fabrics, respondents: 3, responseRate: 75, sampled: null, ...distributionOf(answers) };
}

function memoryStats(): QuestionStats {
  const answers = [{ answer: "Un manteau", count: 1 }];
  return {
    ...memory,
    respondents: 1,
    responseRate: 25,
    sampled: { signups: 4 },
    ...distributionOf(answers),
  };
}

/** The question of `statsFor` before the first answer. */
export function unansweredQuestion(): QuestionStats {
  return { ...fabrics, respondents: 0, responseRate: 0, sampled: null, ...distributionOf([]) };
}

/** The calls of statistics, with each answer changed by `changes`, and no segments. */
export function fakeStats(changes: Partial<Stats> = {}): FakeAnswers {
  return {
    "GET /api/admin/segments": () => ({ items: [] }),
    "GET /api/admin/stats": ({ query }) => statsFor(query as Partial<StatsQuery>, changes),
  };
}
