import { Paper, Title } from "@mantine/core";
import type { DayCounts } from "#contract/stats.ts";
import { ChartExplorer } from "#web/admin/ui/charts/chart-explorer.tsx";
import { PatternSwatch } from "#web/admin/ui/charts/chart-patterns.tsx";
import { FiguresTable } from "#web/admin/ui/charts/figures-table.tsx";
import { formatCount } from "#web/lib/format.ts";
import classes from "./dashboard.module.css";
import { DayBars } from "./day-bars.tsx";
import { describeDay, describeDays, formatDay } from "./day-texts.ts";
import own from "./recent-days.module.css";

const title = "Les quatorze derniers jours";
const series = [
  { key: "user", label: "Utilisateurs" },
  { key: "brand", label: "Marques" },
] as const;

/** The sign-ups of the last days as small bars, and the same as a table. */
export function RecentDays({ days }: { days: DayCounts[] }) {
  const total = days.reduce((sum, day) => sum + day.total, 0);
  return (
    <Paper component="section" withBorder className={classes.panel ?? ""} aria-labelledby="recent-title">
      <Title order={2} size="h3" id="recent-title">
        {title}
      </Title>
      <p className={classes.about}>
        {total === 0 ? "Personne ne s’est inscrit pendant ces jours." : formatCount(total, "inscription")}
      </p>
      {total > 0 && <Days days={days} />}
    </Paper>
  );
}

function Days({ days }: { days: DayCounts[] }) {
  return (
    <>
      <ChartExplorer name={title} description={describeDays(days)} points={days.map(describeDay)}>
        {(active) => <DayBars days={days} active={active} />}
      </ChartExplorer>
      <ul className={own.legend} aria-hidden="true">
        {series.map(({ key, label }, index) => (
          <li key={key}>
            <PatternSwatch index={index} />
            {label}
          </li>
        ))}
      </ul>
      <FiguresTable
        summary="Voir les chiffres jour par jour"
        caption="Inscriptions des quatorze derniers jours, le dernier en premier"
        rowTitle="Jour"
        series={series}
        rows={days.toReversed()}
        nameOf={formatDay}
      />
    </>
  );
}
