import { bareArm, neckAndHead, onHead, sunglasses } from "../body.ts";
import { ellipse, type Point } from "../geometry.ts";
import { papers, skins } from "../palette.ts";
import type { Sheet } from "../sheet.ts";
import { type Pose, pose, slender } from "../skeleton.ts";
import { houndstooth, stripes } from "../textiles.ts";
import { button, shoe, sleeve, torsoOutline, trouserLeg } from "../wardrobe.ts";

const leading: Pose = {
  lean: 4,
  nod: -6,
  nearLeg: [27, 7],
  farLeg: [-19, 22],
  nearArm: [-30, 46],
  farArm: [7, 5],
};

/** The person in the foreground of the hero: waving vermilion coat, houndstooth trousers, black hat. */
export function inVermilion(sheet: Sheet, angles: Pose = leading): string {
  const s = pose(angles, { ...slender, shoulder: 66 });
  const check = houndstooth(sheet, { ground: papers.cream, figure: papers.ink, size: 46, angle: -18 });
  const checkFar = houndstooth(sheet, { ground: "#d9cfbe", figure: papers.ink, size: 46, angle: 12 });
  const { neck: n, pelvis: p, waist: w, nearArm, farArm } = s;
  const lining = stripes(sheet, { ground: papers.cream, figure: papers.denim, size: 34, angle: 24 });
  const tail: Point[] = [
    [w.x - 40, w.y - 30],
    [p.x - 130, p.y + 90],
    [p.x - 268, p.y + 250],
    [p.x - 330, p.y + 330, 1],
    [p.x - 190, p.y + 372],
    [p.x - 40, p.y + 366, 1],
    [p.x + 60, p.y + 40, 1],
  ];
  const farFront: Point[] = [
    [n.x + 22, n.y - 2, 1],
    [farArm.shoulder.x + 22, farArm.shoulder.y - 8],
    [farArm.shoulder.x + 34, farArm.shoulder.y + 80],
    [w.x + 74, w.y],
    [p.x + 116, p.y + 120],
    [p.x + 196, p.y + 300, 1],
    [p.x + 122, p.y + 330, 1],
    [p.x + 66, p.y + 80],
    [w.x + 36, w.y - 10],
    [n.x + 20, n.y + 70],
  ];
  const nearFront: Point[] = [
    [n.x - 26, n.y - 8, 1],
    [nearArm.shoulder.x - 26, nearArm.shoulder.y - 8],
    [nearArm.shoulder.x - 40, nearArm.shoulder.y + 90],
    [w.x - 84, w.y + 10],
    [p.x - 130, p.y + 100],
    [p.x - 226, p.y + 290],
    [p.x - 250, p.y + 350, 1],
    [p.x - 120, p.y + 366],
    [p.x - 16, p.y + 344, 1],
    [p.x + 16, p.y + 120],
    [w.x + 12, w.y + 10],
    [n.x + 4, n.y + 104, 1],
    [n.x - 10, n.y + 40],
  ];
  const collar: Point[] = [
    [n.x - 22, n.y - 34, 1],
    [n.x - 56, n.y - 2],
    [n.x - 84, n.y + 62, 1],
    [n.x - 54, n.y + 84, 1],
    [n.x - 58, n.y + 104, 1],
    [n.x + 6, n.y + 168, 1],
    [n.x + 2, n.y + 70],
    [n.x - 12, n.y + 6],
  ];
  const collarFar: Point[] = [
    [n.x + 26, n.y - 30, 1],
    [n.x + 52, n.y],
    [n.x + 78, n.y + 52, 1],
    [n.x + 56, n.y + 70, 1],
    [n.x + 58, n.y + 90, 1],
    [n.x + 24, n.y + 150, 1],
    [n.x + 26, n.y + 60],
  ];
  const fold = (points: Point[]) => sheet.piece(points, papers.redDark, { lift: 0, step: 26 });
  return [
    sheet.piece(tail, lining, { lift: 6 }),
    bareArm(sheet, farArm, 1.1, skins.chestnut, "open"),
    sleeve(sheet, farArm, { top: 74, elbow: 72, cuff: 82, length: 0.92 }, papers.redDark),
    shoe(sheet, s.farLeg, "boot", papers.ink),
    trouserLeg(sheet, s.farLeg, { thigh: 92, knee: 108, hem: 132, length: 0.98 }, checkFar),
    shoe(sheet, s.nearLeg, "boot", papers.ink),
    trouserLeg(sheet, s.nearLeg, { thigh: 100, knee: 116, hem: 146, length: 0.98 }, check),
    neckAndHead(sheet, s, skins.chestnut),
    sheet.piece(torsoOutline(s, { ease: 2, hem: -16, neck: "high" }), papers.ink, { lift: 4 }),
    sheet.piece(
      [
        [n.x - 28, n.y - 20],
        [n.x + 30, n.y - 26],
        [n.x + 36, n.y + 14],
        [n.x - 30, n.y + 22],
      ],
      papers.soot,
      { lift: 3 },
    ),
    sheet.piece(farFront, papers.red, { lift: 6 }),
    sheet.piece(collarFar, papers.red, { lift: 4 }),
    sheet.piece(nearFront, papers.red, { lift: 8 }),
    fold([
      [w.x - 70, w.y + 40, 1],
      [p.x - 90, p.y + 140],
      [p.x - 168, p.y + 352, 1],
      [p.x - 196, p.y + 344, 1],
      [p.x - 110, p.y + 130],
    ]),
    fold([
      [w.x - 26, w.y + 80, 1],
      [p.x - 44, p.y + 180],
      [p.x - 84, p.y + 362, 1],
      [p.x - 98, p.y + 362, 1],
      [p.x - 58, p.y + 170],
    ]),
    sheet.piece(collar, papers.red, { lift: 6 }),
    button(sheet, w.x - 14, w.y + 2, 9, papers.ink),
    button(sheet, p.x - 16, p.y + 4, 9, papers.ink),
    onHead(
      sheet,
      s,
      [
        [-22, 20, 1],
        [-46, 22],
        [-60, 4],
        [-52, -20],
        [-24, -30],
        [-6, -18],
        [-12, 6],
      ],
      papers.ink,
    ),
    sunglasses(sheet, s),
    onHead(sheet, s, ellipse(-6, 34, 8, 8), papers.ochre, 2),
    onHead(
      sheet,
      s,
      [
        [-96, 2],
        [-50, -30],
        [16, -40],
        [84, -34],
        [98, -22],
        [56, -16],
        [-20, -8],
        [-70, 12],
      ],
      papers.ink,
      5,
    ),
    onHead(
      sheet,
      s,
      [
        [-46, -22, 1],
        [-44, -66],
        [-26, -86],
        [4, -78],
        [26, -88],
        [42, -64],
        [44, -32, 1],
      ],
      papers.ink,
    ),
    onHead(
      sheet,
      s,
      [
        [-47, -34, 1],
        [44, -50, 1],
        [45, -34, 1],
        [-47, -18, 1],
      ],
      papers.ochre,
      0,
    ),
    bag(sheet, nearArm.wrist.x + 6, nearArm.wrist.y + 40),
    bareArm(sheet, nearArm, 1.1, skins.chestnut, "holding"),
    sleeve(sheet, nearArm, { top: 88, elbow: 86, cuff: 92, length: 0.9 }, papers.red, 8),
    fold([
      [nearArm.elbow.x + 38, nearArm.elbow.y - 8, 1],
      [nearArm.elbow.x + 2, nearArm.elbow.y + 2],
      [nearArm.elbow.x - 24, nearArm.elbow.y - 4, 1],
      [nearArm.elbow.x + 2, nearArm.elbow.y - 12],
    ]),
    fold([
      [nearArm.elbow.x + 34, nearArm.elbow.y + 10, 1],
      [nearArm.elbow.x + 8, nearArm.elbow.y + 34],
      [nearArm.elbow.x - 6, nearArm.elbow.y + 40, 1],
      [nearArm.elbow.x + 8, nearArm.elbow.y + 22],
    ]),
  ].join("");
}

function bag(sheet: Sheet, x: number, y: number): string {
  const body: Point[] = [
    [x - 96, y + 4, 1],
    [x + 66, y - 14],
    [x + 78, y + 70],
    [x + 44, y + 104],
    [x - 64, y + 112],
    [x - 100, y + 76],
  ];
  const flap: Point[] = [
    [x - 98, y + 2, 1],
    [x + 68, y - 16, 1],
    [x + 62, y + 34],
    [x - 12, y + 62],
    [x - 88, y + 44],
  ];
  const strap: Point[] = [
    [x - 58, y + 4],
    [x - 30, y - 26],
    [x + 4, y - 32],
    [x + 34, y - 10],
  ];
  return (
    sheet.line(strap, papers.brown, 9) +
    sheet.piece(body, papers.ochreDark, { lift: 6 }) +
    sheet.piece(flap, papers.ochre, { lift: 4 }) +
    button(sheet, x - 10, y + 48, 10, papers.ink)
  );
}
