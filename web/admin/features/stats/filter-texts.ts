import type { StatsAudience, StatsPeriod } from "#contract/stats.ts";

export const audienceLabels: Record<StatsAudience, string> = { all: "Tous", user: "Users", brand: "Marques" };
export const periodLabels: Record<StatsPeriod, string> = {
  "7": "7 jours",
  "30": "30 jours",
  "90": "90 jours",
  all: "Tout",
};
