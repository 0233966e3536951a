import { bareArm, neckAndHead, onHead, sunglasses } from "../body.ts";
import { ellipse, type Point } from "../geometry.ts";
import { papers, skins } from "../palette.ts";
import { pose } from "../skeleton.ts";
import { herringbone } from "../textiles.ts";
import { shoe, sleeve, torsoOutline, trouserLeg } from "../wardrobe.ts";
import { lapel, type Passerby, throat } from "./figure.ts";

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
    throat(sheet, s, papers.cream),
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
    bareArm(sheet, s.nearArm, 1, skins.porcelain, "holding"),
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
