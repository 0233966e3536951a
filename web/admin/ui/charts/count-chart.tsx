import type { ReactNode } from "react";
import { formatNumber } from "#web/lib/format.ts";
import { ChartSurface } from "./chart-surface.tsx";
import { CountGrid } from "./count-grid.tsx";
import { type CountPlot, countPlot, countTicks } from "./count-plot.ts";
import { chartTextSize, widest } from "./text-width.ts";

type Props = {
  height: number;
  /** Each point's word. */
  labels: readonly string[];
  /** Of all counts. */
  highest: number;
  /** Points of a line begin and end at the edges; bars have a band each. */
  spread: "edges" | "bands";
  /** What is told of a point beside the pointer. */
  tell: (point: number) => ReactNode;
  /** Draws over the rules, with the point under the pointer marked. */
  children: (plot: CountPlot, hovered: number | null) => ReactNode;
};

/** Counts of points in a row: rules at round counts, a word under each point, and what is drawn between them. */
export function CountChart({ height, labels, highest, spread, tell, children }: Props) {
  const textSize = chartTextSize();
  const labelWidth = widest(countTicks(highest).map(formatNumber));
  const wordWidth = widest(labels);
  return (
    <ChartSurface height={height}>
      {(width) => {
        const size = { width, height, textSize, labelWidth, points: labels.length, highest };
        const plot = countPlot({ ...size, spread });
        return {
          tell,
          pointAt: plot.pointAt,
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
