import "#web/admin/ui/charts/charts.css";
import { useId } from "react";
import type { Sources } from "#contract/sources.schema.ts";
import { formatDay } from "#contract/stats.ts";
import { ChartFrame } from "#web/admin/ui/charts/chart-frame.tsx";
import {
  ChartPatterns,
  chartColours,
  PatternSwatch,
  patternFill,
} from "#web/admin/ui/charts/chart-patterns.tsx";
import { ChartTooltip } from "#web/admin/ui/charts/chart-surface.tsx";
import { ChartTable } from "#web/admin/ui/charts/chart-table.tsx";
import { CountChart, type CountPlot } from "#web/admin/ui/charts/count-chart.tsx";
import { ChoiceStrip } from "#web/admin/ui/controls.tsx";
import { formatCount, formatNumber } from "#web/lib/format.ts";
import type { SourcesFilters } from "./sources.api.ts";
import classes from "./sources.module.css";
import {
  type ChartColumn,
  type ChartedSources,
  chartColumns,
  chartedSources,
  sourceName,
} from "./sources-texts.ts";

const height = 280;
const measures = { views: "Passages", signedUp: "Inscrits" } as const;
const units = { views: "passage", signedUp: "inscription" } as const;

type Props = {
  sources: Sources;
  measure: SourcesFilters["measure"];
  onMeasure: (measure: SourcesFilters["measure"]) => void;
};

/** The passages or sign-ups of the ten largest sources over time. */
export function SourcesChart({ sources, measure, onMeasure }: Props) {
  return (
    <div className={classes.chart}>
      <ChoiceStrip
        label="Mesure du graphique"
        choices={(["views", "signedUp"] as const).map((value) => ({ value, label: measures[value] }))}
        value={measure}
        onChange={onMeasure}
      />
      <SourcesOverTime
        title="Les dix premières sources au fil du temps"
        fileName="sources-au-fil-du-temps"
        sources={sources}
        measure={measure}
        label={measures[measure]}
        unit={[units[measure]]}
      />
    </div>
  );
}

type ChartProps = {
  title: string;
  fileName: string;
  sources: ChartedSources;
  measure: SourcesFilters["measure"];
  /** The name of the measure; `unit` has its singular and plural. */
  label: string;
  unit: [one: string, many?: string];
};

/** Counts by source over time, as stacked columns. */
export function SourcesOverTime({ title, fileName, sources, measure, label: measured, unit }: ChartProps) {
  const shown = chartedSources(sources.days);
  const columns = chartColumns(sources, shown, measure);
  const names = shown.map(sourceName);
  const total = columns.reduce((sum, column) => sum + sumOf(column), 0);
  const period = `Du ${formatDay(sources.from)} au ${formatDay(sources.to)}`;
  return (
    <ChartFrame
      title={title}
      scope={[period, measured]}
      message={total === 0 ? "Rien à montrer sur cette période." : null}
      description={`${period}\u00a0: ${formatCount(total, ...unit)} par ${names.join(", ")}.`}
      points={columns.map((column) => describeColumn(column, names))}
      fileName={fileName}
      legend={total === 0 ? [] : names.map((label, at) => ({ label, swatch: <PatternSwatch index={at} /> }))}
      footer={
        <ChartTable
          summary="Voir les chiffres"
          caption={`${measured} par source, la période la plus récente en premier`}
          rowTitle="Période"
          series={names.map((label, at) => ({ key: String(at), label }))}
          rows={columns.map(({ counts }, at) => ({ ...Object.fromEntries(counts.entries()), at })).reverse()}
          nameOf={({ at = 0 }) => columns[at]?.name ?? ""}
        />
      }
    >
      {(active) => <Columns columns={columns} names={names} active={active} />}
    </ChartFrame>
  );
}

const sumOf = ({ counts }: ChartColumn) => counts.reduce((sum, count) => sum + count, 0);

function describeColumn({ name, counts }: ChartColumn, names: readonly string[]): string {
  const parts = counts.flatMap((count, at) => (count > 0 ? [`${names[at]} ${formatNumber(count)}`] : []));
  return `${name}\u00a0: ${parts.join(", ") || "rien"}`;
}

type ColumnsProps = { columns: readonly ChartColumn[]; names: readonly string[]; active: number | null };

function Columns({ columns, names, active }: ColumnsProps) {
  const id = useId();
  return (
    <CountChart
      height={height}
      labels={columns.map(({ label }) => label)}
      highest={Math.max(0, ...columns.map(sumOf))}
      spread="bands"
      tooltip={(point) => <ColumnTooltip column={columns[point]} names={names} />}
    >
      {(plot, hovered) => (
        <>
          <ChartPatterns id={id} colours={chartColours} />
          {columns.map((column, point) => (
            <Column
              key={column.name}
              plot={plot}
              id={id}
              point={point}
              counts={column.counts}
              isMarked={point === hovered || point === active}
            />
          ))}
        </>
      )}
    </CountChart>
  );
}

type ColumnProps = {
  plot: CountPlot;
  id: string;
  point: number;
  counts: readonly number[];
  isMarked: boolean;
};

function Column({ plot: { x, y, step, top, bottom }, id, point, counts, isMarked }: ColumnProps) {
  const width = Math.max(1, 0.72 * step);
  const left = x(point) - width / 2;
  let below = 0;
  return (
    <g>
      {counts.map((count, at) => {
        const from = below;
        below += count;
        return count === 0 ? null : (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the source
            key={at}
            className="chart-shape"
            x={left}
            y={y(below)}
            width={width}
            height={y(from) - y(below)}
            fill={patternFill(id, at)}
          />
        );
      })}
      {isMarked && (
        <rect
          x={left - 2}
          y={top}
          width={width + 4}
          height={bottom - top}
          fill="none"
          stroke="var(--ink)"
          strokeWidth={2}
        />
      )}
    </g>
  );
}

type TooltipProps = { column: ChartColumn | undefined; names: readonly string[] };

function ColumnTooltip({ column, names }: TooltipProps) {
  if (!column) return null;
  const lines = column.counts.flatMap((count, at) =>
    count > 0
      ? [{ text: `${names[at]}\u00a0: ${formatNumber(count)}`, swatch: <PatternSwatch index={at} /> }]
      : [],
  );
  return <ChartTooltip title={column.name} lines={lines} />;
}
