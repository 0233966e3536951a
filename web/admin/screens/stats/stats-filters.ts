import {
  defaultStatsFilters,
  type StatsAudience,
  type StatsPeriod,
  statsAudiences,
  statsPeriods,
} from "#contract/stats.ts";

/** What the screen shows, as its address says it. Defaults are left out of the address. */
export type StatsFilters = { audience: StatsAudience; period: StatsPeriod; questionId: string | null };

export const audienceLabels: Record<StatsAudience, string> = { all: "Tous", user: "Users", brand: "Marques" };
export const periodLabels: Record<StatsPeriod, string> = {
  "7": "7 jours",
  "30": "30 jours",
  "90": "90 jours",
  all: "Tout",
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads an address that anybody may have typed: what is not understood is the default. */
export function readStatsFilters(query: URLSearchParams): StatsFilters {
  const questionId = query.get("questionId");
  return {
    audience: statsAudiences.find((known) => known === query.get("audience")) ?? defaultStatsFilters.audience,
    period: statsPeriods.find((known) => known === query.get("period")) ?? defaultStatsFilters.period,
    questionId: questionId !== null && uuid.test(questionId) ? questionId : null,
  };
}

/** The address after a change; foreign parameters stay. */
export function changeStatsFilters(query: URLSearchParams, change: Partial<StatsFilters>): URLSearchParams {
  const filters = { ...readStatsFilters(query), ...change };
  const next = new URLSearchParams(query);
  set(next, "audience", filters.audience, defaultStatsFilters.audience);
  set(next, "period", filters.period, defaultStatsFilters.period);
  set(next, "questionId", filters.questionId, null);
  return next;
}

function set(query: URLSearchParams, key: string, value: string | null, absent: string | null): void {
  if (value === absent || value === null) query.delete(key);
  else query.set(key, value);
}
