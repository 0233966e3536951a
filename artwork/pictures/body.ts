import type { Point } from "./geometry.ts";
import { drawHand, type Hand } from "./hands.ts";
import { papers } from "./palette.ts";
import type { Sheet } from "./sheet.ts";
import type { Arm, Leg, Skeleton, Spot } from "./skeleton.ts";

export const mid = (a: Spot, b: Spot, t: number): Spot => ({
  x: a.x + (b.x - a.x) * t,
  y: a.y + (b.y - a.y) * t,
});

export function turned(origin: Spot, angle: number, outline: readonly Point[]): Point[] {
  const a = (angle * Math.PI) / 180;
  return outline.map(([x, y, corner]): Point => {
    const px = origin.x + x * Math.cos(a) - y * Math.sin(a);
    const py = origin.y + x * Math.sin(a) + y * Math.cos(a);
    return corner ? [px, py, 1] : [px, py];
  });
}

/** A bare leg or a tight stocking. */
export function bareLeg(sheet: Sheet, leg: Leg, girth: number, fill: string): string {
  const { hip, knee, ankle } = leg;
  const calf = mid(knee, ankle, 0.3);
  return sheet.limb(
    [
      [hip.x, hip.y, 62 * girth],
      [mid(hip, knee, 0.5).x, mid(hip, knee, 0.5).y, 50 * girth],
      [knee.x, knee.y, 34 * girth],
      [calf.x - 3, calf.y, 36 * girth],
      [ankle.x, ankle.y, 18 * girth],
    ],
    fill,
  );
}

export function bareArm(sheet: Sheet, arm: Arm, girth: number, skin: string, hand: Hand = "relaxed"): string {
  const { shoulder, elbow, wrist } = arm;
  const limb = sheet.limb(
    [
      [shoulder.x, shoulder.y, 34 * girth],
      [mid(shoulder, elbow, 0.5).x, mid(shoulder, elbow, 0.5).y, 29 * girth],
      [elbow.x, elbow.y, 24 * girth],
      [wrist.x, wrist.y, 16 * girth],
    ],
    skin,
    { lift: 3, step: 12 },
  );
  return limb + drawHand(sheet, arm, girth, skin, hand);
}

export function neckAndHead(sheet: Sheet, s: Skeleton, skin: string): string {
  const { neck, head } = s;
  const jaw = { x: head.x - 2, y: head.y + 22 };
  const stem = sheet.limb(
    [
      [neck.x + 2, neck.y + 46, 54],
      [neck.x + 2, neck.y + 6, 36],
      [jaw.x, jaw.y, 33],
    ],
    skin,
    { lift: 0 },
  );
  return stem + sheet.piece(headOutline(s), skin, { lift: 3, step: 9, wobble: 0.8 });
}

/** The outline of the head in three-quarter profile, with nose and chin and without other features. */
function headOutline(s: Skeleton): Point[] {
  const outline: Point[] = [
    [-30, -14],
    [-24, -40],
    [2, -50],
    [26, -42],
    [34, -22],
    [33, -10],
    [43, 6, 1],
    [34, 10],
    [35, 20],
    [31, 26],
    [32, 36],
    [20, 47],
    [4, 42],
    [-10, 28],
    [-24, 12],
  ];
  return turned(
    s.head,
    s.nod + s.lean * 0.5,
    outline.map(([x, y, c]): Point => {
      const k = 0.88 * s.build.head;
      return c ? [x * k, y * k, 1] : [x * k, y * k];
    }),
  );
}

/** Draws hair or a hat around the centre of the head. */
export function onHead(sheet: Sheet, s: Skeleton, outline: readonly Point[], fill: string, lift = 3): string {
  return sheet.piece(turned(s.head, s.nod + s.lean * 0.5, outline), fill, { lift, step: 11, wobble: 1 });
}

export function sunglasses(sheet: Sheet, s: Skeleton, fill: string = papers.ink): string {
  const lens: Point[] = [
    [8, -18, 1],
    [34, -18, 1],
    [34, -4],
    [24, 2],
    [12, 0],
  ];
  const arm: Point[] = [
    [-22, -16, 1],
    [10, -18, 1],
    [10, -12, 1],
    [-22, -12, 1],
  ];
  return onHead(sheet, s, arm, fill, 0) + onHead(sheet, s, lens, fill, 0);
}
