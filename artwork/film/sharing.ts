import { box, type Point } from "../pictures/geometry.ts";
import { papers } from "../pictures/palette.ts";
import { inBreton } from "../pictures/people/breton.ts";
import { inHoundstooth } from "../pictures/people/houndstooth.ts";
import { beforeTheMirror } from "../pictures/people/spotted-shirt.ts";
import { inVermilion } from "../pictures/people/vermilion.ts";
import type { Sheet } from "../pictures/sheet.ts";
import { stride } from "../pictures/skeleton.ts";
import { type Scene, title } from "./scene.ts";
import { land, mix, settle } from "./timing.ts";

const feed = [
  { paper: papers.ochre, draw: (s: Sheet) => beforeTheMirror(s) },
  { paper: papers.denimLight, draw: (s: Sheet) => inVermilion(s) },
  { paper: papers.sage, draw: (s: Sheet) => inHoundstooth(s, stride(0.2)) },
  { paper: papers.pink, draw: (s: Sheet) => inBreton(s, stride(0.28)) },
];

function heart(sheet: Sheet, x: number, y: number, scale: number): string {
  const outline: Point[] = [
    [0, 70, 1],
    [-76, 0],
    [-70, -62],
    [-30, -70],
    [0, -34, 1],
    [30, -70],
    [70, -62],
    [76, 0],
  ];
  return scale === 0
    ? ""
    : sheet.group(sheet.piece(outline, papers.red, { lift: 7 }), { x, y, scale, rotate: -10 });
}

/** A phone of black paper. It shows several outfits one after the other, and one of them gets a like. */
export const sharing: Scene = {
  start: 9.2,
  ground: papers.sand,
  sweep: papers.red,
  draw(sheet, t) {
    const rise = land(t, 0.1, 0.5);
    const scroll = (settle(t, 0.75, 0.4) + settle(t, 1.45, 0.4)) * 520;
    const screen = box(-148, -288, 296, 576);
    const pages = feed.map(({ paper, draw }, i) => {
      const y = i * 520 - scroll;
      const page = sheet.piece(box(-134, y - 272, 268, 500), paper, { lift: 4, step: 60, wobble: 3 });
      return y > 700 || y < -700 ? "" : page + sheet.group(draw(sheet), { x: -6, y: y + 214, scale: 0.5 });
    });
    const phone = [
      sheet.piece(
        [
          [-166, -300],
          [-150, -314],
          [150, -314],
          [166, -300],
          [166, 300],
          [150, 314],
          [-150, 314],
          [-166, 300],
        ],
        papers.ink,
        { lift: 10, step: 60 },
      ),
      sheet.piece(screen, papers.paper, { lift: 0, step: 60 }),
      sheet.inside(screen, pages.join("")),
      sheet.piece(box(-46, -304, 92, 10), papers.soot, { lift: 0 }),
    ].join("");
    return [
      sheet.piece(box(700, -60, 480, 900, 4), papers.pink, { lift: 7, step: 90, wobble: 7 }),
      sheet.piece(box(-60, 520, 760, 300, -3), papers.sage, { lift: 7, step: 90, wobble: 7 }),
      title("Partagez", { x: mix(-700, 84, land(t, 0.4, 0.4)), y: 300, size: 132, fill: papers.ink }),
      title("vos looks.", { x: mix(-700, 84, land(t, 0.6, 0.4)), y: 432, size: 132, fill: papers.red }),
      sheet.group(phone, { x: 920, y: mix(1150, 366, rise), rotate: mix(14, 5, rise) }),
      heart(sheet, 1092, 250, land(t, 1.2, 0.3)),
      heart(sheet, 760, 470, 0.66 * land(t, 1.9, 0.3)),
    ].join("");
  },
};
