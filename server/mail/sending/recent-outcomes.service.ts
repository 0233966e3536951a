import type { AppDependencies } from "#server/app-dependencies.ts";
import { findRecentOutcomes } from "./recent-outcomes.queries.ts";

/** How sending went within the last 24 hours, and whether something is due for long. Spans in milliseconds. */
export const recentOutcomes = ({ db, now }: Pick<AppDependencies, "db" | "now">) =>
  findRecentOutcomes(db, now());
