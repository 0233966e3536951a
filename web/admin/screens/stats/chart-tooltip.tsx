import classes from "./stats.module.css";

type Props = { title?: string; lines: { text: string; colour: string }[] };

/** What appears beside the pointer on a chart. */
export function ChartTooltip({ title, lines }: Props) {
  return (
    <div className={classes.tooltip}>
      {title && <p className={classes.tooltipTitle}>{title}</p>}
      {lines.map(({ text, colour }) => (
        <p key={text} className={classes.tooltipLine}>
          <Swatch colour={colour} />
          {text}
        </p>
      ))}
    </div>
  );
}

export function Swatch({ colour }: { colour: string }) {
  return (
    <svg className={classes.swatch} viewBox="0 0 10 10" aria-hidden="true">
      <rect width="10" height="10" rx="2" fill={colour} />
    </svg>
  );
}
