import { useId } from "react";
import { chartColour, chartHatch } from "./chart-colours.ts";
import "./charts.css";

const tile = 8;

type PatternsProps = {
  /** Of the chart, so that two charts of one page do not share patterns. */
  id: string;
  /** The colour of each value; those of the palette unless a chart has its own. */
  colours: readonly string[];
};

/** The fills of a chart's values, as children of the chart; `patternFill` names them. */
export function ChartPatterns({ id, colours }: PatternsProps) {
  return (
    <defs>
      {colours.map((colour, index) => (
        <Pattern key={colour} id={patternId(id, index)} colour={colour} index={index} />
      ))}
    </defs>
  );
}

/** What a chart's value is filled with. */
export function patternFill(id: string, index: number): string {
  return `url(#${patternId(id, index)})`;
}

/** The fill of one value, beside its name in a legend or a tooltip. */
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
