import { Button, Paper, Progress, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useId } from "react";
import { z } from "zod";
import { limits } from "#contract/limits.ts";
import { isChoice } from "#contract/questions/registry.ts";
import type { SavedSegment } from "#contract/segments.schema.ts";
import type { QuestionStats, Stats } from "#contract/stats.schema.ts";
import { concerns, defaultStatsFilters, formatDay, statsMessages } from "#contract/stats.ts";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { type PrefetchScreen, useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { RefreshButton } from "#web/admin/ui/refresh-button.tsx";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { segmentsQuery } from "#web/admin/ui/segments.api.ts";
import { useAddress, wordParameter } from "#web/admin/ui/use-address.ts";
import { formatCount, formatNumber, formatPercent } from "#web/lib/format.ts";
import { AnswersBars } from "./answers-bars.tsx";
import { AnswersDoughnut } from "./answers-doughnut.tsx";
import { AnswersTable } from "./answers-table.tsx";
import { answersScope, describeChange } from "./chart-texts.ts";
import {
  audienceLabels,
  crossedQuestions,
  FilterPanel,
  PeriodScope,
  periodLabels,
  SegmentScope,
} from "./filter-panel.tsx";
import { type StatsFilters, statsAddress, statsQuery } from "./stats.api.ts";
import classes from "./stats.module.css";
import { StatsTabs, statsTabs } from "./stats-tabs.tsx";
import { TrendChart } from "./trend-chart.tsx";

const CrossedPanel = lazy(() => import("./crossed-panel.tsx"));

export const prefetch: PrefetchScreen = ({ prefetchQuery }) => {
  prefetchQuery(statsQuery({ ...defaultStatsFilters, questionId: null, segment: null }));
  prefetchQuery(segmentsQuery);
};

/** The code of these tabs loads when they open, because the default tab does not need it. */
const SourcesTab = lazy(() => import("./sources/sources-tab.tsx"));
const ReferralsTab = lazy(() => import("./referrals/referrals-tab.tsx"));

const tabAddress = z.object({ tab: wordParameter(statsTabs, "answers") });

export default function StatsScreen() {
  const { state } = useAddress(tabAddress);
  if (state.tab === "answers") return <AnswersTab />;
  return (
    <Suspense fallback={<LoadingText />}>
      {state.tab === "sources" ? <SourcesTab /> : <ReferralsTab />}
    </Suspense>
  );
}

function AnswersTab() {
  const { state: filters, change } = useAddress(statsAddress);
  const stats = useEagerQuery(statsQuery(filters));
  const saved = useQuery(segmentsQuery).data?.items ?? [];
  const segments = saved.filter(({ audience }) => concerns(audience, filters.audience));
  // An address may combine a segment with a type of sign-up that it does not concern.
  const segment = saved.find(({ id }) => id === filters.segment) ?? null;
  const [filtersOpen, { toggle }] = useDisclosure(false);
  return (
    <>
      <ScreenHeader
        title="Statistiques des Réponses"
        actions={
          <>
            <Button
              className={classes.filterToggle ?? ""}
              variant="default"
              leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
              aria-expanded={filtersOpen}
              aria-controls="stats-filters"
              onClick={toggle}
            >
              Filtres
            </Button>
            <RefreshButton />
          </>
        }
      >
        Les inscriptions jour par jour, et ce que répondent les inscrits.
      </ScreenHeader>
      <StatsTabs tab="answers" filters={filters} />
      <FilterPanel
        stats={stats.data}
        segments={segments}
        filters={filters}
        open={filtersOpen}
        onChange={change}
      />
      <PeriodScope />
      {segment && <SegmentScope segment={segment} />}
      <p role="status" className="visually-hidden">
        {stats.data && !stats.isFetching && describeShown(stats.data)}
      </p>
      <div className={classes.content} aria-busy={stats.isFetching}>
        <ErrorAlert
          error={stats.isError}
          fallback={statsMessages.loadFailed}
          onRetry={() => void stats.refetch()}
        />
        {stats.isPending && <LoadingText />}
        {stats.data && (
          <StatsContent stats={stats.data} segment={segment} filters={filters} onChange={change} />
        )}
      </div>
    </>
  );
}

/** Announced to screen readers after a change of the filters. */
function describeShown({ period, audience, periodTotals }: Stats): string {
  return `${periodLabels[period]}, ${audienceLabels[audience]} : ${formatCount(periodTotals.total, "inscription")}`;
}

type ChartsProps = { question: QuestionStats; scope: readonly string[] };

/** Renders no chart for a choice question without answers, because the detail below says that there are none. */
function AnswerCharts({ question, scope }: ChartsProps) {
  const hasAnswers = question.answers.length > 0;
  const charted = { ...question, answers: question.answers.slice(0, limits.chartAnswers) };
  if (!hasAnswers && isChoice(question.fieldType)) return null;
  return (
    <div className={classes.pair}>
      <AnswersDoughnut question={charted} scope={scope} />
      {hasAnswers && <AnswersBars question={charted} scope={scope} />}
    </div>
  );
}

type ContentProps = {
  stats: Stats;
  segment: SavedSegment | null;
  filters: StatsFilters;
  onChange: (change: Partial<StatsFilters>) => void;
};

function StatsContent({ stats, segment, filters, onChange }: ContentProps) {
  const crossed = crossedQuestions(stats, filters.by);
  return (
    <>
      <StatsCards stats={stats} />
      {crossed && (
        <Suspense fallback={<LoadingText />}>
          <CrossedPanel stats={stats} segment={segment} filters={filters} {...crossed} onChange={onChange} />
        </Suspense>
      )}
      <TrendChart stats={stats} segment={segment} />
      {stats.question && <AnswerCharts question={stats.question} scope={answersScope(stats, segment)} />}
      <AnswersTable question={stats.question} filters={{ ...filters, audience: stats.audience }} />
    </>
  );
}

export function StatsCards({ stats }: { stats: Stats }) {
  const { totals, periodTotals, question } = stats;
  const change = describeChange(stats);
  return (
    <div className={classes.cards}>
      <StatCard title="Total Inscriptions" value={formatNumber(totals.total)}>
        {formatCount(totals.user, "utilisateur")} · {formatCount(totals.brand, "marque")}
      </StatCard>
      <StatCard title="Réponses à la question" value={formatNumber(question?.respondents ?? 0)}>
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
      <StatCard title="Période" value={periodLabels[stats.period]}>
        {formatCount(periodTotals.total, "inscription")} au {formatDay(stats.today)}
        {change !== null && <span className={classes.change}>{change}</span>}
      </StatCard>
      <StatCard
        title="Type d’inscription"
        value={audienceLabels[stats.audience]}
        isEnglish={stats.audience === "user"}
      >
        {formatCount(stats.questions.length, "question active", "questions actives")}
      </StatCard>
    </div>
  );
}

type CardProps = { title: string; value: string; isEnglish?: boolean; children: ReactNode };

function StatCard({ title, value, isEnglish = false, children }: CardProps) {
  const id = useId();
  return (
    <Paper component="section" withBorder className={classes.card ?? ""} aria-labelledby={id}>
      <Title order={2} className={classes.cardTitle ?? ""} id={id}>
        {title}
      </Title>
      <p className={classes.cardValue} lang={isEnglish ? "en" : undefined}>
        {value}
      </p>
      <Text component="div" size="sm" c="dimmed">
        {children}
      </Text>
    </Paper>
  );
}
