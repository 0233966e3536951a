import { bareArm, neckAndHead, onHead } from "../body.ts";
import { papers, skins } from "../palette.ts";
import type { Sheet } from "../sheet.ts";
import { type Pose, pose } from "../skeleton.ts";
import { dots } from "../textiles.ts";
import { shoe, sleeve, torsoOutline, trouserLeg } from "../wardrobe.ts";

/** Petrol headscarf, long sage coat, cream trousers, red shoes by default. */
export function inSageCoat(sheet: Sheet, angles: Pose, shoes: string = papers.red): string {
  const s = pose(angles);
  const spots = dots(sheet, { ground: papers.petrol, figure: papers.pink, size: 22, angle: 20 });
  const { neck, waist, pelvis } = s;
  return [
    bareArm(sheet, s.farArm, 1, skins.chestnut),
    sleeve(sheet, s.farArm, { top: 54, elbow: 52, cuff: 54, length: 0.96 }, papers.sageDark),
    shoe(sheet, s.farLeg, "heel", shoes),
    trouserLeg(sheet, s.farLeg, { thigh: 82, knee: 82, hem: 98, length: 0.95 }, papers.sand),
    shoe(sheet, s.nearLeg, "heel", shoes),
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
    bareArm(sheet, s.nearArm, 1, skins.chestnut, "open"),
    sleeve(sheet, s.nearArm, { top: 62, elbow: 60, cuff: 62, length: 0.96 }, papers.sage),
  ].join("");
}
