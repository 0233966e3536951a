import type { StatsAudience } from "#contract/stats.ts";
import { chartColour } from "#web/admin/ui/charts/chart-colours.ts";
import "#web/admin/ui/charts/charts.css";

type SeriesKey = "total" | "user" | "brand";
/** A line that is told from the others by its colour, by its dashes and by its markers. */
export type Series = { key: SeriesKey; label: string; colour: string; dash: string; marker: string };

const radius = 4;

const allSeries: readonly Series[] = [
  {
    key: "total",
    label: "Total",
    colour: "var(--ink)",
    dash: "",
    marker: `M-${radius} 0a${radius} ${radius} 0 1 0 8 0a${radius} ${radius} 0 1 0-8 0z`,
  },
  { key: "user", label: "Utilisateurs", colour: chartColour(0), dash: "7 4", marker: "M-4-4h8v8h-8z" },
  { key: "brand", label: "Marques", colour: chartColour(1), dash: "2 4", marker: "M0-5l5 9h-10z" },
];

/** The lines of a type of sign-up: of one type alone its own, since the total would be the same line again. */
export function seriesOf(audience: StatsAudience): readonly Series[] {
  return audience === "all" ? allSeries : allSeries.filter(({ key }) => key === audience);
}

type MarkerProps = { series: Series; x: number; y: number };

/** A day's point on a line. */
export function SeriesMarker({ series: { colour, marker }, x, y }: MarkerProps) {
  return (
    <path
      className="chart-marker"
      d={marker}
      transform={`translate(${x} ${y})`}
      fill="var(--paper-bright)"
      stroke={colour}
      strokeWidth={2}
    />
  );
}

export function SeriesSwatch({ series }: { series: Series }) {
  const { colour, dash } = series;
  return (
    <svg className="chart-swatch" viewBox="0 0 32 16" width="32" height="16" aria-hidden="true">
      <path className="chart-line" d="M0 8h32" stroke={colour} strokeWidth={2} strokeDasharray={dash} />
      <SeriesMarker series={series} x={16} y={8} />
    </svg>
  );
}
