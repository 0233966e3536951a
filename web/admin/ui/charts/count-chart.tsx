import type { ReactNode } from "react";
import { formatNumber } from "#web/lib/format.ts";
import classes from "./chart-frame.module.css";
import { type Area, ChartSurface, type Position } from "./chart-surface.tsx";
import { chartTextSize, widest } from "./chart-words.ts";

/** The positions of counts in a drawing. */
export type CountPlot = {
  /** The edges of the plot, in pixels. */
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Round counts from 0 to at least the highest count, in equal steps. */
  ticks: readonly number[];
  /** The distance between the middles of two adjacent points. */
  step: number;
  /** The middle of a point. */
  x(point: number): number;
  y(count: number): number;
  /** The point whose middle is nearest; null outside the plot. */
  pointAt(place: Position): number | null;
  /** A point's column, wide enough for its marks. */
  areaOf(point: number): Area;
};

type Size = {
  width: number;
  height: number;
  /** The size of the texts; `labelWidth` is the width of the widest label at the left. */
  textSize: number;
  labelWidth: number;
  points: number;
  highest: number;
  /** Points of a line begin and end at the edges; bars have a band each. */
  spread: "edges" | "bands";
};

const margin = { top: 8, right: 12, label: 10 };
/** Half the width of a marker on a line. */
const marker = 8;
/** The height of the space for labels under the plot, in units of the text size. */
const wordsUnder = 2.15;

/** Computes a plot of counts that fills a drawing, with space for labels at the left and below. */
export function countPlot({ width, height, textSize, labelWidth, points, highest, spread }: Size): CountPlot {
  const left = labelWidth + margin.label;
  const right = Math.max(left, width - margin.right);
  const bottom = height - wordsUnder * textSize;
  const ticks = countTicks(highest);
  const top = ticks.at(-1) ?? 1;
  const parts = spread === "bands" ? points : points - 1;
  const step = (right - left) / Math.max(1, parts);
  const first = spread === "bands" || points === 1 ? left + step / 2 : left;
  const x = (point: number) => first + point * step;
  const half = spread === "bands" ? step / 2 : marker;
  return {
    left,
    right,
    top: margin.top,
    bottom,
    ticks,
    step,
    x,
    y: (count) => bottom - (count / top) * (bottom - margin.top),
    pointAt: ({ x, y }) => {
      if (points === 0 || y < margin.top || y > bottom || x < left - step / 2 || x > right + step / 2)
        return null;
      return Math.max(0, Math.min(points - 1, Math.round((x - first) / step)));
    },
    areaOf: (point) => ({ left: x(point) - half, right: x(point) + half, top: margin.top, bottom }),
  };
}

const ticksAtMost = 5;

/** Returns 0 and about four round integers above it. The last one is at least `highest`. */
export function countTicks(highest: number): number[] {
  const rough = Math.max(1, highest / (ticksAtMost - 1));
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const steps = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

/** The interval between labelled points, so that two labels have `gap` pixels between them. */
export function labelEvery(step: number, widest: number, gap = 16): number {
  return Math.max(1, Math.ceil((widest + gap) / step));
}

type CountGridProps = {
  plot: CountPlot;
  /** The label of each point. Labels are drawn at a regular interval, and always for the last point. */
  labels: readonly string[];
  /** The width of the widest label, in pixels. */
  wordWidth: number;
  textSize: number;
};

/** Horizontal lines at round counts, with the counts at the left and the labels of points below. */
function CountGrid({
  plot: { left, right, bottom, ticks, step, x, y },
  labels,
  wordWidth,
  textSize,
}: CountGridProps) {
  const every = labelEvery(step, wordWidth);
  return (
    <g>
      {ticks.map((tick) => (
        <g key={tick}>
          <line className={classes.rule} x1={left} x2={right} y1={y(tick)} y2={y(tick)} />
          <ChartText
            x={left - 6}
            y={y(tick) + 0.3 * textSize}
            size={textSize}
            anchor="end"
            lines={[formatNumber(tick)]}
          />
        </g>
      ))}
      {labels.map((label, point) =>
        (labels.length - 1 - point) % every === 0 ? (
          <ChartText
            key={x(point)}
            x={x(point)}
            y={bottom + 1.5 * textSize}
            size={textSize}
            anchor="middle"
            lines={[label]}
          />
        ) : null,
      )}
    </g>
  );
}

type TextProps = {
  x: number;
  y: number;
  /** The text size in pixels. */
  size: number;
  anchor: "middle" | "end";
  lines: readonly string[];
};

/** A text in a drawing. Several lines are centred on `y`. */
export function ChartText({ x, y, size, anchor, lines }: TextProps) {
  const lineHeight = 1.15 * size;
  const top = y - ((lines.length - 1) * lineHeight) / 2;
  return (
    <text className={classes.text} textAnchor={anchor}>
      {lines.map((line, index) => {
        const place = top + index * lineHeight;
        return (
          <tspan key={place} x={x} y={place}>
            {line}
          </tspan>
        );
      })}
    </text>
  );
}

type CountChartProps = {
  height: number;
  /** The label of each point. */
  labels: readonly string[];
  /** The highest of all counts. */
  highest: number;
  /** Points of a line begin and end at the edges; bars have a band each. */
  spread: "edges" | "bands";
  /** The tooltip of a point. */
  tooltip: (point: number) => ReactNode;
  /** Draws over the horizontal lines and marks the point under the pointer. */
  children: (plot: CountPlot, hovered: number | null) => ReactNode;
};

/** A chart of counts: horizontal lines at round counts, labels under the points, and the drawing of `children`. */
export function CountChart({ height, labels, highest, spread, tooltip, children }: CountChartProps) {
  const textSize = chartTextSize();
  const labelWidth = widest(countTicks(highest).map(formatNumber));
  const wordWidth = widest(labels);
  return (
    <ChartSurface height={height}>
      {(width) => {
        const size = { width, height, textSize, labelWidth, points: labels.length, highest };
        const plot = countPlot({ ...size, spread });
        return {
          tooltip,
          pointAt: plot.pointAt,
          areaOf: plot.areaOf,
          draw: (hovered) => (
            <>
              <CountGrid plot={plot} labels={labels} wordWidth={wordWidth} textSize={textSize} />
              {children(plot, hovered)}
            </>
          ),
        };
      }}
    </ChartSurface>
  );
}
