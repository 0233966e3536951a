import { Paper, Title } from "@mantine/core";
import { IconChartLine } from "@tabler/icons-react";
import type { Stats } from "#contract/stats.schema.ts";
import { ChartFrame } from "#web/admin/ui/charts/chart-frame.tsx";
import { FiguresTable } from "#web/admin/ui/charts/figures-table.tsx";
import { EmptyState } from "#web/admin/ui/empty-state.tsx";
import { describeTrend, formatDay, trendPoints, trendScope } from "./chart-texts.ts";
import { SeriesSwatch, seriesOf } from "./series.tsx";
import classes from "./stats.module.css";
import { TrendLines } from "./trend-lines.tsx";

const title = "Tendance des inscriptions";

export function TrendChart({ stats }: { stats: Stats }) {
  const { trend, audience } = stats;
  if (stats.totals.total === 0) return <NoTrend />;
  const series = seriesOf(audience);
  return (
    <ChartFrame
      title={title}
      scope={trendScope(stats)}
      message={null}
      description={describeTrend(trend)}
      points={trendPoints(trend, series)}
      fileName="tendance-des-inscriptions"
      legend={series.map((entry) => ({ label: entry.label, swatch: <SeriesSwatch series={entry} /> }))}
      footer={
        <FiguresTable
          summary="Voir les chiffres jour par jour"
          caption="Inscriptions par jour, le dernier en premier"
          rowTitle="Jour"
          series={series}
          rows={trend.toReversed()}
          nameOf={({ day }) => formatDay(day)}
        />
      }
    >
      {(active) => <TrendLines trend={trend} series={series} active={active} />}
    </ChartFrame>
  );
}

function NoTrend() {
  return (
    <Paper component="section" withBorder className={classes.panel ?? ""} aria-labelledby="no-trend-title">
      <Title order={2} size="h3" id="no-trend-title">
        {title}
      </Title>
      <EmptyState icon={IconChartLine} title="Personne ne s’est encore inscrit." />
    </Paper>
  );
}
