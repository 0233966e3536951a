import { bareArm, bareLeg, neckAndHead, onHead } from "../body.ts";
import { box, ellipse, type Point } from "../geometry.ts";
import { papers, skins } from "../palette.ts";
import type { Sheet } from "../sheet.ts";
import { pose, type Skeleton } from "../skeleton.ts";
import { gingham } from "../textiles.ts";
import { shoe, sleeve, torsoOutline } from "../wardrobe.ts";
import { type Passerby, stout, throat } from "./figure.ts";

const clutch = (sheet: Sheet) =>
  sheet.piece(box(-58, 4, 116, 66), papers.ochre, { lift: 4, step: 30 }) +
  sheet.piece(
    [
      [-58, 4, 1],
      [58, 4, 1],
      [44, 34, 1],
      [-44, 34, 1],
    ],
    papers.ochreDark,
    { lift: 2, step: 30 },
  );

const wristOf = ({ nearArm: { wrist } }: Skeleton) => ({ x: wrist.x + 6, y: wrist.y + 4 });

/** Black bob, full gingham dress, ankle boots, ochre clutch. */
export const inGingham: Passerby = (sheet, angles) => {
  const s = pose(angles, stout);
  const cloth = gingham(sheet, { ground: papers.cream, figure: papers.red, size: 30, angle: 4 });
  const skirt = gingham(sheet, { ground: papers.cream, figure: papers.red, size: 34, angle: -6 });
  const { pelvis, waist } = s;
  const bell: Point[] = [
    [waist.x - 108, waist.y, 1],
    [waist.x + 90, waist.y - 4, 1],
    [pelvis.x + 146, pelvis.y + 130],
    [pelvis.x + 172, pelvis.y + 292, 1],
    [pelvis.x + 60, pelvis.y + 312],
    [pelvis.x - 50, pelvis.y + 300],
    [pelvis.x - 194, pelvis.y + 310, 1],
    [pelvis.x - 152, pelvis.y + 120],
  ];
  return [
    bareArm(sheet, s.farArm, 1.25, skins.honey),
    bareLeg(sheet, s.farLeg, 1.25, skins.honey),
    shoe(sheet, s.farLeg, "boot", papers.ink),
    bareLeg(sheet, s.nearLeg, 1.25, skins.honey),
    shoe(sheet, s.nearLeg, "boot", papers.ink),
    neckAndHead(sheet, s, skins.honey),
    throat(sheet, s, skins.honey),
    sheet.piece(torsoOutline(s, { ease: 22, hem: -92, neck: "deep" }), cloth, { lift: 4 }),
    sheet.piece(bell, skirt, { lift: 6 }),
    sheet.piece(box(waist.x - 114, waist.y - 14, 208, 28, -2), papers.ink, { lift: 3 }),
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
    sheet.group(clutch(sheet), { ...wristOf(s), rotate: 8 }),
    bareArm(sheet, s.nearArm, 1.35, skins.honey, "holding"),
    sleeve(sheet, s.nearArm, { top: 88, elbow: 90, cuff: 62, length: 0.34 }, cloth),
  ].join("");
};
