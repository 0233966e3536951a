import type { Garment } from "./garments.ts";
import { box, ellipse, type Point } from "./geometry.ts";
import { papers } from "./palette.ts";
import type { Sheet } from "./sheet.ts";
import { button } from "./wardrobe.ts";

/** About 300 by 360 units. */
export const boot: Garment = (sheet) => {
  const shaft: Point[] = [
    [-70, -180, 1],
    [62, -184, 1],
    [50, -40],
    [62, 40],
    [120, 78],
    [168, 108],
    [172, 142, 1],
    [-66, 142, 1],
    [-78, 60],
    [-58, -40],
  ];
  const sole: Point[] = [
    [-80, 136, 1],
    [178, 136, 1],
    [182, 160, 1],
    [20, 162, 1],
    [6, 152, 1],
    [-10, 184, 1],
    [-82, 184, 1],
  ];
  const gusset: Point[] = [
    [-12, -100, 1],
    [34, -104, 1],
    [26, -10],
    [6, 30],
    [-14, -10],
  ];
  return [
    sheet.piece(shaft, papers.ink, { lift: 6 }),
    sheet.piece(sole, papers.ochre, { lift: 4 }),
    sheet.piece(gusset, papers.soot, { lift: 0 }),
    sheet.piece(box(-76, -196, 22, 44, -4), papers.red, { lift: 2 }),
  ].join("");
};

/** About 300 by 300 units. */
export const bag: Garment = (sheet) =>
  [
    sheet.line(
      [
        [-86, -50],
        [-70, -150],
        [0, -190],
        [70, -150],
        [86, -50],
      ],
      papers.brown,
      16,
    ),
    sheet.piece(
      [
        [-140, -56, 1],
        [140, -60, 1],
        [156, 60],
        [120, 130],
        [-120, 134],
        [-154, 60],
      ],
      papers.ochre,
      { lift: 7 },
    ),
    sheet.piece(
      [
        [-142, -60, 1],
        [142, -64, 1],
        [128, 10],
        [0, 54],
        [-128, 14],
      ],
      papers.ochreDark,
      { lift: 5 },
    ),
    button(sheet, 0, 34, 14, papers.ink),
  ].join("");

/** About 300 by 110 units. */
export const glasses: Garment = (sheet) => {
  const lens = (x: number): Point[] => [
    [x - 62, -34, 1],
    [x + 60, -38, 1],
    [x + 58, 6],
    [x + 26, 46],
    [x - 22, 46],
    [x - 58, 8],
  ];
  return [
    sheet.piece(lens(-78), papers.ink, { lift: 4, step: 12 }),
    sheet.piece(lens(78), papers.ink, { lift: 4, step: 12 }),
    sheet.piece(
      [
        [-24, -26, 1],
        [24, -28, 1],
        [24, -12, 1],
        [-24, -10, 1],
      ],
      papers.ink,
      { lift: 2 },
    ),
    sheet.piece(
      [
        [-116, -14, 1],
        [-84, -16, 1],
        [-104, 22, 1],
        [-114, 12, 1],
      ],
      papers.denimLight,
      { lift: 0 },
    ),
    sheet.piece(
      [
        [42, -14, 1],
        [74, -16, 1],
        [54, 22, 1],
        [44, 12, 1],
      ],
      papers.denimLight,
      { lift: 0 },
    ),
  ].join("");
};

/** About 380 by 200 units. */
export const hat: Garment = (sheet) =>
  [
    sheet.piece(
      [
        [-190, 50],
        [-110, 20],
        [0, 12],
        [110, 16],
        [190, 40],
        [150, 72],
        [0, 92],
        [-140, 84],
      ],
      papers.petrolDark,
      { lift: 6 },
    ),
    sheet.piece(
      [
        [-104, 48, 1],
        [-96, -60],
        [-50, -104],
        [0, -84],
        [50, -108],
        [94, -64],
        [104, 44, 1],
        [0, 60],
      ],
      papers.petrol,
      { lift: 4 },
    ),
    sheet.piece(
      [
        [-105, 8, 1],
        [0, 22],
        [104, 4, 1],
        [105, 42, 1],
        [0, 60],
        [-105, 46, 1],
      ],
      papers.ochre,
      { lift: 0 },
    ),
  ].join("");

export function pin(sheet: Sheet, x: number, y: number, fill: string = papers.red): string {
  return (
    sheet.line(
      [
        [x + 3, y + 4],
        [x + 10, y + 22],
      ],
      papers.soot,
      3,
    ) + sheet.piece(ellipse(x, y, 13, 13), fill, { lift: 5, step: 7 })
  );
}
