import { ActionIcon, Group, Paper, Text, Title, Tooltip } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconPhotoDown } from "@tabler/icons-react";
import { type ReactNode, useId, useRef } from "react";
import { ChartLegend, type LegendEntry } from "./chart-legend.tsx";
import { saveAsPicture } from "./chart-picture.ts";
import classes from "./stats.module.css";

type Props = {
  title: string;
  /** The chart in words, for those who do not see it. Null: there is no chart, and `children` say why. */
  description: string | null;
  /** The name of the saved picture, without its ending. */
  fileName: string;
  children: ReactNode;
  /** What the colours mean; stands under the chart, on a saved picture too. */
  legend?: readonly LegendEntry[];
  /** Stands below everything: the figures as a table. */
  footer?: ReactNode;
};

/** A chart with its title, its text alternative and a button that saves it as a picture. */
export function ChartFrame({ title, description, fileName, children, legend = [], footer }: Props) {
  const chart = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const savePicture = async () => {
    const svg = chart.current?.querySelector<SVGSVGElement>("svg.recharts-surface");
    if (!svg) return;
    await saveAsPicture(svg, { title, name: fileName, legend }).catch(() => {
      notifications.show({ color: "red", message: "L’image n’a pas pu être enregistrée." });
    });
  };
  return (
    <Paper component="section" withBorder className={classes.panel ?? ""} aria-labelledby={titleId}>
      <Group justify="space-between" wrap="nowrap" mb="sm">
        <Title order={2} size="h3" id={titleId}>
          {title}
        </Title>
        {description !== null && (
          <Tooltip label="Enregistrer en PNG">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Enregistrer « ${title} » en PNG`}
              onClick={() => void savePicture()}
            >
              <IconPhotoDown size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
      {description === null ? (
        <Text className={classes.message ?? ""}>{children}</Text>
      ) : (
        <div ref={chart} className={classes.chart} role="img" aria-label={description}>
          {children}
        </div>
      )}
      {legend.length > 0 && <ChartLegend entries={legend} />}
      {footer}
    </Paper>
  );
}
