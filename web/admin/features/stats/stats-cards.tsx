import { Paper, Progress, Text, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import type { Stats } from "#contract/stats.schema.ts";
import { statsMessages } from "#contract/stats.ts";
import { formatCount, formatNumber, formatPercent } from "#web/lib/format.ts";
import { describeChange, formatDay } from "./chart-texts.ts";
import { audienceLabels, periodLabels } from "./filter-panel.tsx";
import classes from "./stats.module.css";

export function StatsCards({ stats }: { stats: Stats }) {
  const { totals, periodTotals, question } = stats;
  const change = describeChange(stats);
  return (
    <div className={classes.cards}>
      <StatCard title="Total Inscriptions" figure={formatNumber(totals.total)}>
        {formatCount(totals.user, "utilisateur")} · {formatCount(totals.brand, "marque")}
      </StatCard>
      <StatCard title="Réponses à la question" figure={formatNumber(question?.respondents ?? 0)}>
        <Progress
          value={question?.responseRate ?? 0}
          size="sm"
          my={6}
          aria-label="Taux de réponse"
          {...(question && { title: question.question })}
        />
        {question?.respondents === 0 && `${statsMessages.noAnswer} · `}Taux de réponse :{" "}
        {formatPercent(question?.responseRate ?? 0)}
      </StatCard>
      <StatCard title="Période" figure={periodLabels[stats.period]}>
        {formatCount(periodTotals.total, "inscription")} au {formatDay(stats.today)}
        {change !== null && <span className={classes.change}>{change}</span>}
      </StatCard>
      <StatCard title="Type d’inscription" figure={audienceLabels[stats.audience]}>
        {formatCount(stats.questions.length, "question active", "questions actives")}
      </StatCard>
    </div>
  );
}

type CardProps = { title: string; figure: string; children: ReactNode };

function StatCard({ title, figure, children }: CardProps) {
  const id = useId();
  return (
    <Paper component="section" withBorder className={classes.card ?? ""} aria-labelledby={id}>
      <Title order={2} className={classes.cardTitle ?? ""} id={id}>
        {title}
      </Title>
      <p className={classes.cardFigure}>{figure}</p>
      <Text component="div" size="sm" c="dimmed">
        {children}
      </Text>
    </Paper>
  );
}
