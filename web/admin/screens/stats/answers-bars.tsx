import { Bar, BarChart, Cell, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { limits } from "#contract/limits.ts";
import type { QuestionStats } from "#contract/stats.schema.ts";
import { type AnswerShare, cutText, statsMessages } from "#contract/stats.ts";
import { formatNumber } from "#web/lib/format.ts";
import { answerColour } from "./chart-colours.ts";
import { ChartFrame } from "./chart-frame.tsx";
import { describeAnswers } from "./chart-texts.ts";
import { ChartTooltip } from "./chart-tooltip.tsx";

const barHeight = 34;
const axisHeight = 40;

export function AnswersBars({ question }: { question: QuestionStats | null }) {
  const answers = question?.answers ?? [];
  const message = messageFor(question);
  return (
    <ChartFrame
      title="Fréquence des réponses"
      description={message === null ? describeAnswers(answers) : null}
      fileName="frequence-des-reponses"
    >
      {message ?? <Bars answers={answers} />}
    </ChartFrame>
  );
}

/** Why there are no bars; null when there are. */
function messageFor(question: QuestionStats | null): string | null {
  if (!question) return statsMessages.chooseQuestion;
  return question.answers.length === 0 ? statsMessages.noAnswer : null;
}

function Bars({ answers }: { answers: AnswerShare[] }) {
  return (
    <ResponsiveContainer width="100%" height={answers.length * barHeight + axisHeight}>
      <BarChart
        data={answers}
        layout="vertical"
        margin={{ top: 0, right: 16, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
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
          content={({ active, label }) => (active ? <BarTooltip answers={answers} answer={label} /> : null)}
        />
        <Bar dataKey="count" radius={[0, 3, 3, 0]} barSize={18} isAnimationActive={false}>
          {answers.map(({ answer }, index) => (
            <Cell key={answer} fill={answerColour(index)} />
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
  return <ChartTooltip title={share.answer} lines={[{ text, colour: answerColour(index) }]} />;
}
