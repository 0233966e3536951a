import { Paper, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { CampaignFigures } from "#contract/campaigns.schema.ts";
import { campaignFiguresQuery } from "#web/admin/features/campaigns/campaigns.api.ts";
import { ChartFrame } from "#web/admin/ui/charts/chart-frame.tsx";
import { PatternSwatch } from "#web/admin/ui/charts/chart-patterns.tsx";
import { FiguresTable } from "#web/admin/ui/charts/figures-table.tsx";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { LoadingText } from "#web/admin/ui/loading-text.tsx";
import { FigureBars } from "./figure-bars.tsx";
import {
  describeFigures,
  figurePoints,
  figureSeries,
  figuresScope,
  formatFigureTime,
} from "./figures-texts.ts";
import classes from "./page.module.css";

const title = "Au fil du temps";

type PanelProps = { id: string; subject: string; settled: boolean };

/** What happened by the hour, or by the day of a long campaign: a picture, and the same as a table. */
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
      <FiguresTable
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
