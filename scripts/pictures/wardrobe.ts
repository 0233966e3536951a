import { ellipse, type Point } from "./geometry.ts";
import { papers } from "./palette.ts";
import type { Sheet } from "./sheet.ts";
import { type Arm, type Leg, reach, type Skeleton, type Spot } from "./skeleton.ts";

const mid = (a: Spot, b: Spot, t: number): Spot => ({
  x: a.x + (b.x - a.x) * t,
  y: a.y + (b.y - a.y) * t,
});

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

export interface TrouserCut {
  thigh: number;
  knee: number;
  hem: number;
  /** Where it ends between knee (0) and ankle (1). */
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

function turned(origin: Spot, angle: number, outline: readonly Point[]): Point[] {
  const a = (angle * Math.PI) / 180;
  return outline.map(([x, y, corner]): Point => {
    const px = origin.x + x * Math.cos(a) - y * Math.sin(a);
    const py = origin.y + x * Math.sin(a) + y * Math.cos(a);
    return corner ? [px, py, 1] : [px, py];
  });
}

/** The foot turns with the shin as soon as the heel leaves the ground. */
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
  /** Where it ends: 1 the wrist, 0.5 the elbow. */
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

export function bareArm(sheet: Sheet, arm: Arm, girth: number, skin: string): string {
  const { shoulder, elbow, wrist } = arm;
  const hand = reach(wrist, arm.fore + 6, 44);
  const palm = reach(wrist, arm.fore, 22);
  return sheet.limb(
    [
      [shoulder.x, shoulder.y, 34 * girth],
      [mid(shoulder, elbow, 0.5).x, mid(shoulder, elbow, 0.5).y, 29 * girth],
      [elbow.x, elbow.y, 24 * girth],
      [wrist.x, wrist.y, 15 * girth],
      [palm.x, palm.y, 21 * girth],
      [hand.x, hand.y, 8],
    ],
    skin,
    { lift: 3, roundEnd: true, step: 12 },
  );
}

export interface TorsoCut {
  /** Added on each side over the body, in units. */
  ease?: number;
  /** How far the hem hangs under the pelvis; negative ends above it. */
  hem: number;
  flare?: number;
  /** How far the hem trails behind. */
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
  const throat: Point = [
    neck.x + 8,
    neck.y + (cut.neck === "deep" ? 84 : cut.neck === "high" ? -12 : 26),
    cut.neck === "deep" ? 1 : undefined,
  ] as unknown as Point;
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

/** Three-quarter profile: one nose, one chin, no features. */
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

/** Anything worn on or growing from the head, drawn around its centre. */
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

export function ring(x: number, y: number, r: number, color: string, width: number): string {
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${color}" stroke-width="${width}"/>`;
}

export function button(sheet: Sheet, x: number, y: number, r: number, fill: string): string {
  return sheet.piece(ellipse(x, y, r, r), fill, { lift: 1.5, step: 6, wobble: 0.6 });
}
