import { useId } from "react";
import { Bar, BarChart, Cell, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { limits } from "#contract/limits.ts";
import type { QuestionStats } from "#contract/stats.schema.ts";
import { type AnswerShare, cutText } from "#contract/stats.ts";
import { chartColours } from "#web/admin/ui/charts/chart-colours.ts";
import { ChartFrame } from "#web/admin/ui/charts/chart-frame.tsx";
import { ChartPatterns, PatternSwatch, patternFill } from "#web/admin/ui/charts/chart-patterns.tsx";
import { ChartTooltip } from "#web/admin/ui/charts/chart-tooltip.tsx";
import { formatNumber } from "#web/lib/format.ts";
import { answerPoints, describeAnswers } from "./chart-texts.ts";

const barHeight = 34;
const axisHeight = 40;

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
  return (
    <ResponsiveContainer width="100%" height={answers.length * barHeight + axisHeight}>
      <BarChart
        data={answers}
        layout="vertical"
        margin={{ top: 0, right: 16, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <ChartPatterns id={id} colours={chartColours} />
        <XAxis type="number" allowDecimals={false} tickLine={false} tickFormatter={formatNumber} />
        <YAxis
          type="category"
          dataKey="answer"
          width={150}
          interval={0}
          tickLine={false}
          axisLine={false}
          tickFormatter={(answer: string) => cutText(answer, limits.barLabelMax)}
          tick={{ width: 140 }}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: "var(--rule)" }}
          content={({ active: hovered, label }) =>
            hovered ? <BarTooltip answers={answers} answer={label} /> : null
          }
        />
        <Bar dataKey="count" radius={[0, 3, 3, 0]} barSize={18} isAnimationActive={false}>
          {answers.map(({ answer }, index) => (
            <Cell
              key={answer}
              fill={patternFill(id, index)}
              {...(index === active && { stroke: "var(--ink)", strokeWidth: 3, "data-active": true })}
            />
          ))}
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  );
}

function BarTooltip({ answers, answer }: { answers: AnswerShare[]; answer: unknown }) {
  const index = answers.findIndex((share) => share.answer === answer);
  const share = answers[index];
  if (!share) return null;
  const text = `Réponses: ${formatNumber(share.count)} (${share.percentage}%)`;
  return <ChartTooltip title={share.answer} lines={[{ text, swatch: <PatternSwatch index={index} /> }]} />;
}
