import { ActionIcon, Group, Paper, Text, Title, Tooltip } from "@mantine/core";
import { IconPhotoDown } from "@tabler/icons-react";
import { type ReactNode, useId, useRef } from "react";
import { ChartExplorer } from "./chart-explorer.tsx";
import classes from "./chart-frame.module.css";
import { ChartLegend, type LegendEntry } from "./chart-patterns.tsx";
import { saveChart } from "./chart-picture.ts";

type ChartFrameProps = {
  title: string;
  /** The scope of the counts: question, type of sign-up, dates. A saved picture shows it, because it has no filters. */
  scope: readonly string[];
  /** The reason why there is no chart; null when there is one. */
  message: string | null;
  /** The chart's description for screen readers. */
  description: string;
  /** The announcement of each point, in the order of the arrow keys. */
  points: readonly string[];
  /** The name of the saved picture, without its extension. */
  fileName: string;
  /** Renders the chart and marks the active point. */
  children: (active: number | null) => ReactNode;
  /** The meaning of colours and patterns, under the chart and on a saved picture. */
  legend?: readonly LegendEntry[];
  /** The figures as a table, below everything. */
  footer?: ReactNode;
};

/** A chart with its title, its text alternative and a button that saves it as a picture. */
export function ChartFrame({
  title,
  scope,
  message,
  fileName,
  legend = [],
  footer,
  ...chart
}: ChartFrameProps) {
  const drawing = useRef<HTMLDivElement>(null);
  const legendList = useRef<HTMLUListElement>(null);
  const titleId = useId();
  const savePicture = () => {
    const svg = drawing.current?.querySelector<SVGSVGElement>("svg.chart-surface");
    if (!svg) return;
    const legendItems = [...(legendList.current?.children ?? [])];
    void saveChart(svg, { title, scope, name: fileName, legendItems });
  };
  return (
    <Paper component="section" withBorder className={classes.panel ?? ""} aria-labelledby={titleId}>
      <Group justify="space-between" wrap="nowrap" mb="sm">
        <Title order={2} size="h3" id={titleId}>
          {title}
        </Title>
        {message === null && <PictureButton title={title} onClick={savePicture} />}
      </Group>
      {message === null ? (
        <ChartExplorer
          name={title}
          description={chart.description}
          points={chart.points}
          className={classes.chart}
          drawing={drawing}
        >
          {chart.children}
        </ChartExplorer>
      ) : (
        <Text className={classes.message ?? ""}>{message}</Text>
      )}
      {legend.length > 0 && <ChartLegend entries={legend} list={legendList} />}
      {footer}
    </Paper>
  );
}

function PictureButton({ title, onClick }: { title: string; onClick: () => void }) {
  return (
    <Tooltip label="Enregistrer en PNG">
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Enregistrer « ${title} » en PNG`}
        onClick={onClick}
      >
        <IconPhotoDown size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
