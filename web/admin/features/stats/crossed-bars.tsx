import { useId } from "react";
import { limits } from "#contract/limits.ts";
import type { Crossed } from "#contract/stats.schema.ts";
import { cutText, percentageOf } from "#contract/stats.ts";
import { ChartFrame } from "#web/admin/ui/charts/chart-frame.tsx";
import {
  ChartPatterns,
  chartColours,
  PatternSwatch,
  patternFill,
} from "#web/admin/ui/charts/chart-patterns.tsx";
import { ChartSurface, ChartTooltip } from "#web/admin/ui/charts/chart-surface.tsx";
import { chartTextSize, textWidth, wrapText } from "#web/admin/ui/charts/chart-words.ts";
import { ChartText } from "#web/admin/ui/charts/count-chart.tsx";
import { formatNumber, formatPercent } from "#web/lib/format.ts";

const barWidth = 22;
/** Width of the labels at the left; at most half of a narrow chart. */
const labelColumn = 11.5;
/** Gap between labels and bars, in pixels. */
const labelGap = 14;

type Bar = { answer: string; total: number; parts: Part[] };
/** The part of a bar for one column. `start` and `end` are shares of the bar, `index` is the place in the legend. */
type Part = { answer: string; count: number; index: number; start: number; end: number };

/** Stacked bars: one per answer in the rows, divided by the answers in the columns. Columns beyond the palette share its last colour. */
function barsOf({ rows, columns, cells }: Crossed): { names: string[]; bars: Bar[] } {
  const isTooMany = columns.length > chartColours.length;
  const own = isTooMany ? chartColours.length - 1 : columns.length;
  const names = columns.slice(0, own).map(({ answer }) => answer);
  if (isTooMany) names.push("Autres réponses");
  const bars = rows.map(({ answer }, y) => {
    const line = cells[y] ?? [];
    const rest = line.slice(own).reduce((sum, count) => sum + count, 0);
    const counts = isTooMany ? [...line.slice(0, own), rest] : line;
    const total = counts.reduce((sum, count) => sum + count, 0);
    let start = 0;
    const parts = counts.flatMap((count, index): Part[] => {
      if (count === 0) return [];
      const part = { answer: names[index] ?? "", count, index, start, end: start + count / total };
      start = part.end;
      return [part];
    });
    return { answer, total, parts };
  });
  return { names, bars: bars.filter(({ total }) => total > 0) };
}

type Props = { crossed: Crossed; scope: readonly string[] };

export function CrossedBars({ crossed, scope }: Props) {
  const { names, bars } = barsOf(crossed);
  return (
    <ChartFrame
      title="Répartition des réponses croisées"
      scope={scope}
      message={null}
      description={bars.map(textOf).join(" ; ")}
      points={bars.map(textOf)}
      fileName="reponses-croisees"
      legend={names.map((name, index) => ({
        swatch: <PatternSwatch index={index} />,
        label: cutText(name, limits.barLabelMax),
        full: name,
      }))}
    >
      {(active) => <Bars bars={bars} active={active} />}
    </ChartFrame>
  );
}

function textOf({ answer, total, parts }: Bar): string {
  const shares = parts.map((part) => `${part.answer} ${formatPercent(percentageOf(part.count, total))}`);
  return `${answer} : ${shares.join(", ")}`;
}

function Bars({ bars, active }: { bars: readonly Bar[]; active: number | null }) {
  const id = useId();
  const textSize = chartTextSize();
  const rowHeight = 2.8 * textSize;
  const height = bars.length * rowHeight;
  return (
    <ChartSurface height={height}>
      {(width) => {
        const left = Math.min(labelColumn * textSize, width / 2);
        const length = Math.max(0, width - left - 2);
        return {
          pointAt: ({ y }) => (y >= 0 && y < height ? Math.floor(y / rowHeight) : null),
          areaOf: (point) => ({
            left: 0,
            right: width,
            top: point * rowHeight,
            bottom: (point + 1) * rowHeight,
          }),
          tooltip: (point) => <BarTooltip bar={bars[point]} />,
          draw: (hovered) => (
            <>
              <ChartPatterns id={id} colours={chartColours} />
              {bars.map(({ answer, parts }, index) => (
                <g key={answer} transform={`translate(0 ${index * rowHeight})`}>
                  {index === hovered && (
                    <rect x={left} width={length} height={rowHeight} fill="var(--rule)" />
                  )}
                  <ChartText
                    x={left - labelGap / 2}
                    y={rowHeight / 2 + 0.3 * textSize}
                    size={textSize}
                    anchor="end"
                    lines={wrapText(
                      cutText(answer, limits.barLabelMax),
                      (line) => textWidth(line, textSize) <= left - labelGap,
                    )}
                  />
                  {parts.map(({ index: column, start, end }) => (
                    <rect
                      key={column}
                      className="chart-shape"
                      x={left + start * length}
                      y={(rowHeight - barWidth) / 2}
                      width={(end - start) * length}
                      height={barWidth}
                      fill={patternFill(id, column)}
                      stroke="var(--paper-bright)"
                    />
                  ))}
                  {index === active && (
                    <rect
                      data-active
                      x={left}
                      y={(rowHeight - barWidth) / 2}
                      width={length}
                      height={barWidth}
                      fill="none"
                      stroke="var(--ink)"
                      strokeWidth={3}
                    />
                  )}
                </g>
              ))}
            </>
          ),
        };
      }}
    </ChartSurface>
  );
}

function BarTooltip({ bar }: { bar: Bar | undefined }) {
  if (!bar) return null;
  const lines = bar.parts.map(({ answer, count, index }) => ({
    text: `${answer} : ${formatNumber(count)} (${formatPercent(percentageOf(count, bar.total))})`,
    swatch: <PatternSwatch index={index} />,
  }));
  return <ChartTooltip title={bar.answer} lines={lines} />;
}
