import { arc } from "d3-shape";
import { useId } from "react";
import { limits } from "#contract/limits.ts";
import { isChoice } from "#contract/questions/registry.ts";
import type { QuestionStats } from "#contract/stats.schema.ts";
import { type AnswerShare, cutText, statsMessages } from "#contract/stats.ts";
import { chartColours } from "#web/admin/ui/charts/chart-colours.ts";
import { ChartFrame } from "#web/admin/ui/charts/chart-frame.tsx";
import type { LegendEntry } from "#web/admin/ui/charts/chart-legend.tsx";
import { ChartPatterns, PatternSwatch, patternFill } from "#web/admin/ui/charts/chart-patterns.tsx";
import { ChartSurface } from "#web/admin/ui/charts/chart-surface.tsx";
import { ChartTooltip } from "#web/admin/ui/charts/chart-tooltip.tsx";
import { formatNumber, formatPercent } from "#web/lib/format.ts";
import { answerPoints, describeAnswers } from "./chart-texts.ts";
import { type Sector, sectorAt, sectorsOf } from "./sectors.ts";

const height = 240;

type Props = { question: QuestionStats; scope: readonly string[] };

export function AnswersDoughnut({ question, scope }: Props) {
  const { answers } = question;
  const message = isChoice(question.fieldType) ? null : statsMessages.doughnutForChoicesOnly;
  return (
    <ChartFrame
      title="Distribution des réponses"
      scope={scope}
      message={message}
      description={describeAnswers(answers)}
      points={answerPoints(answers)}
      fileName="distribution-des-reponses"
      legend={message === null ? legendOf(answers) : []}
    >
      {(active) => <Doughnut answers={answers} active={active} />}
    </ChartFrame>
  );
}

function Doughnut({ answers, active }: { answers: AnswerShare[]; active: number | null }) {
  const id = useId();
  const sectors = sectorsOf(answers);
  const reached = active === null ? undefined : sectors[active];
  return (
    <ChartSurface height={height}>
      {(width) => {
        const middle = { x: width / 2, y: height / 2 };
        const outer = (Math.min(width, height) / 2) * 0.92;
        const ring = arc<Sector>()
          .innerRadius(outer * 0.63)
          .outerRadius(outer);
        return {
          pointAt: (place) => sectorAt(place, { sectors, middle, inner: outer * 0.63, outer }),
          tell: (point) => <ShareTooltip answers={answers} index={point} />,
          draw: () => (
            <>
              <ChartPatterns id={id} colours={chartColours} />
              <g transform={`translate(${middle.x} ${middle.y})`} strokeLinejoin="round">
                {sectors.map((sector) => (
                  <path
                    key={sector.data.answer}
                    className="chart-shape"
                    d={ring(sector) ?? ""}
                    fill={patternFill(id, sector.index)}
                    stroke="var(--paper-bright)"
                    strokeWidth={2}
                  />
                ))}
                {reached && (
                  <path
                    className="chart-shape"
                    data-active
                    d={ring(reached) ?? ""}
                    fill="none"
                    stroke="var(--ink)"
                    strokeWidth={5}
                  />
                )}
              </g>
            </>
          ),
        };
      }}
    </ChartSurface>
  );
}

function ShareTooltip({ answers, index }: { answers: AnswerShare[]; index: number }) {
  const share = answers[index];
  if (!share) return null;
  const text = `${share.answer}: ${formatNumber(share.count)} (${share.percentage}%)`;
  return <ChartTooltip lines={[{ text, swatch: <PatternSwatch index={index} /> }]} />;
}

function legendOf(answers: AnswerShare[]): LegendEntry[] {
  return answers.map(({ answer, percentage }, index) => ({
    swatch: <PatternSwatch index={index} />,
    label: cutText(answer, limits.barLabelMax),
    full: answer,
    value: formatPercent(percentage),
  }));
}
