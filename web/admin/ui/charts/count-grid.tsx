import { formatNumber } from "#web/lib/format.ts";
import classes from "./count-grid.module.css";
import { type CountPlot, labelEvery } from "./count-plot.ts";
import { widest } from "./text-width.ts";

type Props = {
  plot: CountPlot;
  /** Each point's word; under every so many of them, the last always. */
  labels: readonly string[];
};

/** Rules at round counts, with the counts at their left and the points' words under them. */
export function CountGrid({ plot: { left, right, bottom, ticks, step, x, y }, labels }: Props) {
  const every = labelEvery(step, widest(labels));
  return (
    <g>
      {ticks.map((tick) => (
        <g key={tick}>
          <line className={classes.rule} x1={left} x2={right} y1={y(tick)} y2={y(tick)} />
          <ChartText x={left - 6} y={y(tick) + 4} anchor="end" lines={[formatNumber(tick)]} />
        </g>
      ))}
      {labels.map((label, point) =>
        (labels.length - 1 - point) % every === 0 ? (
          <ChartText key={x(point)} x={x(point)} y={bottom + 20} anchor="middle" lines={[label]} />
        ) : null,
      )}
    </g>
  );
}

type TextProps = { x: number; y: number; anchor: "middle" | "end"; lines: readonly string[] };

const lineHeight = 15;

/** Words of a drawing; several lines stand about `y`. */
export function ChartText({ x, y, anchor, lines }: TextProps) {
  const top = y - ((lines.length - 1) * lineHeight) / 2;
  return (
    <text className={classes.text} textAnchor={anchor}>
      {lines.map((line, index) => (
        <tspan key={line} x={x} y={top + index * lineHeight}>
          {line}
        </tspan>
      ))}
    </text>
  );
}
