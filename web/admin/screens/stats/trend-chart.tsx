import { Table } from "@mantine/core";
import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { audiencesOf, type DayCounts, type StatsAudience } from "#contract/stats.ts";
import { formatNumber } from "#web/lib/format.ts";
import { seriesColours } from "./chart-colours.ts";
import { ChartFrame } from "./chart-frame.tsx";
import { describeTrend, formatDay, formatShortDay } from "./chart-texts.ts";
import { ChartTooltip } from "./chart-tooltip.tsx";
import classes from "./stats.module.css";

type SeriesKey = "total" | "user" | "brand";
type Series = { key: SeriesKey; label: string; dash?: string };

const allSeries: Series[] = [
  { key: "total", label: "Total" },
  { key: "user", label: "Utilisateurs", dash: "7 4" },
  { key: "brand", label: "Marques", dash: "2 4" },
];

type Props = { trend: DayCounts[]; audience: StatsAudience };

export function TrendChart({ trend, audience }: Props) {
  const audiences = audiencesOf(audience);
  const series = allSeries.filter(({ key }) => key === "total" || audiences.includes(key));
  return (
    <ChartFrame
      title="Tendance des inscriptions"
      description={describeTrend(trend)}
      fileName="tendance-des-inscriptions"
      legend={series.map(({ key, label }) => ({ label, colour: seriesColours[key] }))}
      footer={<TrendFigures trend={trend} series={series} />}
    >
      <ResponsiveContainer width="100%" height={280}>
        <LineChart
          data={trend}
          margin={{ top: 8, right: 12, bottom: 0, left: -12 }}
          accessibilityLayer={false}
        >
          <CartesianGrid stroke="var(--rule)" vertical={false} />
          <XAxis dataKey="day" tickFormatter={formatShortDay} minTickGap={24} tickLine={false} />
          <YAxis allowDecimals={false} tickLine={false} axisLine={false} tickFormatter={formatNumber} />
          <Tooltip
            isAnimationActive={false}
            content={({ active, label }) =>
              active ? <DayTooltip day={String(label)} trend={trend} series={series} /> : null
            }
          />
          {series.map(({ key, label, dash }) => (
            <Line
              key={key}
              dataKey={key}
              name={label}
              stroke={seriesColours[key]}
              strokeWidth={2}
              {...(dash !== undefined && { strokeDasharray: dash })}
              dot={trend.length <= 14 ? { r: 3 } : false}
              type="monotone"
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
    </ChartFrame>
  );
}

type SeriesProps = { trend: DayCounts[]; series: Series[] };

function DayTooltip({ day, trend, series }: SeriesProps & { day: string }) {
  const counts = trend.find((entry) => entry.day === day);
  if (!counts) return null;
  const lines = series.map(({ key, label }) => ({
    text: `${label}: ${formatNumber(counts[key])} inscriptions`,
    colour: seriesColours[key],
  }));
  return <ChartTooltip title={formatDay(day)} lines={lines} />;
}

function TrendFigures({ trend, series }: SeriesProps) {
  return (
    <details className={classes.figures}>
      <summary>Voir les chiffres jour par jour</summary>
      <section className={classes.scroll} aria-label="Inscriptions par jour" tabIndex={-1}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Jour</Table.Th>
              {series.map(({ key, label }) => (
                <Table.Th key={key} scope="col" ta="right">
                  {label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {trend.toReversed().map((counts) => (
              <Table.Tr key={counts.day}>
                <Table.Th scope="row" fw={400}>
                  {formatDay(counts.day)}
                </Table.Th>
                {series.map(({ key }) => (
                  <Table.Td key={key} ta="right">
                    {formatNumber(counts[key])}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </details>
  );
}
