import { limits } from "#contract/limits.ts";
import type { SourceRow, Sources, SourcesQuery } from "#contract/sources.schema.ts";
import { audiencesOf, dayOf } from "#contract/stats.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import { countFriendsBySource } from "./friends-by-source.queries.ts";
import { findSourceRows, getSourcesReport } from "./sources-report.queries.ts";

export { countFriendsBySource };

type Dependencies = Pick<AppDependencies, "db" | "now">;

/** The first day of a period that has no start date. */
const earliest = "1900-01-01";

export async function getSources({ db, now }: Dependencies, query: SourcesQuery): Promise<Sources> {
  const period = periodOf(query, now());
  const { firstDay, ...report } = await getSourcesReport(db, { ...period, limit: limits.sourceRows });
  return { from: query.from ?? firstDay ?? period.to, to: period.to, ...report };
}

/** Exports every source; the journal records the export. */
export async function exportSources(
  { db, now }: Dependencies,
  query: SourcesQuery,
  actor: string,
): Promise<SourceRow[]> {
  const items = await findSourceRows(db, periodOf(query, now()));
  await recordEntry(db, { actor, action: "stats.exported" });
  return items;
}

/** The days of a query. Without an end, the period ends today. */
export function periodOf({ audience, from = earliest, to }: SourcesQuery, now: Date) {
  return { audiences: audiencesOf(audience), from, to: to ?? dayOf(now) };
}
