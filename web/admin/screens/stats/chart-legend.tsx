import { Swatch } from "./chart-tooltip.tsx";
import classes from "./stats.module.css";

export type LegendEntry = {
  colour: string;
  label: string;
  /** What the label is short for. */
  full?: string;
  value?: string;
};

export function ChartLegend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <ul className={classes.legend}>
      {entries.map(({ colour, label, full = label, value }) => (
        <li key={full} title={full}>
          <Swatch colour={colour} />
          <span className={classes.legendLabel}>{label}</span>
          {value !== undefined && <span className="tabular">{value}</span>}
        </li>
      ))}
    </ul>
  );
}
