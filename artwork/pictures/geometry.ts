/** x, y, and 1 for a corner instead of a curve. */
export type Point = readonly [x: number, y: number, corner?: 1];
/** A point of a limb's centre line and the limb's width there. */
export type Joint = readonly [x: number, y: number, width: number];

/** A seeded generator (mulberry32): the same seed gives the same edges on every machine. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function at<T>(list: readonly T[], index: number): T {
  const item = list[((index % list.length) + list.length) % list.length];
  if (item === undefined) throw new Error("empty outline");
  return item;
}

function bezier(p0: Point, p1: Point, p2: Point, p3: Point, t: number): Point {
  // Catmull-Rom tangents, dropped at corners.
  const k = 1 / 5.2;
  const c1x = p1[2] ? p1[0] : p1[0] + (p2[0] - p0[0]) * k;
  const c1y = p1[2] ? p1[1] : p1[1] + (p2[1] - p0[1]) * k;
  const c2x = p2[2] ? p2[0] : p2[0] - (p3[0] - p1[0]) * k;
  const c2y = p2[2] ? p2[1] : p2[1] - (p3[1] - p1[1]) * k;
  const u = 1 - t;
  const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
  return [a * p1[0] + b * c1x + c * c2x + d * p2[0], a * p1[1] + b * c1y + c * c2y + d * p2[1]];
}

export interface CutOptions {
  /** Mean length of one straight cut. */
  step: number;
  /** How far a cut may deviate from the outline. */
  wobble: number;
  closed: boolean;
}

/** Follows a smooth outline with short straight cuts, so that it looks like paper cut with scissors. */
export function cut(points: readonly Point[], random: () => number, options: CutOptions): Point[] {
  const { step, wobble, closed } = options;
  const out: Point[] = [];
  const segments = closed ? points.length : points.length - 1;
  for (let i = 0; i < segments; i += 1) {
    const p1 = at(points, i);
    const p2 = at(points, i + 1);
    const p0 = closed || i > 0 ? at(points, i - 1) : p1;
    const p3 = closed || i + 2 < points.length ? at(points, i + 2) : p2;
    const count = Math.max(1, Math.round(Math.hypot(p2[0] - p1[0], p2[1] - p1[1]) / step));
    for (let j = 0; j < count; j += 1) {
      const t = j === 0 ? 0 : (j + (random() - 0.5) * 0.5) / count;
      const [x, y] = bezier(p0, p1, p2, p3, t);
      out.push([x + (random() - 0.5) * wobble, y + (random() - 0.5) * wobble]);
    }
  }
  if (!closed) out.push(at(points, points.length - 1));
  return out;
}

/** The outline of a limb: its centre line widened on both sides. */
export function limbOutline(joints: readonly Joint[], roundEnd: boolean): Point[] {
  const left: Point[] = [];
  const right: Point[] = [];
  joints.forEach(([x, y, width], i) => {
    const before = joints[Math.max(0, i - 1)] ?? [x, y, width];
    const after = joints[Math.min(joints.length - 1, i + 1)] ?? [x, y, width];
    const length = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1;
    const nx = (-(after[1] - before[1]) / length) * (width / 2);
    const ny = ((after[0] - before[0]) / length) * (width / 2);
    const isEnd = i === joints.length - 1 && !roundEnd;
    left.push(isEnd ? [x + nx, y + ny, 1] : [x + nx, y + ny]);
    right.unshift(isEnd ? [x - nx, y - ny, 1] : [x - nx, y - ny]);
  });
  return [...left, ...right];
}

export function toPath(points: readonly Point[], closed = true): string {
  const body = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  return `M${body}${closed ? "Z" : ""}`;
}

export function ellipse(cx: number, cy: number, rx: number, ry: number, tilt = 0): Point[] {
  const angle = (tilt * Math.PI) / 180;
  return Array.from({ length: 12 }, (_, i): Point => {
    const a = (i / 12) * Math.PI * 2;
    const [x, y] = [Math.cos(a) * rx, Math.sin(a) * ry];
    return [cx + x * Math.cos(angle) - y * Math.sin(angle), cy + x * Math.sin(angle) + y * Math.cos(angle)];
  });
}

export function box(x: number, y: number, width: number, height: number, tilt = 0): Point[] {
  const [cx, cy, angle] = [x + width / 2, y + height / 2, (tilt * Math.PI) / 180];
  const corners = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ] as const;
  return corners.map(([px, py]): Point => {
    const [dx, dy] = [px - cx, py - cy];
    return [
      cx + dx * Math.cos(angle) - dy * Math.sin(angle),
      cy + dx * Math.sin(angle) + dy * Math.cos(angle),
      1,
    ];
  });
}
