import { arc, type PieArcDatum, pie } from "d3-shape";
import { useId } from "react";
import { limits } from "#contract/limits.ts";
import { isChoice } from "#contract/questions/registry.ts";
import type { QuestionStats } from "#contract/stats.schema.ts";
import { type AnswerShare, cutText, statsMessages } from "#contract/stats.ts";
import { ChartFrame } from "#web/admin/ui/charts/chart-frame.tsx";
import {
  ChartPatterns,
  chartColours,
  type LegendEntry,
  PatternSwatch,
  patternFill,
} from "#web/admin/ui/charts/chart-patterns.tsx";
import type { Area, Position } from "#web/admin/ui/charts/chart-surface.tsx";
import { ChartSurface, ChartTooltip } from "#web/admin/ui/charts/chart-surface.tsx";
import { formatNumber, formatPercent } from "#web/lib/format.ts";
import { answerPoints, describeAnswers } from "./chart-texts.ts";

const height = 240;

type AnswersDoughnutProps = { question: QuestionStats; scope: readonly string[] };

export function AnswersDoughnut({ question, scope }: AnswersDoughnutProps) {
  const { answers } = question;
  const message = isChoice(question.fieldType) ? null : statsMessages.doughnutForChoicesOnly;
  return (
    <ChartFrame
      title="Distribution des réponses"
      scope={scope}
      message={message}
      description={describeAnswers(answers)}
      points={answerPoints(answers)}
      fileName="distribution-des-reponses"
      legend={message === null ? legendOf(answers) : []}
    >
      {(active) => <Doughnut answers={answers} active={active} />}
    </ChartFrame>
  );
}

function Doughnut({ answers, active }: { answers: AnswerShare[]; active: number | null }) {
  const id = useId();
  const sectors = sectorsOf(answers);
  const reached = active === null ? undefined : sectors[active];
  return (
    <ChartSurface height={height}>
      {(width) => {
        const middle = { x: width / 2, y: height / 2 };
        const outer = (Math.min(width, height) / 2) * 0.92;
        const ring = arc<Sector>()
          .innerRadius(outer * 0.63)
          .outerRadius(outer);
        return {
          pointAt: (place) => sectorAt(place, { sectors, middle, inner: outer * 0.63, outer }),
          areaOf: (point) => areaOfSector(sectors[point], { middle, inner: outer * 0.63, outer }),
          tooltip: (point) => <ShareTooltip answers={answers} index={point} />,
          draw: () => (
            <>
              <ChartPatterns id={id} colours={chartColours} />
              <g transform={`translate(${middle.x} ${middle.y})`} strokeLinejoin="round">
                {sectors.map((sector) => (
                  <path
                    key={sector.data.answer}
                    className="chart-shape"
                    d={ring(sector) ?? ""}
                    fill={patternFill(id, sector.index)}
                    stroke="var(--paper-bright)"
                    strokeWidth={2}
                  />
                ))}
                {reached && (
                  <path
                    className="chart-shape"
                    data-active
                    d={ring(reached) ?? ""}
                    fill="none"
                    stroke="var(--ink)"
                    strokeWidth={5}
                  />
                )}
              </g>
            </>
          ),
        };
      }}
    </ChartSurface>
  );
}

function ShareTooltip({ answers, index }: { answers: AnswerShare[]; index: number }) {
  const share = answers[index];
  if (!share) return null;
  const text = `${share.answer}: ${formatNumber(share.count)} (${share.percentage}%)`;
  return <ChartTooltip lines={[{ text, swatch: <PatternSwatch index={index} /> }]} />;
}

function legendOf(answers: AnswerShare[]): LegendEntry[] {
  return answers.map(({ answer, percentage }, index) => ({
    swatch: <PatternSwatch index={index} />,
    label: cutText(answer, limits.barLabelMax),
    full: answer,
    value: formatPercent(percentage),
  }));
}

/** An answer's part of the ring, in radians clockwise from the top. */
export type Sector = PieArcDatum<AnswerShare>;

/** The ring's parts, in the order of the answers. */
export function sectorsOf(answers: readonly AnswerShare[]): Sector[] {
  const parts = pie<AnswerShare>()
    .value(({ count }) => count)
    .sort(null);
  return parts([...answers]);
}

type Ring = { sectors: readonly Sector[]; middle: Position; inner: number; outer: number };

/** The index of the sector at a point of the drawing; null outside the ring. */
export function sectorAt({ x, y }: Position, { sectors, middle, inner, outer }: Ring): number | null {
  const [right, down] = [x - middle.x, y - middle.y];
  const distance = Math.hypot(right, down);
  if (distance < inner || distance > outer) return null;
  const angle = (Math.atan2(right, -down) + 2 * Math.PI) % (2 * Math.PI);
  const index = sectors.findIndex(({ startAngle, endAngle }) => angle >= startAngle && angle < endAngle);
  return index < 0 ? null : index;
}

/** The box around a sector: its corners, and the ring's outermost points within it. */
export function areaOfSector(
  sector: Sector | undefined,
  { middle, inner, outer }: Omit<Ring, "sectors">,
): Area {
  const { startAngle = 0, endAngle = 0 } = sector ?? {};
  const quarters = [0, 1, 2, 3].map((quarter) => (quarter * Math.PI) / 2);
  const angles = [
    startAngle,
    endAngle,
    ...quarters.filter((angle) => angle > startAngle && angle < endAngle),
  ];
  const places = angles.flatMap((angle) =>
    [inner, outer].map((radius) => ({
      x: middle.x + radius * Math.sin(angle),
      y: middle.y - radius * Math.cos(angle),
    })),
  );
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}
