import { Paper, Title } from "@mantine/core";
import { useId } from "react";
import type { DayCounts } from "#contract/stats.ts";
import { ChartExplorer } from "#web/admin/ui/charts/chart-explorer.tsx";
import {
  ChartPatterns,
  chartColour,
  PatternSwatch,
  patternFill,
} from "#web/admin/ui/charts/chart-patterns.tsx";
import { ChartTable } from "#web/admin/ui/charts/chart-table.tsx";
import { formatCount } from "#web/lib/format.ts";
import classes from "./dashboard.module.css";
import { describeDay, describeDays, formatDay, formatDayNumber } from "./day-texts.ts";

const title = "Les quatorze derniers jours";
const series = [
  { key: "user", label: "Utilisateurs" },
  { key: "brand", label: "Marques" },
] as const;

/** The sign-ups of the last days, as small bars and as a table. */
export function RecentDays({ days }: { days: DayCounts[] }) {
  const total = days.reduce((sum, day) => sum + day.total, 0);
  return (
    <Paper component="section" withBorder className={classes.panel ?? ""} aria-labelledby="recent-title">
      <Title order={2} size="h3" id="recent-title">
        {title}
      </Title>
      <p className={classes.about}>
        {total === 0 ? "Personne ne s’est inscrit pendant ces jours." : formatCount(total, "inscription")}
      </p>
      {total > 0 && <Days days={days} />}
    </Paper>
  );
}

function Days({ days }: { days: DayCounts[] }) {
  return (
    <>
      <ChartExplorer name={title} description={describeDays(days)} points={days.map(describeDay)}>
        {(active) => <DayBars days={days} active={active} />}
      </ChartExplorer>
      <ul className={classes.legend} aria-hidden="true">
        {series.map(({ key, label }, index) => (
          <li key={key}>
            <PatternSwatch index={index} />
            {label}
          </li>
        ))}
      </ul>
      <ChartTable
        summary="Voir les chiffres jour par jour"
        caption="Inscriptions des quatorze derniers jours, le dernier en premier"
        rowTitle="Jour"
        series={series}
        rows={[...days].reverse()}
        nameOf={formatDay}
      />
    </>
  );
}

const height = 120;
const step = 24;
const barWidth = 16;
/** The space between the two parts of a bar. */
const gap = 2;
const colours = [chartColour(0), chartColour(1)];

type Props = {
  days: readonly DayCounts[] /** The index of the day that the keyboard selected. */;
  active: number | null;
};

/** Small bars as plain SVG, so that the dashboard does not load a chart library. */
function DayBars({ days, active }: Props) {
  const id = useId();
  const highest = Math.max(1, ...days.map((day) => day.total));
  return (
    <svg className={classes.days} viewBox={`0 0 ${days.length * step} ${height + 20}`} aria-hidden="true">
      <ChartPatterns id={id} colours={colours} />
      {days.map((day, index) => (
        <g key={day.day} transform={`translate(${index * step} 0)`}>
          <title>{describeDay(day)}</title>
          <Bar day={day} scale={(height - gap) / highest} patterns={id} />
          <text className={classes.dayLabel} x={step / 2} y={height + 15}>
            {formatDayNumber(day)}
          </text>
          {index === active && <Mark />}
        </g>
      ))}
    </svg>
  );
}

function Bar({ day, scale, patterns }: { day: DayCounts; scale: number; patterns: string }) {
  const users = day.user * scale;
  const brands = day.brand * scale;
  const parted = users > 0 ? gap : 0;
  const place = { x: (step - barWidth) / 2, width: barWidth };
  return (
    <>
      <rect className={classes.ground} {...place} y={height - 1} height={1} />
      {users > 0 && (
        <rect
          {...place}
          y={height - users}
          height={users}
          fill={patternFill(patterns, 0)}
          data-series="user"
        />
      )}
      {brands > 0 && (
        <rect
          {...place}
          y={height - users - parted - brands}
          height={brands}
          fill={patternFill(patterns, 1)}
          data-series="brand"
        />
      )}
    </>
  );
}

function Mark() {
  return (
    <g className="chart-marked">
      <path
        d={`M1 1h${step - 2}v${height + 18}h-${step - 2}z`}
        fill="none"
        stroke="var(--ink)"
        strokeWidth={2}
      />
    </g>
  );
}
