import { type PieArcDatum, pie } from "d3-shape";
import type { AnswerShare } from "#contract/stats.ts";
import type { Place } from "#web/admin/ui/charts/count-plot.ts";

/** An answer's part of the ring, in radians clockwise from the top. */
export type Sector = PieArcDatum<AnswerShare>;

/** The ring's parts, in the order of the answers. */
export function sectorsOf(answers: readonly AnswerShare[]): Sector[] {
  const parts = pie<AnswerShare>()
    .value(({ count }) => count)
    .sort(null);
  return parts([...answers]);
}

type Ring = { sectors: readonly Sector[]; middle: Place; inner: number; outer: number };

/** The sector at a place of the drawing; null beside the ring. */
export function sectorAt({ x, y }: Place, { sectors, middle, inner, outer }: Ring): number | null {
  const [right, down] = [x - middle.x, y - middle.y];
  const distance = Math.hypot(right, down);
  if (distance < inner || distance > outer) return null;
  const angle = (Math.atan2(right, -down) + 2 * Math.PI) % (2 * Math.PI);
  const index = sectors.findIndex(({ startAngle, endAngle }) => angle >= startAngle && angle < endAngle);
  return index < 0 ? null : index;
}
