import type { Point } from "../geometry.ts";
import type { Sheet } from "../sheet.ts";
import { type Build, type Pose, type Skeleton, slender } from "../skeleton.ts";

/** Draws a person who walks past: standing on y = 0, facing right, about 900 units high. */
export type Passerby = (sheet: Sheet, angles: Pose) => string;

export const stout: Build = { ...slender, shoulder: 78, waist: 90, hip: 100, girth: 1.45, leg: 0.94 };

export const tall: Build = {
  ...slender,
  shoulder: 76,
  waist: 50,
  hip: 54,
  girth: 1.12,
  leg: 1.05,
  torso: 1.04,
};

export const small: Build = { ...slender, shoulder: 58, waist: 46, leg: 0.88, torso: 0.92 };

export function lapel(sheet: Sheet, s: Skeleton, fill: string, depth: number): string {
  const { neck } = s;
  const near: Point[] = [
    [neck.x - 26, neck.y - 4, 1],
    [neck.x - 46, neck.y + 34, 1],
    [neck.x - 30, neck.y + 58, 1],
    [neck.x + 6, neck.y + depth, 1],
    [neck.x - 6, neck.y + 40],
  ];
  const far: Point[] = [
    [neck.x + 28, neck.y - 2, 1],
    [neck.x + 44, neck.y + 34, 1],
    [neck.x + 34, neck.y + 54, 1],
    [neck.x + 8, neck.y + depth, 1],
    [neck.x + 20, neck.y + 36],
  ];
  return sheet.piece(far, fill, { lift: 2 }) + sheet.piece(near, fill, { lift: 3 });
}

/** The shirt or skin between two lapels. */
export function throat(sheet: Sheet, { neck: n }: Skeleton, fill: string): string {
  const wedge: Point[] = [
    [n.x - 30, n.y + 6, 1],
    [n.x + 32, n.y + 6, 1],
    [n.x + 12, n.y + 118, 1],
  ];
  return sheet.piece(wedge, fill, { lift: 0 });
}
