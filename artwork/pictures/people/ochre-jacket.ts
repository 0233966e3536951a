import { bareArm, bareLeg, neckAndHead, onHead } from "../body.ts";
import { box } from "../geometry.ts";
import { papers, skins } from "../palette.ts";
import { pose } from "../skeleton.ts";
import { breton } from "../textiles.ts";
import { shoe, sleeve, torsoOutline, trouserLeg } from "../wardrobe.ts";
import { type Passerby, small } from "./figure.ts";

/** Cap, huge ochre jacket, sage shorts, long socks. */
export const inOchreJacket: Passerby = (sheet, angles) => {
  const s = pose(angles, small);
  const sock = breton(sheet, { ground: papers.cream, figure: papers.petrol, size: 20 });
  return [
    bareArm(sheet, s.farArm, 1, skins.apricot, "open"),
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
