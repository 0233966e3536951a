import { Paper, Title } from "@mantine/core";
import { IconChartLine } from "@tabler/icons-react";
import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceDot,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import type { Stats } from "#contract/stats.schema.ts";
import type { DayCounts } from "#contract/stats.ts";
import { ChartFrame } from "#web/admin/ui/charts/chart-frame.tsx";
import { ChartTooltip } from "#web/admin/ui/charts/chart-tooltip.tsx";
import { FiguresTable } from "#web/admin/ui/charts/figures-table.tsx";
import { EmptyState } from "#web/admin/ui/empty-state.tsx";
import { formatNumber } from "#web/lib/format.ts";
import { describeTrend, formatDay, formatShortDay, trendPoints, trendScope } from "./chart-texts.ts";
import { type Series, SeriesMarker, SeriesSwatch, seriesOf } from "./series.tsx";
import classes from "./stats.module.css";

/** More markers than these would run into one another. */
const markersMax = 15;

const title = "Tendance des inscriptions";

type SeriesProps = { trend: DayCounts[]; series: readonly Series[] };

export function TrendChart({ stats }: { stats: Stats }) {
  const { trend, audience } = stats;
  if (stats.totals.total === 0) return <NoTrend />;
  const series = seriesOf(audience);
  return (
    <ChartFrame
      title={title}
      scope={trendScope(stats)}
      message={null}
      description={describeTrend(trend)}
      points={trendPoints(trend, series)}
      fileName="tendance-des-inscriptions"
      legend={series.map((entry) => ({ label: entry.label, swatch: <SeriesSwatch series={entry} /> }))}
      footer={
        <FiguresTable
          summary="Voir les chiffres jour par jour"
          caption="Inscriptions par jour, le dernier en premier"
          rowTitle="Jour"
          series={series}
          rows={trend.toReversed()}
          nameOf={({ day }) => formatDay(day)}
        />
      }
    >
      {(active) => (
        <Lines trend={trend} series={series} marked={active === null ? undefined : trend[active]} />
      )}
    </ChartFrame>
  );
}

function NoTrend() {
  return (
    <Paper component="section" withBorder className={classes.panel ?? ""} aria-labelledby="no-trend-title">
      <Title order={2} size="h3" id="no-trend-title">
        {title}
      </Title>
      <EmptyState icon={IconChartLine} title="Personne ne s’est encore inscrit." />
    </Paper>
  );
}

function Lines({ trend, series, marked }: SeriesProps & { marked: DayCounts | undefined }) {
  const markerStep = Math.ceil(trend.length / markersMax);
  return (
    <ResponsiveContainer width="100%" height={280}>
      <LineChart data={trend} margin={{ top: 8, right: 12, bottom: 0, left: -12 }} accessibilityLayer={false}>
        <CartesianGrid stroke="var(--rule)" vertical={false} />
        <XAxis dataKey="day" tickFormatter={formatShortDay} minTickGap={24} tickLine={false} />
        <YAxis allowDecimals={false} tickLine={false} axisLine={false} tickFormatter={formatNumber} />
        <Tooltip
          isAnimationActive={false}
          content={({ active, label }) =>
            active ? <DayTooltip day={String(label)} trend={trend} series={series} /> : null
          }
        />
        {series.map((entry) => (
          <Line
            key={entry.key}
            dataKey={entry.key}
            name={entry.label}
            stroke={entry.colour}
            strokeWidth={2}
            {...(entry.dash !== "" && { strokeDasharray: entry.dash })}
            dot={({ key, cx = 0, cy = 0, index }) => (
              <g key={key} className="recharts-line-dot">
                {(trend.length - 1 - index) % markerStep === 0 && (
                  <SeriesMarker series={entry} x={cx} y={cy} />
                )}
              </g>
            )}
            type="monotone"
            isAnimationActive={false}
          />
        ))}
        {marked && (
          <ReferenceLine className="chart-marked" x={marked.day} stroke="var(--ink)" strokeWidth={1} />
        )}
        {marked &&
          series.map(({ key }) => (
            <ReferenceDot
              key={key}
              x={marked.day}
              y={marked[key]}
              r={7}
              fill="none"
              stroke="var(--ink)"
              strokeWidth={3}
              className="chart-marked"
            />
          ))}
      </LineChart>
    </ResponsiveContainer>
  );
}

function DayTooltip({ day, trend, series }: SeriesProps & { day: string }) {
  const counts = trend.find((entry) => entry.day === day);
  if (!counts) return null;
  const lines = series.map((entry) => ({
    text: `${entry.label}: ${formatNumber(counts[entry.key])} inscriptions`,
    swatch: <SeriesSwatch series={entry} />,
  }));
  return <ChartTooltip title={formatDay(day)} lines={lines} />;
}
