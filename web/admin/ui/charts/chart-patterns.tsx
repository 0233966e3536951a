import "./charts.css";
import { type ReactElement, type RefObject, useId } from "react";
import classes from "./chart-frame.module.css";

/** Ten colours, each with a contrast of at least 3:1 to the light and the dark background. Neighbours differ in hue. */
export const chartColours = [
  "#d9532f",
  "#2f8794",
  "#b07c1a",
  "#5b7fc4",
  "#5c8f4a",
  "#a0568f",
  "#86862f",
  "#d0567a",
  "#a06a4a",
  "#7a7f8a",
] as const;

/**
 * SVG paths of patterns over the colours, in the background colour, on tiles of 8 units. A reader who cannot distinguish the
 * colours (forced colours, a printed page) distinguishes the patterns. The first value has no pattern.
 */
export const chartHatches = [
  "",
  "M-2 2l4-4M0 8l8-8M6 10l4-4",
  "M2 2h.01M6 6h.01",
  "M0 4h8",
  "M-2 6l4 4M0 0l8 8M6-2l4 4",
  "M4 0v8",
  "M0 4h8M4 0v8",
  "M0 8l8-8M0 0l8 8",
  "M0 2h4M4 6h4",
  "M0 6l4-4l4 4",
] as const;

export function chartColour(index: number): string {
  return chartColours[index % chartColours.length] ?? chartColours[0];
}

function chartHatch(index: number): string {
  return chartHatches[index % chartHatches.length] ?? chartHatches[0];
}

const tile = 8;

type PatternsProps = {
  /** The id of the chart, so that two charts on one page do not share patterns. */
  id: string;
  /** The colour of each value, normally from the palette. */
  colours: readonly string[];
};

/** Defines the fills of a chart's values inside its <svg>. `patternFill` refers to them. */
export function ChartPatterns({ id, colours }: PatternsProps) {
  return (
    <defs>
      {colours.map((colour, index) => (
        <Pattern key={colour} id={patternId(id, index)} colour={colour} index={index} />
      ))}
    </defs>
  );
}

export function patternFill(id: string, index: number): string {
  return `url(#${patternId(id, index)})`;
}

/** A sample of a value's fill, shown beside its name in a legend or a tooltip. */
export function PatternSwatch({ index, colour = chartColour(index) }: { index: number; colour?: string }) {
  const id = useId();
  return (
    <svg className="chart-swatch" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <defs>
        <Pattern id={id} colour={colour} index={index} />
      </defs>
      <rect className="chart-shape" width="16" height="16" rx="2" fill={`url(#${id})`} />
    </svg>
  );
}

const patternId = (id: string, index: number) => `${id}-${index}`;

function Pattern({ id, colour, index }: { id: string; colour: string; index: number }) {
  return (
    <pattern id={id} width={tile} height={tile} patternUnits="userSpaceOnUse">
      <rect className="chart-ground" width={tile} height={tile} fill={colour} />
      <path
        className="chart-hatch"
        d={chartHatch(index)}
        fill="none"
        stroke="var(--paper-bright)"
        strokeWidth={index === 2 ? 2.5 : 1.5}
        strokeLinecap={index === 2 ? "round" : "butt"}
      />
    </pattern>
  );
}

export type LegendEntry = {
  /** An <svg> with the colour and the pattern of the value. */
  swatch: ReactElement;
  label: string;
  /** The full text of a shortened label. */
  full?: string;
  value?: string;
};

type ChartLegendProps = { entries: readonly LegendEntry[]; list: RefObject<HTMLUListElement | null> };

export function ChartLegend({ entries, list }: ChartLegendProps) {
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
