import { Paper, Title } from "@mantine/core";
import type { DayCounts } from "#contract/stats.ts";
import { formatCount } from "#web/lib/format.ts";
import classes from "./dashboard.module.css";

const weekday = new Intl.DateTimeFormat("fr-FR", {
  weekday: "long",
  day: "numeric",
  month: "long",
  timeZone: "UTC",
});
const dayNumber = new Intl.DateTimeFormat("fr-FR", { day: "numeric", timeZone: "UTC" });

const height = 120;
const step = 24;
const barWidth = 16;

/** The sign-ups of the last days as small bars; what each day had is told in words too. */
export function RecentDays({ days }: { days: DayCounts[] }) {
  const total = days.reduce((sum, day) => sum + day.total, 0);
  return (
    <Paper component="section" withBorder className={classes.panel ?? ""} aria-labelledby="recent-title">
      <Title order={2} size="h3" id="recent-title">
        Les quatorze derniers jours
      </Title>
      <p className={classes.about}>
        {total === 0 ? "Personne ne s’est inscrit pendant ces jours." : formatCount(total, "inscription")}
      </p>
      {total > 0 && <Days days={days} />}
    </Paper>
  );
}

function Days({ days }: { days: DayCounts[] }) {
  const highest = Math.max(...days.map((day) => day.total));
  return (
    <>
      <svg className={classes.days} viewBox={`0 0 ${days.length * step} ${height + 20}`} aria-hidden="true">
        {days.map((day, index) => (
          <DayBars key={day.day} day={day} x={index * step} scale={height / highest} />
        ))}
      </svg>
      <ul className={classes.key} aria-hidden="true">
        <li className={classes.users}>Utilisateurs</li>
        <li className={classes.brands}>Marques</li>
      </ul>
      <ul className="visually-hidden">
        {days.map((day) => (
          <li key={day.day}>{describe(day)}</li>
        ))}
      </ul>
    </>
  );
}

function DayBars({ day, x, scale }: { day: DayCounts; x: number; scale: number }) {
  const users = day.user * scale;
  const brands = day.brand * scale;
  const left = x + (step - barWidth) / 2;
  return (
    <g>
      <title>{describe(day)}</title>
      <rect className={classes.ground} x={left} y={height - 1} width={barWidth} height={1} />
      <rect className={classes.users} x={left} y={height - users} width={barWidth} height={users} />
      <rect
        className={classes.brands}
        x={left}
        y={height - users - brands}
        width={barWidth}
        height={brands}
      />
      <text className={classes.dayLabel} x={x + step / 2} y={height + 15}>
        {dayNumber.format(dateOf(day))}
      </text>
    </g>
  );
}

function describe(day: DayCounts): string {
  const parts = `${formatCount(day.user, "utilisateur")}, ${formatCount(day.brand, "marque")}`;
  return `${weekday.format(dateOf(day))} : ${parts}`;
}

const dateOf = ({ day }: DayCounts) => new Date(`${day}T00:00:00Z`);
