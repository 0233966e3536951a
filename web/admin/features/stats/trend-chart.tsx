import "#web/admin/ui/charts/charts.css";
import { Paper, Title } from "@mantine/core";
import { IconChartLine } from "@tabler/icons-react";
import type { SavedSegment } from "#contract/segments.schema.ts";
import type { Stats } from "#contract/stats.schema.ts";
import { type DayCounts, formatDay, type StatsAudience } from "#contract/stats.ts";
import { ChartFrame } from "#web/admin/ui/charts/chart-frame.tsx";
import { chartColour } from "#web/admin/ui/charts/chart-patterns.tsx";
import { ChartTooltip } from "#web/admin/ui/charts/chart-surface.tsx";
import { ChartTable } from "#web/admin/ui/charts/chart-table.tsx";
import { CountChart, type CountPlot } from "#web/admin/ui/charts/count-chart.tsx";
import { EmptyState } from "#web/admin/ui/feedback.tsx";
import { formatNumber } from "#web/lib/format.ts";
import { describeTrend, formatShortDay, trendPoints, trendScope } from "./chart-texts.ts";
import classes from "./stats.module.css";

const title = "Tendance des inscriptions";

type Props = { stats: Stats; segment: SavedSegment | null };

export function TrendChart({ stats, segment }: Props) {
  const { trend, audience } = stats;
  if (stats.totals.total === 0) return <NoTrend isFiltered={audience !== "all" || segment !== null} />;
  const series = seriesOf(audience);
  return (
    <ChartFrame
      title={title}
      scope={trendScope(stats, segment)}
      message={null}
      description={describeTrend(trend)}
      points={trendPoints(trend, series)}
      fileName="tendance-des-inscriptions"
      legend={series.map((entry) => ({ label: entry.label, swatch: <SeriesSwatch series={entry} /> }))}
      footer={
        <ChartTable
          summary="Voir les chiffres jour par jour"
          caption="Inscriptions par jour, le dernier en premier"
          rowTitle="Jour"
          series={series}
          rows={[...trend].reverse()}
          nameOf={({ day }) => formatDay(day)}
        />
      }
    >
      {(active) => <TrendLines trend={trend} series={series} active={active} />}
    </ChartFrame>
  );
}

function NoTrend({ isFiltered }: { isFiltered: boolean }) {
  return (
    <Paper component="section" withBorder className={classes.panel ?? ""} aria-labelledby="no-trend-title">
      <Title order={2} size="h3" id="no-trend-title">
        {title}
      </Title>
      <EmptyState
        icon={IconChartLine}
        title={isFiltered ? "Aucune inscription ne correspond." : "Personne ne s’est encore inscrit."}
      />
    </Paper>
  );
}

const height = 280;
/** More markers would overlap. */
const markersMax = 15;

type TrendLinesProps = {
  trend: readonly DayCounts[];
  series: readonly Series[];
  /** The day that the keyboard selected. */
  active: number | null;
};

/** The sign-ups of each day, with one line for each type. */
function TrendLines({ trend, series, active }: TrendLinesProps) {
  const highest = Math.max(0, ...trend.flatMap((day) => series.map(({ key }) => day[key])));
  return (
    <CountChart
      height={height}
      labels={trend.map(({ day }) => formatShortDay(day))}
      highest={highest}
      spread="edges"
      tooltip={(point) => <DayTooltip counts={trend[point]} series={series} />}
    >
      {(plot, hovered) => (
        <>
          {hovered !== null && <DayRule plot={plot} point={hovered} stroke="var(--ink-soft)" />}
          {series.map((entry) => (
            <Line key={entry.key} plot={plot} trend={trend} series={entry} />
          ))}
          {active !== null && <MarkedDay plot={plot} trend={trend} series={series} point={active} />}
        </>
      )}
    </CountChart>
  );
}

type LineProps = { plot: CountPlot; trend: readonly DayCounts[]; series: Series };

