import { bareArm, neckAndHead, onHead } from "../body.ts";
import { box, ellipse } from "../geometry.ts";
import { papers, skins } from "../palette.ts";
import type { Sheet } from "../sheet.ts";
import { type Pose, pose, slender } from "../skeleton.ts";
import { breton, dots } from "../textiles.ts";
import { shoe, sleeve, torsoOutline, trouserLeg } from "../wardrobe.ts";

const showing: Pose = {
  lean: -3,
  nod: 8,
  nearLeg: [-6, 2],
  farLeg: [16, 14],
  nearArm: [22, 96],
  farArm: [-24, 70],
};

/** A person in front of a mirror: spotted shirt, ochre trousers, platform trainers. */
export function beforeTheMirror(sheet: Sheet, angles: Pose = showing): string {
  const s = pose(angles, { ...slender, shoulder: 66, waist: 50 });
  const shirt = dots(sheet, { ground: papers.denim, figure: papers.cream, size: 34, angle: 12 });
  const arm = dots(sheet, { ground: papers.denim, figure: papers.cream, size: 34, angle: 52 });
  const scarf = breton(sheet, { ground: papers.red, figure: papers.pink, size: 16, angle: 30 });
  const { neck: n, waist: w, nearArm } = s;
  const { wrist } = nearArm;
  const phone = box(wrist.x + 8, wrist.y - 66, 42, 80, 8);
  return [
    bareArm(sheet, s.farArm, 1, skins.cocoa),
    sleeve(sheet, s.farArm, { top: 66, elbow: 70, cuff: 58, length: 0.9 }, papers.denimDark),
    shoe(sheet, s.farLeg, "sneaker", papers.cream, papers.red),
    trouserLeg(sheet, s.farLeg, { thigh: 92, knee: 102, hem: 112, length: 0.94 }, papers.ochreDark),
    shoe(sheet, s.nearLeg, "sneaker", papers.cream, papers.red),
    trouserLeg(sheet, s.nearLeg, { thigh: 104, knee: 108, hem: 120, length: 0.94 }, papers.ochre),
    sheet.line(
      [
        [s.nearLeg.hip.x + 6, s.nearLeg.hip.y + 30],
        [s.nearLeg.knee.x + 4, s.nearLeg.knee.y],
        [s.nearLeg.ankle.x + 2, s.nearLeg.ankle.y - 22],
      ],
      papers.ochreDark,
      3,
    ),
    neckAndHead(sheet, s, skins.cocoa),
    sheet.piece(torsoOutline(s, { ease: 18, hem: 40, flare: 14, neck: "round" }), shirt, { lift: 6 }),
    sheet.piece(box(w.x - 58, w.y + 70, 120, 20, -3), papers.ink, { lift: 0 }),
    sheet.piece(
      [
        [n.x - 40, n.y + 22],
        [n.x - 28, n.y - 8],
        [n.x + 32, n.y - 12],
        [n.x + 42, n.y + 18],
        [n.x + 10, n.y + 40],
      ],
      scarf,
      { lift: 3 },
    ),
    sheet.piece(
      [
        [n.x + 2, n.y + 26, 1],
        [n.x + 30, n.y + 24, 1],
        [n.x + 58, n.y + 96, 1],
        [n.x + 16, n.y + 104, 1],
      ],
      scarf,
      { lift: 3 },
    ),
    onHead(
      sheet,
      s,
      [
        [-20, 20],
        [-46, 8],
        [-50, -26],
        [-30, -58],
        [8, -64],
        [38, -48],
        [36, -26, 1],
        [12, -28],
        [-8, -8],
      ],
      papers.ink,
    ),
    onHead(sheet, s, ellipse(-30, -72, 32, 28), papers.ink),
    onHead(sheet, s, ellipse(-6, 36, 9, 9), papers.red, 2),
    sheet.piece(phone, papers.ink, { lift: 4, step: 30 }),
    bareArm(sheet, nearArm, 1.15, skins.cocoa, "holding"),
    sleeve(sheet, nearArm, { top: 76, elbow: 76, cuff: 62, length: 0.9 }, arm, 6),
  ].join("");
}
