import { useId } from "react";
import { limits } from "#contract/limits.ts";
import type { QuestionStats } from "#contract/stats.schema.ts";
import { type AnswerShare, cutText } from "#contract/stats.ts";
import { ChartFrame } from "#web/admin/ui/charts/chart-frame.tsx";
import {
  ChartPatterns,
  chartColours,
  PatternSwatch,
  patternFill,
} from "#web/admin/ui/charts/chart-patterns.tsx";
import { ChartSurface, ChartTooltip } from "#web/admin/ui/charts/chart-surface.tsx";
import { chartTextSize, textWidth, widest, wrapText } from "#web/admin/ui/charts/chart-words.ts";
import { ChartText, countTicks, labelEvery } from "#web/admin/ui/charts/count-chart.tsx";
import { formatNumber } from "#web/lib/format.ts";
import { answerPoints, describeAnswers } from "./chart-texts.ts";

const barWidth = 18;
/** The width of the column of answers at the left, in units of their text size. At most half of a narrow chart. */
const labelColumn = 11.5;
/** The space between the answers and the edges of their column, in pixels. */
const labelGap = 14;
/** The number of characters in the label beside the pointer. Arrow keys announce the whole answer. */
const tooltipMax = 120;

type Props = { question: QuestionStats; scope: readonly string[] };

export function AnswersBars({ question, scope }: Props) {
  const { answers } = question;
  return (
    <ChartFrame
      title="Fréquence des réponses"
      scope={scope}
      message={null}
      description={describeAnswers(answers)}
      points={answerPoints(answers)}
      fileName="frequence-des-reponses"
    >
      {(active) => <Bars answers={answers} active={active} />}
    </ChartFrame>
  );
}

type BarsProps = { answers: readonly AnswerShare[]; active: number | null };

function Bars({ answers, active }: BarsProps) {
  const id = useId();
  const textSize = chartTextSize();
  const rowHeight = 2.6 * textSize;
  const bottom = answers.length * rowHeight;
  const ticks = countTicks(Math.max(0, ...answers.map(({ count }) => count)));
  const tickWidth = widest(ticks.map(formatNumber));
  return (
    <ChartSurface height={bottom + 2.4 * textSize}>
      {(width) => {
        const left = Math.min(labelColumn * textSize, width / 2);
        const length = Math.max(0, width - left - tickWidth / 2);
        const x = (count: number) => left + (count / (ticks.at(-1) ?? 1)) * length;
        const words = answers.map(({ answer }) =>
          wrapText(
            cutText(answer, limits.barLabelMax),
            (line) => textWidth(line, textSize) <= left - labelGap,
          ),
        );
        return {
          pointAt: ({ y }) => (y >= 0 && y < bottom ? Math.floor(y / rowHeight) : null),
          areaOf: (point) => ({
            left: 0,
            right: x(answers[point]?.count ?? 0),
            top: point * rowHeight,
            bottom: (point + 1) * rowHeight,
          }),
          tooltip: (point) => <BarTooltip answers={answers} index={point} />,
          draw: (hovered) => (
            <>
              <ChartPatterns id={id} colours={chartColours} />
              <line x1={left} x2={left + length} y1={bottom} y2={bottom} stroke="var(--rule)" />
              <BarTicks
                ticks={ticks}
                tickWidth={tickWidth}
                textSize={textSize}
                x={x}
                y={bottom + 1.5 * textSize}
              />
              {answers.map(({ answer, count }, index) => (
                <g key={answer} transform={`translate(0 ${index * rowHeight})`}>
                  {index === hovered && (
                    <rect x={left} width={length} height={rowHeight} fill="var(--rule)" />
                  )}
                  <ChartText
                    x={left - labelGap / 2}
                    y={rowHeight / 2 + 0.3 * textSize}
                    size={textSize}
                    anchor="end"
                    lines={words[index] ?? []}
                  />
                  <rect
                    className="chart-shape"
                    x={left}
                    y={(rowHeight - barWidth) / 2}
                    width={x(count) - left}
                    height={barWidth}
                    fill={patternFill(id, index)}
                    {...(index === active && { stroke: "var(--ink)", strokeWidth: 3, "data-active": true })}
                  />
                </g>
              ))}
            </>
          ),
        };
      }}
    </ChartSurface>
  );
}

type TicksProps = {
  ticks: readonly number[];
  tickWidth: number;
  textSize: number;
  x: (count: number) => number;
  y: number;
};

/** The axis labels under the bars, as many as fit. */
function BarTicks({ ticks, tickWidth, textSize, x, y }: TicksProps) {
  const every = labelEvery(x(ticks[1] ?? 1) - x(0), tickWidth);
  return ticks.map((tick, index) =>
    index % every === 0 ? (
      <ChartText key={tick} x={x(tick)} y={y} size={textSize} anchor="middle" lines={[formatNumber(tick)]} />
    ) : null,
  );
}

function BarTooltip({ answers, index }: { answers: readonly AnswerShare[]; index: number }) {
  const share = answers[index];
  if (!share) return null;
  const text = `Réponses: ${formatNumber(share.count)} (${share.percentage}%)`;
  return (
    <ChartTooltip
      title={cutText(share.answer, tooltipMax)}
      lines={[{ text, swatch: <PatternSwatch index={index} /> }]}
    />
  );
}
