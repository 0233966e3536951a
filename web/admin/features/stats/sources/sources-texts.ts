import { fromSource } from "#contract/segment-sentence.ts";
import type { SourceCounts, SourceRow, Sources } from "#contract/sources.schema.ts";
import { addDays, formatDay, percentageOf } from "#contract/stats.ts";
import { formatCount, formatNumber, formatPercent } from "#web/lib/format.ts";
import { formatShortDay } from "../chart-texts.ts";

/** A source with the sums over its media and campaigns. */
export type SourceGroup = { source: string | null; counts: SourceCounts; rows: SourceRow[] };

const none: SourceCounts = {
  views: 0,
  opened: 0,
  started: 0,
  signedUp: 0,
  confirmed: 0,
  approved: 0,
  invited: 0,
  redeemed: 0,
};
const countNames = Object.keys(none) as (keyof SourceCounts)[];

/** Groups the rows by source, the largest source first. */
export function groupBySource(items: readonly SourceRow[]): SourceGroup[] {
  const groups = new Map<string | null, SourceGroup>();
  for (const row of items) {
    const group = groups.get(row.source) ?? { source: row.source, counts: { ...none }, rows: [] };
    for (const name of countNames) group.counts[name] += row[name];
    group.rows.push(row);
    groups.set(row.source, group);
  }
  return [...groups.values()].sort(
    (one, other) => other.counts.views - one.counts.views || other.counts.signedUp - one.counts.signedUp,
  );
}

/** The stored name of a source, or a French text for 'direct' and for an unknown source. */
export function sourceName(source: string | null): string {
  if (source === null) return "Inconnue";
  return source === "direct" ? "Accès direct" : source;
}

/** "inscrits d’Instagram", "inscrits de source inconnue". */
export function ofSource(source: string | null): string {
  return source === null ? "de source inconnue" : fromSource(source);
}

/** True when the rows do not contain everything that the totals count. */
export function isCut(items: readonly SourceRow[], totals: SourceCounts): boolean {
  return countNames.some((name) => items.reduce((sum, row) => sum + row[name], 0) < totals[name]);
}

/** The data of the chart. */
export type ChartedSources = Pick<Sources, "from" | "to" | "days">;

/** The sources of the chart's days, the largest first. */
export function chartedSources(days: Sources["days"]): (string | null)[] {
  const counts = new Map<string | null, { views: number; signedUp: number }>();
  for (const { source, views, signedUp } of days) {
    const sum = counts.get(source) ?? { views: 0, signedUp: 0 };
    counts.set(source, { views: sum.views + views, signedUp: sum.signedUp + signedUp });
  }
  return [...counts]
    .sort(([, one], [, other]) => other.views - one.views || other.signedUp - one.signedUp)
    .map(([source]) => source);
}

/** "story · mai" */
export function mediumName({ medium, campaign }: Pick<SourceRow, "medium" | "campaign">): string {
  return [medium, campaign].filter(Boolean).join(" · ") || "Sans support ni campagne";
}

/** Sign-ups per hundred passages. */
export function rateText({ views, signedUp }: SourceCounts): string {
  return views > 0 ? formatPercent(percentageOf(signedUp, views)) : "—";
}

type FunnelStep = {
  name: "views" | "opened" | "signedUp" | "confirmed" | "approved" | "invited" | "redeemed";
  label: string;
  count: number;
  /** The text about the loss since the previous step; null for the first step. */
  loss: string | null;
};

export function funnelOf(counts: SourceCounts): FunnelStep[] {
  const { views, opened, started, signedUp, confirmed, approved, invited, redeemed } = counts;
  const begun = `${formatCount(started, "formulaire commencé", "formulaires commencés")}`;
  return [
    { name: "views", label: "Passages", count: views, loss: null },
    {
      name: "opened",
      label: "Ouvertures du formulaire",
      count: opened,
      loss: lossText(views, opened, "passage", "sans ouverture du formulaire"),
    },
    {
      name: "signedUp",
      label: "Inscrits",
      count: signedUp,
      loss: `${lossText(opened, signedUp, "ouverture", "sans inscription")} (${begun})`,
    },
    {
      name: "confirmed",
      label: "Confirmés",
      count: confirmed,
      loss: lossText(signedUp, confirmed, "inscription", "sans confirmation de l’adresse"),
    },
    { name: "approved", label: "Approuvés", count: approved, loss: approvalText(confirmed, approved) },
    {
      name: "invited",
      label: "Invités",
      count: invited,
      loss: lossText(approved, invited, "approbation", "sans invitation"),
    },
    {
      name: "redeemed",
      label: "Entrés",
      count: redeemed,
      loss: lossText(invited, redeemed, "invitation", "sans usage du code"),
    },
  ];
}

function lossText(before: number, after: number, what: string, without: string): string {
  if (before === 0) return "Rien à l’étape d’avant";
  if (after >= before) return "Aucune perte";
  const lost = before - after;
  return `${formatCount(lost, what)} sur ${formatNumber(before)} ${without}, soit ${formatPercent(percentageOf(lost, before))}`;
}

/** Compares both numbers instead of stating a loss, because a person can be approved without a confirmed address. */
function approvalText(confirmed: number, approved: number): string {
  const fewer = confirmed - approved;
  if (fewer === 0) return "Autant d’approbations que d’adresses confirmées";
  if (fewer < 0) return `${formatCount(-fewer, "approbation")} de plus que d’adresses confirmées`;
  return `${formatCount(fewer, "approbation")} de moins que d’adresses confirmées, soit ${formatPercent(percentageOf(fewer, confirmed))}`;
}

/** A column of the chart: a day, a week or a month, so that all columns fit. */
export type ChartColumn = { name: string; label: string; counts: number[] };

const columnsMax = 62;

/** @param sources in the order of the colours */
export function chartColumns(
  { from, to, days }: ChartedSources,
  sources: readonly (string | null)[],
  measure: "views" | "signedUp",
): ChartColumn[] {
  const length = daysBetween(from, to) + 1;
  const step = [1, 7, 30].find((width) => length / width <= columnsMax) ?? 30;
  const columns = Array.from({ length: Math.ceil(length / step) }, (_, at): ChartColumn => {
    const first = addDays(from, at * step);
    const last = addDays(first, step - 1);
    const name =
      step === 1 ? formatDay(first) : `Du ${formatDay(first)} au ${formatDay(last < to ? last : to)}`;
    return { name, label: formatShortDay(first), counts: sources.map(() => 0) };
  });
  for (const day of days) {
    const counts = columns[Math.floor(daysBetween(from, day.day) / step)]?.counts;
    const at = sources.indexOf(day.source);
    if (counts && at >= 0) counts[at] = (counts[at] ?? 0) + day[measure];
  }
  return columns;
}

function daysBetween(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000);
}
