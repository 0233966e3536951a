import { ActionIcon, Group, Paper, Text, Title, Tooltip } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconPhotoDown } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from "react";
import chartExplorerClasses from "./chart-explorer.module.css";
import classes from "./chart-frame.module.css";
import { ChartLegend, type LegendEntry } from "./chart-patterns.tsx";
import { saveAsPicture } from "./chart-picture.ts";

type ChartFrameProps = {
  title: string;
  /** What the chart counts: question, type of sign-up, dates. Written on a saved picture, which shows no filters. */
  scope: readonly string[];
  /** Why there is no chart; null when there is one. */
  message: string | null;
  /** The chart in words, for those who do not see it. */
  description: string;
  /** Each point in words, in the order of the arrow keys. */
  points: readonly string[];
  /** The name of the saved picture, without its ending. */
  fileName: string;
  /** Draws the chart, with one point marked. */
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
  const savePicture = async () => {
    const svg = drawing.current?.querySelector<SVGSVGElement>("svg.chart-surface");
    if (!svg) return;
    const swatches = [...(legendList.current?.querySelectorAll("svg") ?? [])];
    await saveAsPicture(svg, { title, scope, name: fileName, legend, swatches }).catch(() => {
      notifications.show({ color: "red", message: "L’image n’a pas pu être enregistrée." });
    });
  };
  return (
    <Paper component="section" withBorder className={classes.panel ?? ""} aria-labelledby={titleId}>
      <Group justify="space-between" wrap="nowrap" mb="sm">
        <Title order={2} size="h3" id={titleId}>
          {title}
        </Title>
        {message === null && <PictureButton title={title} onClick={() => void savePicture()} />}
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

type ChartExplorerProps = {
  name: string;
  /** The whole chart in words, for those who do not see it. */
  description: string;
  /** Each point in words: 'label : value'. */
  points: readonly string[];
  /** Draws the chart, with the point that the keys have reached marked. */
  children: (active: number | null) => ReactNode;
  className?: string | undefined;
  /** The element around the drawing. */
  drawing?: RefObject<HTMLDivElement | null>;
};

const pageStep = 7;

/** A chart as one tab stop: arrow keys go from point to point, and each is announced in visible text. */
export function ChartExplorer({
  name,
  description,
  points,
  children,
  className,
  drawing,
}: ChartExplorerProps) {
  const [reached, setReached] = useState(0);
  const [focused, setFocused] = useState(false);
  const hintId = useId();
  const last = points.length - 1;
  const point = Math.min(reached, last);
  const active = focused && point >= 0 ? point : null;
  const move = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = nextPoint(event.key, point, last);
    if (next === null) return;
    event.preventDefault();
    setFocused(true);
    setReached(next);
  };
  return (
    <>
      {/* An application, so that a screen reader leaves the arrow keys to the chart. */}
      <div
        className={chartExplorerClasses.stop}
        role="application"
        aria-roledescription="graphique"
        aria-label={name}
        aria-describedby={hintId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its points are gone through by keys
        tabIndex={0}
        onKeyDown={move}
        onFocus={(event) => setFocused(event.currentTarget.matches(":focus-visible"))}
        onBlur={() => setFocused(false)}
      >
        <div ref={drawing} className={className} role="img" aria-label={description}>
          <div aria-hidden>{children(active)}</div>
        </div>
      </div>
      <p className={chartExplorerClasses.said} role="status">
        {active === null ? "" : points[active]}
      </p>
      <span id={hintId} hidden>
        Les flèches vont de point en point, Origine au premier, Fin au dernier.
      </span>
    </>
  );
}

/** Where a key leads; null when it is none of the chart's. */
function nextPoint(key: string, point: number, last: number): number | null {
  const targets: Record<string, number> = {
    ArrowRight: point + 1,
    ArrowDown: point + 1,
    ArrowLeft: point - 1,
    ArrowUp: point - 1,
    PageDown: point + pageStep,
    PageUp: point - pageStep,
    Home: 0,
    End: last,
  };
  const target = targets[key];
  return target === undefined ? null : Math.max(0, Math.min(last, target));
}
