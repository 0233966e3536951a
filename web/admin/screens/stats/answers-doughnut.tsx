import { Cell, Pie, PieChart, ResponsiveContainer, Tooltip } from "recharts";
import { limits } from "#contract/limits.ts";
import { isChoice } from "#contract/questions/registry.ts";
import type { QuestionStats } from "#contract/stats.schema.ts";
import { type AnswerShare, cutText, statsMessages } from "#contract/stats.ts";
import { formatNumber, formatPercent } from "#web/lib/format.ts";
import { answerColour } from "./chart-colours.ts";
import { ChartFrame } from "./chart-frame.tsx";
import type { LegendEntry } from "./chart-legend.tsx";
import { describeAnswers } from "./chart-texts.ts";
import { ChartTooltip } from "./chart-tooltip.tsx";

export function AnswersDoughnut({ question }: { question: QuestionStats | null }) {
  const answers = question?.answers ?? [];
  const message = messageFor(question);
  return (
    <ChartFrame
      title="Distribution des réponses"
      description={message === null ? describeAnswers(answers) : null}
      fileName="distribution-des-reponses"
      legend={message === null ? legendOf(answers) : []}
    >
      {message ?? (
        <ResponsiveContainer width="100%" height={240}>
          <PieChart accessibilityLayer={false}>
            <Pie
              data={answers}
              dataKey="count"
              nameKey="answer"
              innerRadius="58%"
              outerRadius="96%"
              stroke="var(--paper-bright)"
              strokeWidth={2}
              isAnimationActive={false}
            >
              {answers.map(({ answer }, index) => (
                <Cell key={answer} fill={answerColour(index)} />
              ))}
            </Pie>
            <Tooltip
              isAnimationActive={false}
              content={({ active, payload }) =>
                active ? <ShareTooltip answers={answers} answer={payload[0]?.name} /> : null
              }
            />
          </PieChart>
        </ResponsiveContainer>
      )}
    </ChartFrame>
  );
}

/** Why there is no doughnut; null when there is one. */
function messageFor(question: QuestionStats | null): string | null {
  if (!question) return statsMessages.chooseQuestion;
  if (!isChoice(question.fieldType)) return statsMessages.doughnutForChoicesOnly;
  return question.answers.length === 0 ? statsMessages.noAnswer : null;
}

function ShareTooltip({ answers, answer }: { answers: AnswerShare[]; answer: unknown }) {
  const index = answers.findIndex((share) => share.answer === answer);
  const share = answers[index];
  if (!share) return null;
  const text = `${share.answer}: ${formatNumber(share.count)} (${share.percentage}%)`;
  return <ChartTooltip lines={[{ text, colour: answerColour(index) }]} />;
}

function legendOf(answers: AnswerShare[]): LegendEntry[] {
  return answers.map(({ answer, percentage }, index) => ({
    colour: answerColour(index),
    label: cutText(answer, limits.barLabelMax),
    full: answer,
    value: formatPercent(percentage),
  }));
}
