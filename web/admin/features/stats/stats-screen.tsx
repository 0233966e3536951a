import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconAdjustmentsHorizontal, IconRefresh } from "@tabler/icons-react";
import { isChoice } from "#contract/questions/registry.ts";
import type { QuestionStats, Stats } from "#contract/stats.schema.ts";
import { defaultStatsFilters, statsMessages } from "#contract/stats.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { type PrefetchScreen, useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { useAddress } from "#web/admin/ui/use-address.ts";
import { AnswersBars } from "./answers-bars.tsx";
import { AnswersDoughnut } from "./answers-doughnut.tsx";
import { AnswersTable } from "./answers-table.tsx";
import { answersScope } from "./chart-texts.ts";
import { FilterPanel, PeriodScope } from "./filter-panel.tsx";
import { statsQuery } from "./stats.api.ts";
import classes from "./stats.module.css";
import { statsAddress } from "./stats-address.ts";
import { StatsCards } from "./stats-cards.tsx";
import { TrendChart } from "./trend-chart.tsx";

export const prefetch: PrefetchScreen = ({ prefetchQuery }) =>
  prefetchQuery(statsQuery({ ...defaultStatsFilters, questionId: null }));

export default function StatsScreen() {
  const { state: filters, change } = useAddress(statsAddress);
  const stats = useEagerQuery(statsQuery(filters));
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
            <SavingButton
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              loading={stats.isFetching}
              onClick={() => void stats.refetch()}
            >
              Actualiser
            </SavingButton>
          </>
        }
      >
        Les inscriptions jour par jour, et ce que répondent les inscrits.
      </ScreenHeader>
      <FilterPanel stats={stats.data} filters={filters} open={filtersOpen} onChange={change} />
      <PeriodScope />
      <div className={classes.content} aria-busy={stats.isFetching}>
        <ErrorAlert
          error={stats.isError}
          fallback={statsMessages.loadFailed}
          onRetry={() => void stats.refetch()}
        />
        {stats.isPending && <LoadingText />}
        {stats.data && <StatsContent stats={stats.data} />}
      </div>
    </>
  );
}

type ChartsProps = { question: QuestionStats; scope: readonly string[] };

/** Without an answer the detail below says so, once; that a question has no doughnut is said whether it has answers or not. */
function AnswerCharts({ question, scope }: ChartsProps) {
  const hasAnswers = question.answers.length > 0;
  if (!hasAnswers && isChoice(question.fieldType)) return null;
  return (
    <div className={classes.pair}>
      <AnswersDoughnut question={question} scope={scope} />
      {hasAnswers && <AnswersBars question={question} scope={scope} />}
    </div>
  );
}

function StatsContent({ stats }: { stats: Stats }) {
  return (
    <>
      <StatsCards stats={stats} />
      <TrendChart stats={stats} />
      {stats.question && <AnswerCharts question={stats.question} scope={answersScope(stats)} />}
      <AnswersTable question={stats.question} audience={stats.audience} />
    </>
  );
}
