import { mid, turned } from "./body.ts";
import { ellipse, type Point } from "./geometry.ts";
import type { Sheet } from "./sheet.ts";
import type { Arm, Leg, Skeleton, Spot } from "./skeleton.ts";

export interface TrouserCut {
  thigh: number;
  knee: number;
  hem: number;
  /** Where the leg of the trousers ends, between knee (0) and ankle (1). */
  length?: number;
}

export function trouserLeg(sheet: Sheet, leg: Leg, cut: TrouserCut, fill: string): string {
  const { hip, knee, ankle } = leg;
  const end = mid(knee, ankle, cut.length ?? 1);
  const high = mid(hip, knee, 0.45);
  const shin = mid(knee, end, 0.55);
  return sheet.limb(
    [
      [hip.x, hip.y - 30, cut.thigh * 0.96],
      [high.x, high.y, cut.thigh],
      [knee.x, knee.y, cut.knee],
      [shin.x, shin.y, (cut.knee + cut.hem) / 2],
      [end.x, end.y, cut.hem],
    ],
    fill,
    { lift: 4 },
  );
}

/** The angle of the foot, which turns with the shin as soon as the heel leaves the ground. */
const footTurn = (leg: Leg) => (leg.shin < -8 ? (-leg.shin - 8) * 1.15 : Math.min(0, -leg.shin * 0.9));

const shoes = {
  sneaker: [
    [-20, -16, 1],
    [14, -16],
    [40, 2],
    [62, 8],
    [68, 22, 1],
    [-24, 22, 1],
    [-26, 6],
  ],
  boot: [
    [-19, -92, 1],
    [21, -92, 1],
    [18, -22],
    [44, -2],
    [66, 8],
    [68, 20, 1],
    [4, 20, 1],
    [0, 12, 1],
    [-6, 22, 1],
    [-24, 22, 1],
    [-22, -10],
  ],
  heel: [
    [-12, -14, 1],
    [12, -8],
    [40, 8],
    [70, 18],
    [66, 23, 1],
    [36, 22],
    [4, 8],
    [-8, 14],
    [-9, 26, 1],
    [-15, 26, 1],
    [-20, 4],
  ],
  loafer: [
    [-18, -6, 1],
    [10, -8],
    [34, 2],
    [62, 8],
    [66, 20, 1],
    [2, 20, 1],
    [0, 16, 1],
    [-6, 22, 1],
    [-22, 22, 1],
  ],
} satisfies Record<string, Point[]>;

export type Shoe = keyof typeof shoes;

export function shoe(sheet: Sheet, leg: Leg, kind: Shoe, fill: string, sole?: string): string {
  const turn = footTurn(leg);
  const upper = sheet.piece(turned(leg.ankle, turn, shoes[kind]), fill, { lift: 3, step: 12 });
  if (!sole) return upper;
  const strip: Point[] = [
    [-26, 14, 1],
    [67, 14, 1],
    [70, 24, 1],
    [-27, 24, 1],
  ];
  return upper + sheet.piece(turned(leg.ankle, turn, strip), sole, { lift: 0 });
}

export interface SleeveCut {
  top: number;
  elbow: number;
  cuff: number;
  /** Where the sleeve ends: 1 at the wrist, 0.5 at the elbow. */
  length?: number;
}

export function sleeve(sheet: Sheet, arm: Arm, cut: SleeveCut, fill: string, lift = 5): string {
  const { shoulder, elbow, wrist } = arm;
  const length = cut.length ?? 1;
  const start: Spot = { x: shoulder.x, y: shoulder.y - 4 };
  if (length <= 0.5) {
    const end = mid(shoulder, elbow, length * 2);
    return sheet.limb(
      [
        [start.x, start.y, cut.top],
        [end.x, end.y, cut.cuff],
      ],
      fill,
      { lift },
    );
  }
  const end = mid(elbow, wrist, (length - 0.5) * 2);
  const high = mid(shoulder, elbow, 0.5);
  return sheet.limb(
    [
      [start.x, start.y, cut.top * 0.9],
      [high.x, high.y, cut.top],
      [elbow.x, elbow.y, cut.elbow],
      [end.x, end.y, cut.cuff],
    ],
    fill,
    { lift },
  );
}

export interface TorsoCut {
  /** Extra width on each side of the body, in units. */
  ease?: number;
  /** The distance of the hem below the pelvis; negative for a hem above it. */
  hem: number;
  flare?: number;
  /** How far the hem extends backwards. */
  trail?: number;
  neck?: "round" | "deep" | "high";
}

/** The outline of anything worn on the body, from neck to hem. */
export function torsoOutline(s: Skeleton, cut: TorsoCut): Point[] {
  const { neck, waist, pelvis, build, nearArm, farArm } = s;
  const ease = cut.ease ?? 0;
  const flare = cut.flare ?? 0;
  const trail = cut.trail ?? 0;
  const hemY = pelvis.y + cut.hem;
  const collar = cut.neck === "high" ? -14 : 4;
  const throat: Point =
    cut.neck === "deep"
      ? [neck.x + 8, neck.y + 84, 1]
      : [neck.x + 8, neck.y + (cut.neck === "high" ? -12 : 26)];
  const long = cut.hem > 60;
  const near: Point[] = [
    [nearArm.shoulder.x - 14 - ease * 0.6, nearArm.shoulder.y - 2],
    [nearArm.shoulder.x - 8 - ease, nearArm.shoulder.y + 66],
    [waist.x - build.waist - ease, waist.y],
    [pelvis.x - build.hip - ease - flare * 0.1, pelvis.y + Math.min(0, cut.hem)],
  ];
  const far: Point[] = [
    [pelvis.x + build.hip + ease * 0.8 + flare * 0.1, pelvis.y + Math.min(0, cut.hem)],
    [waist.x + build.waist * 0.86 + ease * 0.8, waist.y],
    [farArm.shoulder.x + 12 + ease * 0.8, farArm.shoulder.y + 62],
    [farArm.shoulder.x + 12 + ease * 0.6, farArm.shoulder.y],
  ];
  const hem: Point[] = long
    ? [
        [pelvis.x - build.hip - ease - flare - trail, hemY, 1],
        [pelvis.x - trail * 0.3, hemY + 14],
        [pelvis.x + build.hip + ease + flare - trail * 0.4, hemY - 4, 1],
      ]
    : [
        [pelvis.x - build.hip - ease - flare - trail, hemY, 1],
        [pelvis.x + build.hip + ease * 0.8 + flare, hemY - 4, 1],
      ];
  const base = long || cut.hem > 0 ? near : near.slice(0, 3);
  const baseFar = long || cut.hem > 0 ? far : far.slice(1);
  return [
    [neck.x - 24, neck.y + collar, 1],
    ...base,
    ...hem,
    ...baseFar,
    [neck.x + 28, neck.y + collar, 1],
    throat,
  ];
}

export function button(sheet: Sheet, x: number, y: number, r: number, fill: string): string {
  return sheet.piece(ellipse(x, y, r, r), fill, { lift: 1.5, step: 6, wobble: 0.6 });
}
