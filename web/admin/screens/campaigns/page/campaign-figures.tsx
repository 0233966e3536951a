import { Paper, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Bar, BarChart, CartesianGrid, ReferenceLine, ResponsiveContainer, XAxis, YAxis } from "recharts";
import type { CampaignFigures, CampaignFiguresPoint } from "#contract/campaigns.schema.ts";
import { campaignFiguresQuery } from "#web/admin/screens/campaigns/campaigns.api.ts";
import { ChartExplorer } from "#web/admin/ui/charts/chart-explorer.tsx";
import { ChartPatterns, PatternSwatch, patternFill } from "#web/admin/ui/charts/chart-patterns.tsx";
import { FiguresTable } from "#web/admin/ui/charts/figures-table.tsx";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { LoadingText } from "#web/admin/ui/loading-text.tsx";
import { formatNumber } from "#web/lib/format.ts";
import {
  describeFigures,
  type FigureSeries,
  figurePoints,
  figureSeries,
  formatFigureTime,
} from "./figures-texts.ts";
import classes from "./page.module.css";

/** What happened by the hour, or by the day of a long campaign: a picture, and the same as a table. */
export function CampaignFiguresPanel({ id, settled }: { id: string; settled: boolean }) {
  const figures = useQuery(campaignFiguresQuery(id, settled));
  return (
    <Paper component="section" withBorder className={classes.panel ?? ""} aria-labelledby="figures-title">
      <Title order={2} size="h3" id="figures-title">
        Au fil du temps
      </Title>
      {figures.isPending && <LoadingText>Chargement des chiffres…</LoadingText>}
      {!figures.data && figures.error && (
        <ErrorAlert error={figures.error} onRetry={() => void figures.refetch()} />
      )}
      {figures.data?.points.length === 0 && <Text c="dimmed">Rien n’est encore parti.</Text>}
      {figures.data && figures.data.points.length > 0 && <Drawn figures={figures.data} />}
      <Text size="sm" c="dimmed">
        Ni les ouvertures ni les clics ne sont suivis : un message ne porte aucun traceur, comme le demande la
        CNIL sans consentement. Désinscriptions, rebonds et plaintes disent comment il a été reçu.
      </Text>
    </Paper>
  );
}

function Drawn({ figures }: { figures: CampaignFigures }) {
  const { points, step } = figures;
  const shown = figureSeries.filter(({ key }) => points.some((point) => point[key] > 0));
  return (
    <>
      <div>
        <ChartExplorer
          name="Au fil du temps"
          description={describeFigures(figures)}
          points={figurePoints(figures, shown)}
          className={classes.chart}
        >
          {(active) => (
            <Bars figures={figures} shown={shown} marked={active === null ? undefined : points[active]} />
          )}
        </ChartExplorer>
      </div>
      <ul className={classes.legend} aria-hidden>
        {shown.map(({ key, label, colour }, index) => (
          <li key={key}>
            <PatternSwatch index={index} colour={colour} />
            {label}
          </li>
        ))}
      </ul>
      <FiguresTable
        summary={`Voir les chiffres ${step === "hour" ? "heure par heure" : "jour par jour"}`}
        caption={`Chiffres de l’envoi, ${step === "hour" ? "heure par heure" : "jour par jour"}`}
        rowTitle={step === "hour" ? "Heure (Paris)" : "Jour"}
        series={figureSeries}
        rows={points}
        nameOf={({ at }) => formatFigureTime(at, step)}
      />
    </>
  );
}

type BarsProps = {
  figures: CampaignFigures;
  shown: readonly FigureSeries[];
  marked: CampaignFiguresPoint | undefined;
};

function Bars({ figures: { points, step }, shown, marked }: BarsProps) {
  const id = useId();
  return (
    <ResponsiveContainer width="100%" height={220}>
      <BarChart data={points} margin={{ top: 8, right: 12, bottom: 0, left: -12 }} accessibilityLayer={false}>
        <ChartPatterns id={id} colours={shown.map(({ colour }) => colour)} />
        <CartesianGrid stroke="var(--rule)" vertical={false} />
        <XAxis
          dataKey="at"
          tickFormatter={(at: string) => formatFigureTime(at, step)}
          minTickGap={24}
          tickLine={false}
        />
        <YAxis allowDecimals={false} tickLine={false} axisLine={false} tickFormatter={formatNumber} />
        {marked && (
          <ReferenceLine className="chart-marked" x={marked.at} stroke="var(--ink)" strokeWidth={3} />
        )}
        {shown.map(({ key, label }, index) => (
          <Bar
            key={key}
            dataKey={key}
            name={label}
            fill={patternFill(id, index)}
            maxBarSize={36}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}
