import { Group, Paper, Text, Title } from "@mantine/core";
import { IconUsersMinus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { addresses } from "#contract/audience.ts";
import { crossedBaseMin, crossedMessages } from "#contract/crossed.ts";
import type { SavedSegment } from "#contract/segments.schema.ts";
import type { Stats, StatsQuestion } from "#contract/stats.schema.ts";
import { audiencesOf } from "#contract/stats.ts";
import { ExportButton } from "#web/admin/ui/buttons.tsx";
import { ChoiceStrip } from "#web/admin/ui/controls.tsx";
import { EmptyState, ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { fieldFailure } from "#web/admin/ui/field-failure.ts";
import { formatNumber } from "#web/lib/format.ts";
import { answersScope } from "./chart-texts.ts";
import { CrossedBars } from "./crossed-bars.tsx";
import { CrossedTable } from "./crossed-table.tsx";
import { type Crossing, crossedExportAddress, crossedQuery, type StatsFilters } from "./stats.api.ts";
import classes from "./stats.module.css";

type Props = {
  stats: Stats;
  segment: SavedSegment | null;
  question: StatsQuestion;
  by: StatsQuestion;
  filters: StatsFilters;
  onChange: (change: Partial<StatsFilters>) => void;
};

const statuses = [
  { value: "all", label: "Toutes" },
  { value: "approved", label: "Approuvées" },
] as const;
const views = [
  { value: "table", label: "Tableau" },
  { value: "bars", label: "Barres" },
] as const;

/** Cross-tabulates the answers to two questions. */
export default function CrossedPanel({ stats, segment, question, by, filters, onChange }: Props) {
  const { audience } = stats;
  const { status, view } = filters;
  const crossing: Crossing = { audience, status, segment: filters.segment, question: question.id, by: by.id };
  const crossed = useQuery(crossedQuery(crossing));
  const hasTable = crossed.data !== undefined && crossed.data.base >= crossedBaseMin;
  const people = audiencesOf(audience).filter((one) =>
    [question.targetType, by.targetType, segment?.audience ?? "both"].every((target) =>
      addresses(target, one),
    ),
  );
  return (
    <Paper
      component="section"
      withBorder
      className={classes.panel ?? ""}
      aria-labelledby="crossed-title"
      aria-busy={crossed.isFetching}
    >
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h3" id="crossed-title">
          Réponses croisées
        </Title>
        {hasTable && <ExportButton address={crossedExportAddress(crossing)} size="xs" />}
      </Group>
      <Text size="sm" mb="sm">
        « {question.question} » × « {by.question} »
        {hasTable && `, ${formatNumber(crossed.data.base)} personnes ont répondu aux deux`}
      </Text>
      <Group gap="lg" mb="sm">
        <ChoiceStrip
          label="Inscriptions comptées"
          choices={statuses}
          value={status}
          onChange={(chosen) => onChange({ status: chosen })}
        />
        <ChoiceStrip
          label="Présentation"
          choices={views}
          value={view}
          onChange={(chosen) => onChange({ view: chosen })}
        />
      </Group>
      {crossed.isPending && <LoadingText>Comptage…</LoadingText>}
      <ErrorAlert error={fieldFailure(crossed.error)} onRetry={() => void crossed.refetch()} />
      {crossed.data && !hasTable && <EmptyState icon={IconUsersMinus} title={crossedMessages.baseTooSmall} />}
      {hasTable &&
        (view === "table" ? (
          <CrossedTable
            crossed={crossed.data}
            question={question}
            by={by}
            people={people}
            filters={filters}
          />
        ) : (
          <CrossedBars
            crossed={crossed.data}
            scope={[
              ...answersScope(stats, segment),
              ...(status === "approved" ? ["Inscriptions approuvées"] : []),
              `Croisée avec « ${by.question} »`,
            ]}
          />
        ))}
    </Paper>
  );
}
