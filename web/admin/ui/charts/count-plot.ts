/** A place of the drawing, in pixels from its upper left corner. */
export type Place = { x: number; y: number };

/** Where counts of points in a row stand in a drawing. */
export type CountPlot = {
  /** The edges of what is drawn in, in pixels. */
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Round counts from 0 to the highest or more, in equal steps. */
  ticks: readonly number[];
  /** From the middle of a point to that of the next one. */
  step: number;
  /** The middle of a point. */
  x(point: number): number;
  y(count: number): number;
  /** The point whose middle is nearest; null outside of the plot. */
  pointAt(place: Place): number | null;
};

type Size = {
  width: number;
  height: number;
  /** Of the words, and of the widest one at the left of the ticks. */
  textSize: number;
  labelWidth: number;
  points: number;
  highest: number;
  /** Points of a line begin and end at the edges; bars have a band each. */
  spread: "edges" | "bands";
};

const margin = { top: 8, right: 12, label: 10 };
/** The place of the words under the plot, in their own size. */
const wordsUnder = 2.15;

/** A plot of counts that fills a drawing, with room for the words at its left and under it. */
export function countPlot({ width, height, textSize, labelWidth, points, highest, spread }: Size): CountPlot {
  const left = labelWidth + margin.label;
  const right = Math.max(left, width - margin.right);
  const bottom = height - wordsUnder * textSize;
  const ticks = countTicks(highest);
  const top = ticks.at(-1) ?? 1;
  const parts = spread === "bands" ? points : points - 1;
  const step = (right - left) / Math.max(1, parts);
  const first = spread === "bands" || points === 1 ? left + step / 2 : left;
  return {
    ...{ left, right, top: margin.top, bottom, ticks, step },
    x: (point) => first + point * step,
    y: (count) => bottom - (count / top) * (bottom - margin.top),
    pointAt: ({ x, y }) => {
      if (points === 0 || y < margin.top || y > bottom || x < left - step / 2 || x > right + step / 2)
        return null;
      return Math.max(0, Math.min(points - 1, Math.round((x - first) / step)));
    },
  };
}

const ticksAtMost = 5;

/** 0 and some four round counts above it, the last of them at least `highest`: nobody signs up by halves. */
export function countTicks(highest: number): number[] {
  const rough = Math.max(1, highest / (ticksAtMost - 1));
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const steps = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

/** Every how many points have their word under them, so that two words have `gap` pixels between them. */
export function labelEvery(step: number, widest: number, gap = 16): number {
  return Math.max(1, Math.ceil((widest + gap) / step));
}
