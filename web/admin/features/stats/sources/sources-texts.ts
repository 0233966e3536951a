import { fromSource } from "#contract/segment-sentence.ts";
import type { SourceCounts, SourceRow, Sources } from "#contract/sources.schema.ts";
import { addDays, formatDay, percentageOf } from "#contract/stats.ts";
import { formatCount, formatNumber, formatPercent } from "#web/lib/format.ts";
import { formatShortDay } from "../chart-texts.ts";

/** A source with what its media and campaigns add up to. */
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

/** The largest source first. */
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

/** As it is stored, but 'direct' and what is not known. */
export function sourceName(source: string | null): string {
  if (source === null) return "Inconnue";
  return source === "direct" ? "Accès direct" : source;
}

/** "inscrits d’Instagram", "inscrits de source inconnue". */
export function ofSource(source: string | null): string {
  return source === null ? "de source inconnue" : fromSource(source);
}

/** Whether the rows are fewer than those that the totals count. */
export function isCut(items: readonly SourceRow[], totals: SourceCounts): boolean {
  return countNames.some((name) => items.reduce((sum, row) => sum + row[name], 0) < totals[name]);
}

/** What the chart is drawn from. */
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
  /** How many of the step before do not reach this one; null for the first one. */
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

/** Approvals do not presuppose a confirmed address: both numbers are compared, none is a part of the other. */
function approvalText(confirmed: number, approved: number): string {
  const fewer = confirmed - approved;
  if (fewer === 0) return "Autant d’approbations que d’adresses confirmées";
  if (fewer < 0) return `${formatCount(-fewer, "approbation")} de plus que d’adresses confirmées`;
  return `${formatCount(fewer, "approbation")} de moins que d’adresses confirmées, soit ${formatPercent(percentageOf(fewer, confirmed))}`;
}

/** Columns of the chart: days, weeks or months, whichever has room. */
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
