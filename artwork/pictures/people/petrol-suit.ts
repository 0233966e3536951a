import { bareArm, neckAndHead, onHead } from "../body.ts";
import { box } from "../geometry.ts";
import { papers, skins } from "../palette.ts";
import type { Sheet } from "../sheet.ts";
import { type Pose, pose, slender } from "../skeleton.ts";
import { pinstripe } from "../textiles.ts";
import { button, shoe, sleeve, torsoOutline, trouserLeg } from "../wardrobe.ts";

const following: Pose = {
  lean: 2,
  nod: -2,
  nearLeg: [-20, 20],
  farLeg: [24, 5],
  nearArm: [-14, 40],
  farArm: [20, 16],
};

/** The person in the background of the hero: petrol pinstripe suit, pink shirt, cropped by the edge. */
export function inPetrolSuit(sheet: Sheet): string {
  const s = pose(following, {
    ...slender,
    shoulder: 88,
    waist: 60,
    hip: 60,
    girth: 1.15,
    torso: 1.06,
    leg: 1.04,
  });
  const cloth = pinstripe(sheet, { ground: papers.petrol, figure: "#3d7079", size: 24, angle: 2 });
  const arm = pinstripe(sheet, { ground: papers.petrol, figure: "#3d7079", size: 24, angle: -14 });
  const leg = pinstripe(sheet, { ground: papers.petrol, figure: "#3d7079", size: 24, angle: 18 });
  const { neck: n, pelvis: p, waist: w } = s;
  return [
    shoe(sheet, s.farLeg, "loafer", papers.brown),
    trouserLeg(sheet, s.farLeg, { thigh: 100, knee: 96, hem: 100 }, papers.petrolDark),
    trouserLeg(sheet, s.nearLeg, { thigh: 108, knee: 104, hem: 108 }, leg),
    sleeve(sheet, s.farArm, { top: 66, elbow: 58, cuff: 54 }, papers.petrolDark),
    sheet.piece(torsoOutline(s, { ease: 4, hem: -20, neck: "round" }), papers.pink, { lift: 2 }),
    sheet.piece(torsoOutline(s, { ease: 22, hem: 110, flare: 8, neck: "deep" }), cloth, { lift: 7 }),
    neckAndHead(sheet, s, skins.honey),
    sheet.piece(
      [
        [n.x - 30, n.y - 6, 1],
        [n.x + 4, n.y + 44, 1],
        [n.x + 32, n.y - 8, 1],
        [n.x + 26, n.y + 90],
        [n.x + 8, n.y + 130, 1],
        [n.x - 16, n.y + 80],
      ],
      papers.pink,
      { lift: 0 },
    ),
    sheet.piece(
      [
        [n.x - 34, n.y - 12, 1],
        [n.x - 66, n.y + 56, 1],
        [n.x - 40, n.y + 80, 1],
        [n.x + 16, n.y + 200, 1],
        [n.x - 6, n.y + 90],
      ],
      papers.petrolDark,
      { lift: 4 },
    ),
    sheet.piece(
      [
        [n.x + 32, n.y - 10, 1],
        [n.x + 62, n.y + 52, 1],
        [n.x + 44, n.y + 76, 1],
        [n.x + 16, n.y + 200, 1],
        [n.x + 20, n.y + 90],
      ],
      papers.petrolDark,
      { lift: 4 },
    ),
    button(sheet, w.x - 2, w.y + 24, 9, papers.ochre),
    button(sheet, w.x + 44, w.y + 22, 9, papers.ochre),
    button(sheet, w.x - 2, p.y + 6, 9, papers.ochre),
    onHead(
      sheet,
      s,
      [
        [-30, 18, 1],
        [-46, -12],
        [-42, -46],
        [-14, -68],
        [22, -70],
        [48, -52],
        [36, -34],
        [10, -34],
        [-8, -14],
        [-14, 14, 1],
      ],
      papers.brown,
    ),
    sheet.piece(box(n.x + 56, n.y + 112, 34, 20, -10), papers.cream, { lift: 2 }),
    bareArm(sheet, s.nearArm, 1.1, skins.honey, "pocket"),
    sleeve(sheet, s.nearArm, { top: 76, elbow: 66, cuff: 60, length: 0.93 }, arm, 7),
    sheet.piece(box(s.nearArm.wrist.x - 20, s.nearArm.wrist.y + 8, 104, 66, -8), cloth, { lift: 0 }),
    sheet.piece(box(s.nearArm.wrist.x - 22, s.nearArm.wrist.y + 4, 108, 14, -8), papers.petrolDark, {
      lift: 3,
    }),
    onHead(
      sheet,
      s,
      [
        [-16, 2, 1],
        [-4, 16],
        [14, 20],
        [34, 16, 1],
        [36, 26],
        [32, 42],
        [16, 56],
        [-4, 46],
        [-18, 24],
      ],
      papers.brown,
      0,
    ),
  ].join("");
}
