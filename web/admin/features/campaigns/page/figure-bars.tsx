import { useId } from "react";
import type { CampaignFigures, CampaignFiguresPoint } from "#contract/campaigns.schema.ts";
import { ChartPatterns, PatternSwatch, patternFill } from "#web/admin/ui/charts/chart-patterns.tsx";
import { ChartTooltip } from "#web/admin/ui/charts/chart-tooltip.tsx";
import { CountChart } from "#web/admin/ui/charts/count-chart.tsx";
import type { CountPlot } from "#web/admin/ui/charts/count-plot.ts";
import { formatNumber } from "#web/lib/format.ts";
import { type FigureSeries, formatFigureTime } from "./figures-texts.ts";

const height = 220;
const barWidthMax = 36;
/** Of paper, between two hours or days: a part of their room. */
const gap = 0.2;

type Props = {
  figures: CampaignFigures;
  shown: readonly FigureSeries[];
  /** The hour or day that the keys have reached. */
  active: number | null;
};

/** What happened in each hour or day, a bar for each kind of it. */
export function FigureBars({ figures: { points, step }, shown, active }: Props) {
  const id = useId();
  const highest = Math.max(0, ...points.flatMap((point) => shown.map(({ key }) => point[key])));
  const times = points.map(({ at }) => formatFigureTime(at, step));
  return (
    <CountChart
      height={height}
      labels={times}
      highest={highest}
      spread="bands"
      tell={(point) => <FiguresTooltip title={times[point]} point={points[point]} shown={shown} />}
    >
      {(plot, hovered) => (
        <>
          <ChartPatterns id={id} colours={shown.map(({ colour }) => colour)} />
          {hovered !== null && <Band plot={plot} point={hovered} />}
          {points.map((point, index) => (
            <Bars key={point.at} plot={plot} point={point} index={index} shown={shown} patterns={id} />
          ))}
          {active !== null && <Mark plot={plot} point={active} />}
        </>
      )}
    </CountChart>
  );
}

type BarsProps = {
  plot: CountPlot;
  point: CampaignFiguresPoint;
  index: number;
  shown: readonly FigureSeries[];
  patterns: string;
};

function Bars({ plot: { x, y, bottom, step }, point, index, shown, patterns }: BarsProps) {
  const width = Math.min(barWidthMax, (step * (1 - gap)) / shown.length);
  const left = x(index) - (width * shown.length) / 2;
  return shown.map(({ key }, place) => (
    <rect
      key={key}
      className="chart-shape"
      x={left + place * width}
      y={y(point[key])}
      width={width}
      height={bottom - y(point[key])}
      fill={patternFill(patterns, place)}
    />
  ));
}

type PlaceProps = { plot: CountPlot; point: number };

function Band({ plot: { x, top, bottom, step }, point }: PlaceProps) {
  return <rect x={x(point) - step / 2} y={top} width={step} height={bottom - top} fill="var(--rule)" />;
}

/** About what the keys have reached. */
function Mark({ plot: { x, top, bottom, step }, point }: PlaceProps) {
  const width = Math.max(6, step - 2);
  return (
    <g className="chart-marked">
      <path
        d={`M${x(point) - width / 2} ${top - 4}h${width}V${bottom + 2}h-${width}z`}
        fill="none"
        stroke="var(--ink)"
        strokeWidth={2}
      />
    </g>
  );
}

type TooltipProps = {
  title: string | undefined;
  point: CampaignFiguresPoint | undefined;
  shown: readonly FigureSeries[];
};

function FiguresTooltip({ title = "", point, shown }: TooltipProps) {
  if (!point) return null;
  const lines = shown.map(({ key, label, colour }, index) => ({
    text: `${label}: ${formatNumber(point[key])}`,
    swatch: <PatternSwatch index={index} colour={colour} />,
  }));
  return <ChartTooltip title={title} lines={lines} />;
}
