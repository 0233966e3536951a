import type { Point } from "./geometry.ts";
import { papers } from "./palette.ts";
import type { Sheet } from "./sheet.ts";
import type { Arm } from "./skeleton.ts";

/** A right hand that hangs from its wrist, the thumb in front: x forward, y along the forearm. */
const outlines = {
  relaxed: [
    [-8, -10, 1],
    [8, -10, 1],
    [12, 6],
    [20, 18],
    [22, 30],
    [16, 34],
    [12, 25, 1],
    [14, 40],
    [9, 53],
    [0, 58],
    [-8, 50],
    [-12, 34],
    [-11, 10],
  ],
  open: [
    [-8, -10, 1],
    [8, -10, 1],
    [13, 6],
    [26, 13],
    [30, 20, 1],
    [16, 24],
    [14, 29, 1],
    [21, 53],
    [15, 57, 1],
    [8, 36, 1],
    [8, 61],
    [1, 62, 1],
    [0, 37, 1],
    [-5, 58],
    [-11, 56, 1],
    [-7, 34, 1],
    [-16, 48],
    [-20, 44, 1],
    [-13, 18],
    [-11, 6],
  ],
  holding: [
    [-8, -10, 1],
    [8, -10, 1],
    [14, 4],
    [22, 10],
    [21, 24],
    [13, 34],
    [-4, 37],
    [-14, 28],
    [-14, 10],
  ],
  /** The visible part of a hand in a pocket. */
  pocket: [
    [-8, -10, 1],
    [8, -10, 1],
    [12, 12],
    [12, 40, 1],
    [-12, 40, 1],
    [-12, 12],
  ],
} satisfies Record<string, Point[]>;

export type Hand = keyof typeof outlines;

export function drawHand(sheet: Sheet, arm: Arm, girth: number, skin: string, kind: Hand): string {
  const angle = (arm.fore * Math.PI) / 180;
  const place = ([x, y, corner]: Point): Point => {
    const px = arm.wrist.x + (x * Math.cos(angle) + y * Math.sin(angle)) * girth;
    const py = arm.wrist.y + (y * Math.cos(angle) - x * Math.sin(angle)) * girth;
    return corner ? [px, py, 1] : [px, py];
  };
  const hand = sheet.piece(outlines[kind].map(place), skin, { lift: 2, step: 9, wobble: 0.7 });
  if (kind !== "holding") return hand;
  const fingers = [14, 21, 28].map((y) =>
    sheet.line([place([-13, y]), place([5, y + 1])], papers.ink, 1.8, 30),
  );
  return `${hand}<g opacity=".3">${fingers.join("")}</g>`;
}
