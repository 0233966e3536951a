import { useId } from "react";
import type { DayCounts } from "#contract/stats.ts";
import { ChartPatterns, chartColour, patternFill } from "#web/admin/ui/charts/chart-patterns.tsx";
import { describeDay, formatDayNumber } from "./day-texts.ts";
import classes from "./recent-days.module.css";

const height = 120;
const step = 24;
const barWidth = 16;
/** Of paper, between the two parts of a bar. */
const gap = 2;
const colours = [chartColour(0), chartColour(1)];

type Props = { days: readonly DayCounts[] /** The day that the keys have reached. */; active: number | null };

/** Small bars, drawn by hand: the dashboard opens without a library for charts. */
export function DayBars({ days, active }: Props) {
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
