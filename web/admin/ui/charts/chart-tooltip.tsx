import type { ReactElement } from "react";
import classes from "./chart-frame.module.css";

type Props = { title?: string; lines: { text: string; swatch: ReactElement }[] };

/** What appears beside the pointer on a chart. */
export function ChartTooltip({ title, lines }: Props) {
  return (
    <div className={classes.tooltip}>
      {title && <p className={classes.tooltipTitle}>{title}</p>}
      {lines.map(({ text, swatch }) => (
        <p key={text} className={classes.tooltipLine}>
          {swatch}
          {text}
        </p>
      ))}
    </div>
  );
}
