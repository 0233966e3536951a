import { useId } from "react";
import { limits } from "#contract/limits.ts";
import type { QuestionStats } from "#contract/stats.schema.ts";
import { type AnswerShare, cutText } from "#contract/stats.ts";
import { chartColours } from "#web/admin/ui/charts/chart-colours.ts";
import { ChartFrame } from "#web/admin/ui/charts/chart-frame.tsx";
import { ChartPatterns, PatternSwatch, patternFill } from "#web/admin/ui/charts/chart-patterns.tsx";
import { ChartSurface } from "#web/admin/ui/charts/chart-surface.tsx";
import { ChartTooltip } from "#web/admin/ui/charts/chart-tooltip.tsx";
import { ChartText } from "#web/admin/ui/charts/count-grid.tsx";
import { countTicks, labelEvery } from "#web/admin/ui/charts/count-plot.ts";
import { widest, wrapText } from "#web/admin/ui/charts/text-width.ts";
import { formatNumber } from "#web/lib/format.ts";
import { answerPoints, describeAnswers } from "./chart-texts.ts";

const barHeight = 34;
const barWidth = 18;
const axisHeight = 32;
/** For the answers' words, at the left. */
const labelColumn = 150;

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

function Bars({ answers, active }: { answers: AnswerShare[]; active: number | null }) {
  const id = useId();
  const bottom = answers.length * barHeight;
  const ticks = countTicks(Math.max(0, ...answers.map(({ count }) => count)));
  const labelWidth = widest([formatNumber(ticks.at(-1) ?? 0)]);
  return (
    <ChartSurface height={bottom + axisHeight}>
      {(width) => {
        const length = Math.max(0, width - labelColumn - labelWidth / 2);
        const x = (count: number) => labelColumn + (count / (ticks.at(-1) ?? 1)) * length;
        const every = labelEvery(length / (ticks.length - 1), labelWidth);
        return {
          pointAt: ({ y }) => (y >= 0 && y < bottom ? Math.floor(y / barHeight) : null),
          tell: (point) => <BarTooltip answers={answers} index={point} />,
          draw: (hovered) => (
            <>
              <ChartPatterns id={id} colours={chartColours} />
              <line x1={labelColumn} x2={x(0) + length} y1={bottom} y2={bottom} stroke="var(--rule)" />
              {ticks.map((tick, index) =>
                index % every === 0 ? (
                  <ChartText
                    key={tick}
                    x={x(tick)}
                    y={bottom + 20}
                    anchor="middle"
                    lines={[formatNumber(tick)]}
                  />
                ) : null,
              )}
              {answers.map(({ answer, count }, index) => (
                <g key={answer} transform={`translate(0 ${index * barHeight})`}>
                  {index === hovered && (
                    <rect x={labelColumn} width={length} height={barHeight} fill="var(--rule)" />
                  )}
                  <ChartText
                    x={labelColumn - 8}
                    y={barHeight / 2 + 4}
                    anchor="end"
                    lines={wrapText(cutText(answer, limits.barLabelMax), labelColumn - 12)}
                  />
                  <rect
                    className="chart-shape"
                    x={labelColumn}
                    y={(barHeight - barWidth) / 2}
                    width={x(count) - labelColumn}
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

function BarTooltip({ answers, index }: { answers: AnswerShare[]; index: number }) {
  const share = answers[index];
  if (!share) return null;
  const text = `Réponses: ${formatNumber(share.count)} (${share.percentage}%)`;
  return <ChartTooltip title={share.answer} lines={[{ text, swatch: <PatternSwatch index={index} /> }]} />;
}
