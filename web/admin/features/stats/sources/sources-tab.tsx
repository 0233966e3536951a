import { Group, Paper, Text, Title } from "@mantine/core";
import { IconRoute } from "@tabler/icons-react";
import { useId } from "react";
import type { Sources } from "#contract/sources.schema.ts";
import { statsMessages } from "#contract/stats.ts";
import { ExportButton } from "#web/admin/ui/buttons.tsx";
import { EmptyState, ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { RefreshButton } from "#web/admin/ui/refresh-button.tsx";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { useAddress } from "#web/admin/ui/use-address.ts";
import { formatCount } from "#web/lib/format.ts";
import { audienceLabels, periodLabels } from "../filter-panel.tsx";
import shared from "../stats.module.css";
import { StatsTabs } from "../stats-tabs.tsx";
import { Funnel } from "./funnel.tsx";
import { LinkMaker } from "./link-maker.tsx";
import { ReportFilters } from "./report-filters.tsx";
import { type SourcesFilters, sourcesAddress, sourcesExportAddress, sourcesQuery } from "./sources.api.ts";
import { SourcesChart } from "./sources-chart.tsx";
import { SourcesTable } from "./sources-table.tsx";

/** The report on sources: which sites and campaigns bring visits, sign-ups and approved people. */
export default function SourcesTab() {
  const { state: filters, change } = useAddress(sourcesAddress);
  const sources = useEagerQuery(sourcesQuery(filters));
  return (
    <>
      <ScreenHeader
        title="Provenance"
        actions={
          <>
            <ExportButton address={sourcesExportAddress(filters)} />
            <RefreshButton />
          </>
        }
      >
        Par où arrivent les visites, et jusqu’où elles vont.
      </ScreenHeader>
      <StatsTabs tab="sources" filters={filters} />
      <ReportFilters filters={filters} onChange={change} />
      <p role="status" className="visually-hidden">
        {sources.data && !sources.isFetching && describeShown(filters, sources.data)}
      </p>
      <div className={shared.content} aria-busy={sources.isFetching}>
        <ErrorAlert
          error={sources.error}
          fallback={statsMessages.loadFailed}
          onRetry={() => void sources.refetch()}
        />
        {sources.isPending && <LoadingText />}
        {sources.data && (
          <SourcesContent
            sources={sources.data}
            filters={filters}
            onMeasure={(measure) => change({ measure }, { replace: true })}
          />
        )}
        <LinkMaker known={sources.data?.items ?? []} />
      </div>
    </>
  );
}

function describeShown({ audience, period }: SourcesFilters, { totals }: Sources): string {
  const counts = `${formatCount(totals.views, "passage")}, ${formatCount(totals.signedUp, "inscription")}`;
  return `${periodLabels[period]}, ${audienceLabels[audience]}\u00a0: ${counts}`;
}

type ContentProps = {
  sources: Sources;
  filters: SourcesFilters;
  onMeasure: (measure: SourcesFilters["measure"]) => void;
};

function SourcesContent({ sources, filters, onMeasure }: ContentProps) {
  const titleId = useId();
  if (sources.items.length === 0) {
    return (
      <Paper withBorder className={shared.panel ?? ""}>
        <EmptyState icon={IconRoute} title="Aucun passage ni inscription sur cette période.">
          Partagez un lien fait ci-dessous : ses visites apparaîtront ici.
        </EmptyState>
      </Paper>
    );
  }
  return (
    <>
      <Paper component="section" withBorder className={shared.panel ?? ""} aria-labelledby={titleId}>
        <Group justify="space-between" mb="xs">
          <Title order={2} size="h3" id={titleId}>
            Sources
          </Title>
        </Group>
        <Text size="sm" c="dimmed" mb="sm">
          Un passage est une page vue, pas une personne : qui revient compte de nouveau. Les passages n’ont
          pas de type d’inscription. Taux : inscriptions pour 100 passages.
        </Text>
        <SourcesTable items={sources.items} totals={sources.totals} filters={filters} />
      </Paper>
      <Funnel totals={sources.totals} filters={filters} />
      <SourcesChart sources={sources} measure={filters.measure} onMeasure={onMeasure} />
    </>
  );
}
