import { box, ellipse, type Point } from "./geometry.ts";
import { papers, skins } from "./palette.ts";
import type { Sheet } from "./sheet.ts";
import { type Build, type Pose, pose, type Skeleton, slender } from "./skeleton.ts";
import { breton, dots, gingham, herringbone, houndstooth, pinstripe } from "./textiles.ts";
import {
  bareArm,
  bareLeg,
  neckAndHead,
  onHead,
  shoe,
  sleeve,
  sunglasses,
  torsoOutline,
  trouserLeg,
} from "./wardrobe.ts";

/** Someone who walks by: drawn on y = 0, facing right, about 900 units high. */
export type Passerby = (sheet: Sheet, angles: Pose) => string;

const stout: Build = { ...slender, shoulder: 78, waist: 90, hip: 100, girth: 1.45, leg: 0.94 };
const tall: Build = { ...slender, shoulder: 76, waist: 50, hip: 54, girth: 1.12, leg: 1.05, torso: 1.04 };
const small: Build = { ...slender, shoulder: 58, waist: 46, leg: 0.88, torso: 0.92 };

function lapel(sheet: Sheet, s: Skeleton, fill: string, depth: number): string {
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

/** Silver bun, camel herringbone coat to the calf, pink trousers, a red bag. */
export const inCamelCoat: Passerby = (sheet, angles) => {
  const s = pose(angles);
  const tweed = herringbone(sheet, { ground: papers.camel, figure: "#a87f52", size: 26 });
  const tweedArm = herringbone(sheet, { ground: papers.camel, figure: "#a87f52", size: 26, angle: 14 });
  const { wrist } = s.nearArm;
  const handle: Point[] = [
    [wrist.x - 20, wrist.y + 84],
    [wrist.x - 16, wrist.y + 34],
    [wrist.x + 4, wrist.y + 22],
    [wrist.x + 26, wrist.y + 36],
    [wrist.x + 34, wrist.y + 84],
  ];
  const bag: Point[] = [
    [wrist.x - 40, wrist.y + 78, 1],
    [wrist.x + 52, wrist.y + 72, 1],
    [wrist.x + 62, wrist.y + 146, 1],
    [wrist.x - 46, wrist.y + 152, 1],
  ];
  return [
    bareArm(sheet, s.farArm, 1, skins.porcelain),
    sleeve(sheet, s.farArm, { top: 48, elbow: 42, cuff: 38, length: 0.94 }, "#a87f52"),
    shoe(sheet, s.farLeg, "boot", papers.ink),
    trouserLeg(sheet, s.farLeg, { thigh: 70, knee: 58, hem: 62, length: 0.92 }, papers.pinkDark),
    shoe(sheet, s.nearLeg, "boot", papers.ink),
    trouserLeg(sheet, s.nearLeg, { thigh: 76, knee: 60, hem: 66, length: 0.92 }, papers.pink),
    sheet.piece(torsoOutline(s, { ease: 16, hem: 330, flare: 34, trail: 34, neck: "deep" }), tweed, {
      lift: 6,
    }),
    sheet.line(
      [
        [s.neck.x + 8, s.neck.y + 110],
        [s.pelvis.x + 20, s.pelvis.y],
        [s.pelvis.x + 16, s.pelvis.y + 330],
      ],
      "#7d5c39",
      3,
    ),
    neckAndHead(sheet, s, skins.porcelain),
    sheet.piece(
      [
        [s.neck.x - 34, s.neck.y - 12],
        [s.neck.x + 30, s.neck.y - 18],
        [s.neck.x + 36, s.neck.y + 20],
        [s.neck.x - 30, s.neck.y + 30],
      ],
      papers.cream,
      { lift: 3 },
    ),
    lapel(sheet, s, tweedArm, 128),
    onHead(sheet, s, ellipse(-42, -30, 20, 19), "#b9b4ac"),
    onHead(
      sheet,
      s,
      [
        [-30, 6],
        [-36, -22],
        [-20, -50],
        [8, -54],
        [32, -42],
        [36, -26, 1],
        [8, -30],
        [-6, -12],
        [-14, 10, 1],
      ],
      "#cfcac2",
    ),
    sunglasses(sheet, s),
    bareArm(sheet, s.nearArm, 1, skins.porcelain),
    sleeve(sheet, s.nearArm, { top: 56, elbow: 48, cuff: 46, length: 0.94 }, tweedArm),
    sheet.line(handle, papers.redDark, 6),
    sheet.piece(bag, papers.red, { lift: 5 }),
    sheet.line(
      [
        [wrist.x - 42, wrist.y + 104],
        [wrist.x + 56, wrist.y + 98],
      ],
      papers.redDark,
      4,
    ),
  ].join("");
};

/** Round hair, Breton jersey, very wide denim, white trainers. */
export const inBreton: Passerby = (sheet, angles) => {
  const s = pose(angles, tall);
  const jersey = breton(sheet, { ground: papers.cream, figure: papers.ink, size: 24, angle: -3 });
  const arm = breton(sheet, { ground: papers.cream, figure: papers.ink, size: 24, angle: -18 });
  return [
    bareArm(sheet, s.farArm, 1.1, skins.cocoa),
    sleeve(sheet, s.farArm, { top: 50, elbow: 42, cuff: 38, length: 0.86 }, arm),
    shoe(sheet, s.farLeg, "sneaker", papers.cream, papers.sand),
    trouserLeg(sheet, s.farLeg, { thigh: 88, knee: 92, hem: 104, length: 0.97 }, papers.denimDark),
    shoe(sheet, s.nearLeg, "sneaker", papers.cream, papers.red),
    trouserLeg(sheet, s.nearLeg, { thigh: 96, knee: 96, hem: 112, length: 0.97 }, papers.denim),
    sheet.line(
      [
        [s.nearLeg.hip.x - 30, s.nearLeg.hip.y + 10],
        [s.nearLeg.knee.x - 34, s.nearLeg.knee.y],
      ],
      papers.denimLight,
      2.5,
    ),
    neckAndHead(sheet, s, skins.cocoa),
    sheet.piece(torsoOutline(s, { ease: 10, hem: 34, flare: 4 }), jersey, { lift: 5 }),
    onHead(
      sheet,
      s,
      [
        [-18, 26],
        [-46, 12],
        [-62, -22],
        [-50, -62],
        [-14, -84],
        [26, -78],
        [50, -50],
        [44, -26],
        [34, -22, 1],
        [14, -24],
        [-4, -8],
        [-8, 14, 1],
      ],
      papers.ink,
    ),
    bareArm(sheet, s.nearArm, 1.1, skins.cocoa),
    sleeve(sheet, s.nearArm, { top: 56, elbow: 48, cuff: 42, length: 0.86 }, arm),
  ].join("");
};

/** Black bob, full gingham dress, ankle boots, ochre clutch. */
export const inGingham: Passerby = (sheet, angles) => {
  const s = pose(angles, stout);
  const cloth = gingham(sheet, { ground: papers.cream, figure: papers.red, size: 30, angle: 4 });
  const skirt = gingham(sheet, { ground: papers.cream, figure: papers.red, size: 34, angle: -6 });
  const { pelvis, waist } = s;
  const bell: Point[] = [
    [waist.x - 72, waist.y, 1],
    [waist.x + 66, waist.y - 4, 1],
    [pelvis.x + 128, pelvis.y + 130],
    [pelvis.x + 158, pelvis.y + 292, 1],
    [pelvis.x + 60, pelvis.y + 312],
    [pelvis.x - 50, pelvis.y + 300],
    [pelvis.x - 182, pelvis.y + 310, 1],
    [pelvis.x - 128, pelvis.y + 120],
  ];
  return [
    bareArm(sheet, s.farArm, 1.25, skins.honey),
    bareLeg(sheet, s.farLeg, 1.25, skins.honey),
    shoe(sheet, s.farLeg, "boot", papers.ink),
    bareLeg(sheet, s.nearLeg, 1.25, skins.honey),
    shoe(sheet, s.nearLeg, "boot", papers.ink),
    neckAndHead(sheet, s, skins.honey),
    sheet.piece(torsoOutline(s, { ease: 4, hem: -60, neck: "deep" }), cloth, { lift: 4 }),
    sheet.piece(bell, skirt, { lift: 6 }),
    sheet.piece(box(waist.x - 96, waist.y - 14, 180, 26, -2), papers.ink, { lift: 3 }),
    onHead(
      sheet,
      s,
      [
        [-40, 34, 1],
        [-52, -4],
        [-46, -44],
        [-8, -62],
        [34, -52],
        [42, -18, 1],
        [14, -20, 1],
        [-4, -12],
        [-2, 34, 1],
      ],
      papers.ink,
    ),
    onHead(sheet, s, ellipse(4, 40, 7, 7), papers.ochre, 2),
    bareArm(sheet, s.nearArm, 1.35, skins.honey),
    sleeve(sheet, s.nearArm, { top: 88, elbow: 90, cuff: 62, length: 0.34 }, cloth),
  ].join("");
};

/** Cap, huge ochre jacket, sage shorts, long socks. */
export const inOchreJacket: Passerby = (sheet, angles) => {
  const s = pose(angles, small);
  const sock = breton(sheet, { ground: papers.cream, figure: papers.petrol, size: 20 });
  return [
    bareArm(sheet, s.farArm, 1, skins.apricot),
    sleeve(sheet, s.farArm, { top: 72, elbow: 76, cuff: 50, length: 0.96 }, papers.ochreDark),
    bareLeg(sheet, s.farLeg, 1, skins.apricot),
    trouserLeg(sheet, { ...s.farLeg, hip: s.farLeg.knee }, { thigh: 34, knee: 34, hem: 26 }, sock),
    shoe(sheet, s.farLeg, "sneaker", papers.petrol, papers.cream),
    trouserLeg(sheet, s.farLeg, { thigh: 84, knee: 92, hem: 98, length: 0.12 }, papers.sageDark),
    bareLeg(sheet, s.nearLeg, 1, skins.apricot),
    trouserLeg(sheet, { ...s.nearLeg, hip: s.nearLeg.knee }, { thigh: 36, knee: 36, hem: 28 }, sock),
    shoe(sheet, s.nearLeg, "sneaker", papers.petrol, papers.cream),
    trouserLeg(sheet, s.nearLeg, { thigh: 90, knee: 98, hem: 104, length: 0.12 }, papers.sage),
    neckAndHead(sheet, s, skins.apricot),
    sheet.piece(torsoOutline(s, { ease: 34, hem: 56, flare: -8, neck: "high" }), papers.ochre, { lift: 6 }),
    sheet.line(
      [
        [s.neck.x + 12, s.neck.y + 24],
        [s.pelvis.x + 14, s.pelvis.y + 54],
      ],
      papers.ochreDark,
      3.5,
    ),
    sheet.piece(box(s.pelvis.x - 84, s.pelvis.y + 38, 164, 24, -1), papers.ink, { lift: 2 }),
    onHead(
      sheet,
      s,
      [
        [-34, 22, 1],
        [-40, -10],
        [-28, -30],
        [-10, -20],
        [-12, 16, 1],
      ],
      papers.brown,
    ),
    onHead(
      sheet,
      s,
      [
        [-38, -20, 1],
        [-34, -48],
        [-4, -62],
        [28, -52],
        [36, -26, 1],
        [72, -20],
        [74, -12, 1],
        [30, -16],
      ],
      papers.red,
    ),
    bareArm(sheet, s.nearArm, 1, skins.apricot),
    sleeve(sheet, s.nearArm, { top: 84, elbow: 88, cuff: 56, length: 0.96 }, papers.ochre),
    sheet.piece(box(s.nearArm.wrist.x - 30, s.nearArm.wrist.y - 16, 58, 18, -s.nearArm.fore), papers.ink, {
      lift: 2,
    }),
  ].join("");
};

/** Petrol headscarf, long sage coat, cream trousers, red shoes. */
export const inSageCoat: Passerby = (sheet, angles) => {
  const s = pose(angles);
  const spots = dots(sheet, { ground: papers.petrol, figure: papers.pink, size: 22, angle: 20 });
  const { neck, waist, pelvis } = s;
  return [
    bareArm(sheet, s.farArm, 1, skins.chestnut),
    sleeve(sheet, s.farArm, { top: 54, elbow: 52, cuff: 54, length: 0.96 }, papers.sageDark),
    shoe(sheet, s.farLeg, "heel", papers.red),
    trouserLeg(sheet, s.farLeg, { thigh: 82, knee: 82, hem: 98, length: 0.95 }, papers.sand),
    shoe(sheet, s.nearLeg, "heel", papers.red),
    trouserLeg(sheet, s.nearLeg, { thigh: 88, knee: 86, hem: 106, length: 0.95 }, papers.cream),
    neckAndHead(sheet, s, skins.chestnut),
    sheet.piece(torsoOutline(s, { ease: 14, hem: 300, flare: 52, trail: 46 }), papers.sage, { lift: 6 }),
    sheet.piece(
      [
        [pelvis.x + 24, pelvis.y - 70, 1],
        [pelvis.x + 36, pelvis.y + 120],
        [pelvis.x + 10, pelvis.y + 308, 1],
        [pelvis.x + 4, pelvis.y + 306, 1],
        [pelvis.x + 22, pelvis.y + 120],
      ],
      papers.sageDark,
      { lift: 0 },
    ),
    sheet.piece(
      [
        [waist.x - 62, waist.y - 10, 1],
        [waist.x + 54, waist.y - 14, 1],
        [waist.x + 54, waist.y + 16, 1],
        [waist.x - 62, waist.y + 20, 1],
      ],
      papers.sageDark,
      { lift: 3 },
    ),
    sheet.piece(
      [
        [waist.x + 20, waist.y, 1],
        [waist.x + 44, waist.y + 4],
        [waist.x + 62, waist.y + 120, 1],
        [waist.x + 38, waist.y + 124, 1],
      ],
      papers.sageDark,
      { lift: 3 },
    ),
    sheet.piece(
      [
        [neck.x - 56, neck.y + 40],
        [neck.x - 30, neck.y - 26],
        [neck.x + 26, neck.y - 28],
        [neck.x + 56, neck.y + 36],
        [neck.x + 44, neck.y + 92],
        [neck.x - 12, neck.y + 112],
        [neck.x - 52, neck.y + 84],
      ],
      spots,
      { lift: 4 },
    ),
    onHead(
      sheet,
      s,
      [
        [-4, 56, 1],
        [-40, 36],
        [-50, -8],
        [-38, -52],
        [4, -66],
        [36, -50],
        [40, -26, 1],
        [18, -24],
        [4, -4],
        [10, 30],
        [30, 50, 1],
      ],
      spots,
    ),
    bareArm(sheet, s.nearArm, 1, skins.chestnut),
    sleeve(sheet, s.nearArm, { top: 62, elbow: 60, cuff: 62, length: 0.96 }, papers.sage),
  ].join("");
};

/** White beard, hat, houndstooth suit, ochre scarf. */
export const inHoundstooth: Passerby = (sheet, angles) => {
  const s = pose(angles, { ...tall, waist: 62, hip: 62 });
  const weave = { ground: papers.cream, figure: papers.ink };
  const jacket = houndstooth(sheet, { ...weave, size: 30 });
  const arm = houndstooth(sheet, { ...weave, size: 30, angle: 12 });
  const leg = houndstooth(sheet, { ...weave, size: 30, angle: -10 });
  const scarf = pinstripe(sheet, { ground: papers.ochre, figure: papers.redDark, size: 22, angle: 80 });
  const { neck } = s;
  return [
    bareArm(sheet, s.farArm, 1, skins.apricot),
    sleeve(sheet, s.farArm, { top: 54, elbow: 48, cuff: 44, length: 0.95 }, arm),
    shoe(sheet, s.farLeg, "loafer", papers.brown),
    trouserLeg(sheet, s.farLeg, { thigh: 82, knee: 70, hem: 66, length: 0.93 }, leg),
    shoe(sheet, s.nearLeg, "loafer", papers.brown),
    trouserLeg(sheet, s.nearLeg, { thigh: 90, knee: 74, hem: 70, length: 0.93 }, leg),
    sheet.piece(torsoOutline(s, { ease: 12, hem: 84, flare: 8, neck: "deep" }), jacket, { lift: 6 }),
    sheet.line(
      [
        [neck.x + 8, neck.y + 84],
        [s.pelvis.x + 22, s.pelvis.y + 80],
      ],
      papers.ink,
      4,
    ),
    neckAndHead(sheet, s, skins.apricot),
    sheet.piece(
      [
        [neck.x - 12, neck.y + 24, 1],
        [neck.x + 26, neck.y + 18, 1],
        [neck.x + 40, neck.y + 190, 1],
        [neck.x - 8, neck.y + 196, 1],
      ],
      scarf,
      { lift: 4 },
    ),
    sheet.piece(
      [
        [neck.x - 44, neck.y + 26],
        [neck.x - 30, neck.y - 16],
        [neck.x + 34, neck.y - 14],
        [neck.x + 44, neck.y + 26],
        [neck.x, neck.y + 46],
      ],
      papers.ochre,
      { lift: 4 },
    ),
    onHead(
      sheet,
      s,
      [
        [-14, 4, 1],
        [6, 12],
        [34, 12, 1],
        [38, 34],
        [28, 66],
        [8, 66],
        [-10, 40],
      ],
      papers.cream,
    ),
    onHead(
      sheet,
      s,
      [
        [-62, -14],
        [-34, -32],
        [20, -34],
        [62, -24],
        [60, -16],
        [0, -18],
      ],
      papers.petrolDark,
    ),
    onHead(
      sheet,
      s,
      [
        [-38, -26, 1],
        [-34, -74],
        [0, -68],
        [28, -78],
        [36, -30, 1],
      ],
      papers.petrol,
    ),
    onHead(
      sheet,
      s,
      [
        [-39, -38, 1],
        [36, -42, 1],
        [37, -28, 1],
        [-39, -24, 1],
      ],
      papers.red,
      0,
    ),
    bareArm(sheet, s.nearArm, 1, skins.apricot),
    sleeve(sheet, s.nearArm, { top: 60, elbow: 54, cuff: 48, length: 0.95 }, arm),
  ].join("");
};

export const passersby: readonly Passerby[] = [
  inCamelCoat,
  inBreton,
  inGingham,
  inOchreJacket,
  inSageCoat,
  inHoundstooth,
];
