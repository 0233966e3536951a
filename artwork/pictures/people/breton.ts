import { bareArm, neckAndHead, onHead } from "../body.ts";
import { papers, skins } from "../palette.ts";
import { pose } from "../skeleton.ts";
import { breton } from "../textiles.ts";
import { shoe, sleeve, torsoOutline, trouserLeg } from "../wardrobe.ts";
import { type Passerby, tall } from "./figure.ts";

/** Round hair, Breton jersey, very wide denim, white trainers. */
export const inBreton: Passerby = (sheet, angles) => {
  const s = pose(angles, tall);
  const jersey = breton(sheet, { ground: papers.cream, figure: papers.ink, size: 24, angle: -3 });
  const arm = breton(sheet, { ground: papers.cream, figure: papers.ink, size: 24, angle: -18 });
  return [
    bareArm(sheet, s.farArm, 1.1, skins.cocoa, "open"),
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