function Line({ plot: { x, y }, trend, series }: LineProps) {
  const { key, colour, dash } = series;
  const markerStep = Math.ceil(trend.length / markersMax);
  return (
    <g>
      <polyline
        className="chart-line"
        points={trend.map((day, point) => `${x(point)},${y(day[key])}`).join(" ")}
        fill="none"
        stroke={colour}
        strokeWidth={2}
        {...(dash !== "" && { strokeDasharray: dash })}
      />
      {trend.map((day, point) =>
        (trend.length - 1 - point) % markerStep === 0 ? (
          <SeriesMarker key={day.day} series={series} x={x(point)} y={y(day[key])} />
        ) : null,
      )}
    </g>
  );
}

type RuleProps = { plot: CountPlot; point: number; stroke: string };

function DayRule({ plot: { x, top, bottom }, point, stroke }: RuleProps) {
  return <line x1={x(point)} x2={x(point)} y1={top} y2={bottom} stroke={stroke} strokeWidth={1} />;
}

type MarkedProps = { plot: CountPlot; trend: readonly DayCounts[]; series: readonly Series[]; point: number };

function MarkedDay({ plot, trend, series, point }: MarkedProps) {
  const counts = trend[point];
  if (!counts) return null;
  return (
    <g className="chart-marked">
      <DayRule plot={plot} point={point} stroke="var(--ink)" />
      {series.map(({ key }) => (
        <circle
          key={key}
          cx={plot.x(point)}
          cy={plot.y(counts[key])}
          r={7}
          fill="none"
          stroke="var(--ink)"
          strokeWidth={3}
        />
      ))}
    </g>
  );
}

type TooltipProps = { counts: DayCounts | undefined; series: readonly Series[] };

function DayTooltip({ counts, series }: TooltipProps) {
  if (!counts) return null;
  const lines = series.map((entry) => ({
    text: `${entry.label}: ${formatNumber(counts[entry.key])} inscriptions`,
    swatch: <SeriesSwatch series={entry} />,
  }));
  return <ChartTooltip title={formatDay(counts.day)} lines={lines} />;
}

type SeriesKey = "total" | "user" | "brand";
/** A line that differs from the others by colour, dashes and markers. */
export type Series = { key: SeriesKey; label: string; colour: string; dash: string; marker: string };

const radius = 4;

const allSeries: readonly Series[] = [
  {
    key: "total",
    label: "Total",
    colour: "var(--ink)",
    dash: "",
    marker: `M-${radius} 0a${radius} ${radius} 0 1 0 8 0a${radius} ${radius} 0 1 0-8 0z`,
  },
  { key: "user", label: "Utilisateurs", colour: chartColour(0), dash: "7 4", marker: "M-4-4h8v8h-8z" },
  { key: "brand", label: "Marques", colour: chartColour(1), dash: "2 4", marker: "M0-5l5 9h-10z" },
];

/** The lines to draw. For a single type of sign-up only its own line, because the total would be identical. */
function seriesOf(audience: StatsAudience): readonly Series[] {
  return audience === "all" ? allSeries : allSeries.filter(({ key }) => key === audience);
}

type MarkerProps = { series: Series; x: number; y: number };

/** A day's point on a line. */
function SeriesMarker({ series: { colour, marker }, x, y }: MarkerProps) {
  return (
    <path
      className="chart-marker"
      d={marker}
      transform={`translate(${x} ${y})`}
      fill="var(--paper-bright)"
      stroke={colour}
      strokeWidth={2}
    />
  );
}

function SeriesSwatch({ series }: { series: Series }) {
  const { colour, dash } = series;
  return (
    <svg className="chart-swatch" viewBox="0 0 32 16" width="32" height="16" aria-hidden="true">
      <path className="chart-line" d="M0 8h32" stroke={colour} strokeWidth={2} strokeDasharray={dash} />
      <SeriesMarker series={series} x={16} y={8} />
    </svg>
  );
}
