import type { ReactElement, RefObject } from "react";
import classes from "./chart-frame.module.css";

export type LegendEntry = {
  /** An <svg>: the colour and the pattern of what it names. */
  swatch: ReactElement;
  label: string;
  /** What the label is short for. */
  full?: string;
  value?: string;
};

type Props = { entries: readonly LegendEntry[]; list: RefObject<HTMLUListElement | null> };

export function ChartLegend({ entries, list }: Props) {
  return (
    <ul ref={list} className={classes.legend}>
      {entries.map(({ swatch, label, full = label, value }) => (
        <li key={full} title={full}>
          {swatch}
          <span className={classes.legendLabel}>{label}</span>
          {value !== undefined && <span className="tabular">{value}</span>}
        </li>
      ))}
    </ul>
  );
}
