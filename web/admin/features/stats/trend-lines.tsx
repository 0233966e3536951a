import { curveMonotoneX, line } from "d3-shape";
import type { DayCounts } from "#contract/stats.ts";
import { ChartTooltip } from "#web/admin/ui/charts/chart-tooltip.tsx";
import { CountChart } from "#web/admin/ui/charts/count-chart.tsx";
import type { CountPlot } from "#web/admin/ui/charts/count-plot.ts";
import { formatNumber } from "#web/lib/format.ts";
import { formatDay, formatShortDay } from "./chart-texts.ts";
import { type Series, SeriesMarker, SeriesSwatch } from "./series.tsx";

const height = 280;
/** More markers than these would run into one another. */
const markersMax = 15;

type Props = {
  trend: readonly DayCounts[];
  series: readonly Series[];
  /** The day that the keys have reached. */
  active: number | null;
};

/** The sign-ups of each day, a line for each type of them. */
export function TrendLines({ trend, series, active }: Props) {
  const highest = Math.max(0, ...trend.flatMap((day) => series.map(({ key }) => day[key])));
  return (
    <CountChart
      height={height}
      labels={trend.map(({ day }) => formatShortDay(day))}
      highest={highest}
      spread="edges"
      tell={(point) => <DayTooltip counts={trend[point]} series={series} />}
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
  const path = line<DayCounts>()
    .x((_day, point) => x(point))
    .y((day) => y(day[key]))
    .curve(curveMonotoneX);
  return (
    <g>
      <path
        className="chart-line"
        d={path(trend as DayCounts[]) ?? ""}
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
