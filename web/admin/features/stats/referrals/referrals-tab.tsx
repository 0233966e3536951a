import { Paper, Title } from "@mantine/core";
import { IconUsersGroup } from "@tabler/icons-react";
import { useId } from "react";
import type { Referrals } from "#contract/referral-report.schema.ts";
import { statsMessages } from "#contract/stats.ts";
import { ColumnHeader, DataTable, RowHeader } from "#web/admin/ui/data-table.tsx";
import { EmptyState, ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { RefreshButton } from "#web/admin/ui/refresh-button.tsx";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { useAddress } from "#web/admin/ui/use-address.ts";
import { formatCount, formatNumber } from "#web/lib/format.ts";
import { ReportFilters } from "../sources/report-filters.tsx";
import { SourcesOverTime } from "../sources/sources-chart.tsx";
import { sourceName } from "../sources/sources-texts.ts";
import shared from "../stats.module.css";
import { StatsTabs } from "../stats-tabs.tsx";
import { HeldFriends } from "./held-friends.tsx";
import { type ReferralsFilters, referralsAddress, referralsQuery } from "./referrals.api.ts";
import { ReferrersTable } from "./referrers-table.tsx";

/** The report on referrals: who brought whom, from which source, and which friends wait for a review. */
export default function ReferralsTab() {
  const { state: filters, change } = useAddress(referralsAddress);
  const report = useEagerQuery(referralsQuery(filters));
  return (
    <>
      <ScreenHeader title="Parrainages" actions={<RefreshButton />}>
        Qui a fait venir qui. Une amie compte quand son adresse est confirmée.
      </ScreenHeader>
      <StatsTabs tab="referrals" filters={filters} />
      <ReportFilters filters={filters} onChange={change} />
      <div className={shared.content} aria-busy={report.isFetching}>
        <HeldFriends />
        <p role="status" className="visually-hidden">
          {report.data && !report.isFetching && describeTotals(report.data)}
        </p>
        <ErrorAlert
          error={report.error}
          fallback={statsMessages.loadFailed}
          onRetry={() => void report.refetch()}
        />
        {report.isPending && <LoadingText />}
        {report.data && <Report report={report.data} filters={filters} />}
      </div>
    </>
  );
}

function describeTotals({ totals: { brought, counted, referrers } }: Referrals): string {
  return `${formatCount(referrers, "personne a parrainé", "personnes ont parrainé")}\u00a0: ${formatCount(brought, "amie inscrite", "amies inscrites")}, dont ${formatCount(counted, "compte", "comptent")}.`;
}

function Report({ report, filters }: { report: Referrals; filters: ReferralsFilters }) {
  const { from, to, sources, days, totals } = report;
  const [referrersId, sourcesId] = [useId(), useId()];
  if (totals.brought === 0) {
    return (
      <Paper withBorder className={shared.panel ?? ""}>
        <EmptyState icon={IconUsersGroup} title="Aucun parrainage sur cette période.">
          Chaque personne a un lien à partager dès que le parrainage est activé dans « Site ».
        </EmptyState>
      </Paper>
    );
  }
  return (
    <>
      <Paper component="section" withBorder className={shared.panel ?? ""} aria-labelledby={referrersId}>
        <Title order={2} size="h3" id={referrersId} mb="xs">
          Qui parraine le plus
        </Title>
        <p>{describeTotals(report)}</p>
        <ReferrersTable filters={filters} />
      </Paper>
      <SourcesOverTime
        title="Les amies qui comptent, jour par jour et par source"
        fileName="parrainages-au-fil-du-temps"
        sources={{
          from,
          to,
          days: days.map(({ friends, ...day }) => ({ ...day, views: 0, signedUp: friends })),
        }}
        measure="signedUp"
        label="Amies qui comptent"
        unit={["amie"]}
      />
      {sources.length > 0 && (
        <Paper component="section" withBorder className={shared.panel ?? ""} aria-labelledby={sourcesId}>
          <Title order={2} size="h3" id={sourcesId} mb="xs">
            Par où elles arrivent
          </Title>
          <DataTable
            compact
            caption="Amies qui comptent par source, la plus grande en premier"
            head={
              <>
                <ColumnHeader>Source</ColumnHeader>
                <ColumnHeader data-number>Amies qui comptent</ColumnHeader>
              </>
            }
          >
            {sources.map(({ source, friends }) => (
              <tr key={source ?? ""}>
                <RowHeader>{sourceName(source)}</RowHeader>
                <td data-number>{formatNumber(friends)}</td>
              </tr>
            ))}
          </DataTable>
        </Paper>
      )}
    </>
  );
}
