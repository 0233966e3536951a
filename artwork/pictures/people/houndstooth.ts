import { bareArm, neckAndHead, onHead, turned } from "../body.ts";
import { ellipse } from "../geometry.ts";
import { papers, skins } from "../palette.ts";
import { pose } from "../skeleton.ts";
import { houndstooth, pinstripe } from "../textiles.ts";
import { shoe, sleeve, torsoOutline, trouserLeg } from "../wardrobe.ts";
import { type Passerby, tall } from "./figure.ts";

/** White beard, round glasses, hat, houndstooth suit, ochre scarf. */
export const inHoundstooth: Passerby = (sheet, angles) => {
  const s = pose(angles, { ...tall, waist: 62, hip: 62 });
  const weave = { ground: papers.cream, figure: papers.ink };
  const jacket = houndstooth(sheet, { ...weave, size: 30 });
  const arm = houndstooth(sheet, { ...weave, size: 30, angle: 12 });
  const leg = houndstooth(sheet, { ...weave, size: 30, angle: -10 });
  const scarf = pinstripe(sheet, { ground: papers.ochre, figure: papers.redDark, size: 22, angle: 80 });
  const { neck } = s;
  return [
    bareArm(sheet, s.farArm, 1.1, skins.apricot, "open"),
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
        [-17, -6, 1],
        [-2, 14],
        [16, 19],
        [30, 13, 1],
        [37, 20],
        [33, 27, 1],
        [41, 40],
        [34, 62],
        [18, 74],
        [0, 58],
        [-15, 28],
      ],
      papers.cream,
    ),
    onHead(
      sheet,
      s,
      [
        [-34, -22, 1],
        [-37, -2],
        [-30, 14],
        [-16, 6],
        [-12, -22, 1],
      ],
      papers.cream,
      0,
    ),
    sheet.line(
      turned(s.head, s.nod + s.lean * 0.5, [...ellipse(23, -7, 9, 9), [32, -7], [-14, -11]]),
      papers.ink,
      2.6,
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
    bareArm(sheet, s.nearArm, 1.1, skins.apricot),
    sleeve(sheet, s.nearArm, { top: 60, elbow: 54, cuff: 48, length: 0.95 }, arm),
  ].join("");
};
