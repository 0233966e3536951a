import { Paper, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { CampaignFigures, CampaignFiguresPoint } from "#contract/campaigns.schema.ts";
import { campaignFiguresQuery } from "#web/admin/features/campaigns/campaigns.api.ts";
import { ChartFrame } from "#web/admin/ui/charts/chart-frame.tsx";
import { ChartPatterns, PatternSwatch, patternFill } from "#web/admin/ui/charts/chart-patterns.tsx";
import { ChartTooltip } from "#web/admin/ui/charts/chart-surface.tsx";
import { ChartTable } from "#web/admin/ui/charts/chart-table.tsx";
import { CountChart, type CountPlot } from "#web/admin/ui/charts/count-chart.tsx";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { formatNumber } from "#web/lib/format.ts";
import {
  describeFigures,
  type FigureSeries,
  figurePoints,
  figureSeries,
  figuresScope,
  formatFigureTime,
} from "../campaign-texts.ts";
import classes from "./page.module.css";

const title = "Au fil du temps";

type PanelProps = { id: string; subject: string; settled: boolean };

/** The figures by hour, or by day for a long campaign, as a chart and as a table. */
export function CampaignFiguresPanel({ id, subject, settled }: PanelProps) {
  const figures = useQuery(campaignFiguresQuery(id, settled));
  if (figures.data && figures.data.points.length > 0)
    return <Drawn figures={figures.data} subject={subject} />;
  return (
    <Paper component="section" withBorder className={classes.panel ?? ""} aria-labelledby="figures-title">
      <Title order={2} size="h3" id="figures-title">
        {title}
      </Title>
      {figures.isPending && <LoadingText>Chargement des chiffres…</LoadingText>}
      {!figures.data && figures.error && (
        <ErrorAlert error={figures.error} onRetry={() => void figures.refetch()} />
      )}
      {figures.data && <Text c="dimmed">Rien n’est encore parti.</Text>}
      <NothingFollowed />
    </Paper>
  );
}

function NothingFollowed() {
  return (
    <Text size="sm" c="dimmed">
      Ni les ouvertures ni les clics ne sont suivis : un message ne porte aucun traceur, comme le demande la
      CNIL sans consentement. Désinscriptions, rebonds et plaintes disent comment il a été reçu.
    </Text>
  );
}

function Drawn({ figures, subject }: { figures: CampaignFigures; subject: string }) {
  const { points } = figures;
  const shown = figureSeries.filter(({ key }) => points.some((point) => point[key] > 0));
  return (
    <div className={classes.figures}>
      <ChartFrame
        title={title}
        scope={figuresScope(figures, subject)}
        message={null}
        description={describeFigures(figures)}
        points={figurePoints(figures, shown)}
        fileName="envoi-au-fil-du-temps"
        legend={shown.map(({ label, colour }, index) => ({
          label,
          swatch: <PatternSwatch index={index} colour={colour} />,
        }))}
        footer={<FiguresFooter figures={figures} />}
      >
        {(active) => <FigureBars figures={figures} shown={shown} active={active} />}
      </ChartFrame>
    </div>
  );
}

function FiguresFooter({ figures: { points, step } }: { figures: CampaignFigures }) {
  const pace = step === "hour" ? "heure par heure" : "jour par jour";
  return (
    <>
      <ChartTable
        summary={`Voir les chiffres ${pace}`}
        caption={`Chiffres de l’envoi, ${pace}`}
        rowTitle={step === "hour" ? "Heure (Paris)" : "Jour"}
        series={figureSeries}
        rows={points}
        nameOf={({ at }) => formatFigureTime(at, step)}
      />
      <NothingFollowed />
    </>
  );
}

const height = 220;
const barWidthMax = 36;
/** The space between two hours or days, as a share of the width of one. */
const gap = 0.2;

type FigureBarsProps = {
  figures: CampaignFigures;
  shown: readonly FigureSeries[];
  /** The index of the hour or day that the keyboard selected. */
  active: number | null;
};

/** The figures of each hour or day, a bar for each kind. */
function FigureBars({ figures: { points, step }, shown, active }: FigureBarsProps) {
  const id = useId();
  const highest = Math.max(0, ...points.flatMap((point) => shown.map(({ key }) => point[key])));
  const times = points.map(({ at }) => formatFigureTime(at, step));
  return (
    <CountChart
      height={height}
      labels={times}
      highest={highest}
      spread="bands"
      tooltip={(point) => <FiguresTooltip title={times[point]} point={points[point]} shown={shown} />}
    >
      {(plot, hovered) => (
        <>
          <ChartPatterns id={id} colours={shown.map(({ colour }) => colour)} />
          {hovered !== null && <Band plot={plot} point={hovered} />}
          {points.map((point, index) => (
            <Bars key={point.at} plot={plot} point={point} index={index} shown={shown} patterns={id} />
          ))}
          {active !== null && <Mark plot={plot} point={active} />}
        </>
      )}
    </CountChart>
  );
}

type BarsProps = {
  plot: CountPlot;
  point: CampaignFiguresPoint;
  index: number;
  shown: readonly FigureSeries[];
  patterns: string;
};

function Bars({ plot: { x, y, bottom, step }, point, index, shown, patterns }: BarsProps) {
  const width = Math.min(barWidthMax, (step * (1 - gap)) / shown.length);
  const left = x(index) - (width * shown.length) / 2;
  return shown.map(({ key }, place) => (
    <rect
      key={key}
      className="chart-shape"
      x={left + place * width}
      y={y(point[key])}
      width={width}
      height={bottom - y(point[key])}
      fill={patternFill(patterns, place)}
    />
  ));
}

type PlaceProps = { plot: CountPlot; point: number };

function Band({ plot: { x, top, bottom, step }, point }: PlaceProps) {
  return <rect x={x(point) - step / 2} y={top} width={step} height={bottom - top} fill="var(--rule)" />;
}

/** The frame around the hour or day that the keyboard selected. */
function Mark({ plot: { x, top, bottom, step }, point }: PlaceProps) {
  const width = Math.max(6, step - 2);
  return (
    <g className="chart-marked">
      <path
        d={`M${x(point) - width / 2} ${top - 4}h${width}V${bottom + 2}h-${width}z`}
        fill="none"
        stroke="var(--ink)"
        strokeWidth={2}
      />
    </g>
  );
}

type TooltipProps = {
  title: string | undefined;
  point: CampaignFiguresPoint | undefined;
  shown: readonly FigureSeries[];
};

function FiguresTooltip({ title = "", point, shown }: TooltipProps) {
  if (!point) return null;
  const lines = shown.map(({ key, label, colour }, index) => ({
    text: `${label}: ${formatNumber(point[key])}`,
    swatch: <PatternSwatch index={index} colour={colour} />,
  }));
  return <ChartTooltip title={title} lines={lines} />;
}
