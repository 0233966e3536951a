import { formatNumber } from "#web/lib/format.ts";
import classes from "./count-grid.module.css";
import { type CountPlot, labelEvery } from "./count-plot.ts";

type Props = {
  plot: CountPlot;
  /** Each point's word; under every so many of them, the last always. */
  labels: readonly string[];
  /** The widest of them, in pixels. */
  wordWidth: number;
  textSize: number;
};

/** Rules at round counts, with the counts at their left and the points' words under them. */
export function CountGrid({
  plot: { left, right, bottom, ticks, step, x, y },
  labels,
  wordWidth,
  textSize,
}: Props) {
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
  /** In pixels. */
  size: number;
  anchor: "middle" | "end";
  lines: readonly string[];
};

/** Words of a drawing; several lines stand about `y`. */
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
