import { useId } from "react";
import { Cell, Pie, PieChart, ResponsiveContainer, Tooltip } from "recharts";
import { limits } from "#contract/limits.ts";
import { isChoice } from "#contract/questions/registry.ts";
import type { QuestionStats } from "#contract/stats.schema.ts";
import { type AnswerShare, cutText, statsMessages } from "#contract/stats.ts";
import { chartColours } from "#web/admin/ui/charts/chart-colours.ts";
import { ChartFrame } from "#web/admin/ui/charts/chart-frame.tsx";
import type { LegendEntry } from "#web/admin/ui/charts/chart-legend.tsx";
import { ChartPatterns, PatternSwatch, patternFill } from "#web/admin/ui/charts/chart-patterns.tsx";
import { ChartTooltip } from "#web/admin/ui/charts/chart-tooltip.tsx";
import { formatNumber, formatPercent } from "#web/lib/format.ts";
import { answerPoints, describeAnswers } from "./chart-texts.ts";

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
  return (
    <ResponsiveContainer width="100%" height={240}>
      <PieChart accessibilityLayer={false}>
        <ChartPatterns id={id} colours={chartColours} />
        {/* Recharts would make each ring a tab stop without a name. */}
        <Pie
          rootTabIndex={-1}
          data={answers}
          dataKey="count"
          nameKey="answer"
          innerRadius="58%"
          outerRadius="92%"
          stroke="var(--paper-bright)"
          strokeWidth={2}
          isAnimationActive={false}
        >
          {answers.map(({ answer }, index) => (
            <Cell
              key={answer}
              fill={patternFill(id, index)}
              {...(index === active && { stroke: "var(--ink)", strokeWidth: 5, "data-active": true })}
            />
          ))}
        </Pie>
        <Tooltip
          isAnimationActive={false}
          content={({ active: hovered, payload }) =>
            hovered ? <ShareTooltip answers={answers} answer={payload[0]?.name} /> : null
          }
        />
      </PieChart>
    </ResponsiveContainer>
  );
}

function ShareTooltip({ answers, answer }: { answers: AnswerShare[]; answer: unknown }) {
  const index = answers.findIndex((share) => share.answer === answer);
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
