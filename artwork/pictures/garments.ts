import { box, ellipse, type Point } from "./geometry.ts";
import { papers } from "./palette.ts";
import type { Sheet } from "./sheet.ts";
import { breton, gingham, herringbone, houndstooth } from "./textiles.ts";
import { button } from "./wardrobe.ts";

/** Garments that lie flat, each drawn around its middle. The comments give their sizes. */
export type Garment = (sheet: Sheet) => string;

const mirrored = (half: readonly Point[]): Point[] => [
  ...half,
  ...half.map(([x, y, c]): Point => (c ? [-x, y, 1] : [-x, y])).reverse(),
];

/** About 520 by 720. */
export const coat: Garment = (sheet) => {
  const cloth = herringbone(sheet, { ground: papers.red, figure: papers.redDark, size: 34 });
  const arm = (side: 1 | -1) => {
    const angled = herringbone(sheet, {
      ground: papers.red,
      figure: papers.redDark,
      size: 34,
      angle: side * -16,
    });
    const outline: Point[] = [
      [110, -318],
      [170, -286],
      [226, -60],
      [266, 150, 1],
      [192, 176, 1],
      [140, 0],
      [104, -160],
    ];
    return sheet.piece(
      outline.map(([x, y, c]): Point => (c ? [x * side, y, 1] : [x * side, y])),
      angled,
      { lift: 5 },
    );
  };
  const body = mirrored([
    [-40, -340, 1],
    [-112, -322],
    [-138, -280],
    [-124, -100],
    [-140, 100],
    [-184, 366, 1],
    [-60, 378],
  ]);
  const front: Point[] = [
    [0, -190, 1],
    [14, -60],
    [16, 376, 1],
    [-4, 376, 1],
    [-2, -60],
  ];
  const lapel = (side: 1 | -1): Point[] => [
    [24 * side, -350, 1],
    [66 * side, -340, 1],
    [96 * side, -262, 1],
    [70 * side, -244, 1],
    [74 * side, -222, 1],
    [4 * side, -140, 1],
    [14 * side, -250],
  ];
  return [
    arm(-1),
    arm(1),
    sheet.piece(body, cloth, { lift: 7 }),
    sheet.piece(
      [
        [-46, -346, 1],
        [46, -346, 1],
        [20, -240],
        [2, -170, 1],
        [-18, -240],
      ],
      papers.pink,
      { lift: 0 },
    ),
    sheet.piece(front, papers.redDark, { lift: 0 }),
    sheet.piece(lapel(-1), papers.red, { lift: 4 }),
    sheet.piece(lapel(1), papers.red, { lift: 4 }),
    sheet.piece(box(-128, 66, 92, 28, -8), papers.red, { lift: 4 }),
    sheet.piece(box(40, 66, 92, 28, 8), papers.red, { lift: 4 }),
    ...[-90, 0, 90].map((y) => button(sheet, 34, y, 12, papers.ink)),
  ].join("");
};

/** About 420 by 400. */
export const jersey: Garment = (sheet) => {
  const weave = { ground: papers.cream, figure: papers.denimDark, size: 34 };
  const arm = (side: 1 | -1) => {
    const outline: Point[] = [
      [92, -186],
      [140, -160],
      [190, 0],
      [214, 120, 1],
      [150, 138, 1],
      [112, 20],
      [90, -60],
    ];
    return sheet.piece(
      outline.map(([x, y, c]): Point => (c ? [x * side, y, 1] : [x * side, y])),
      breton(sheet, { ...weave, angle: side * -20 }),
      { lift: 4 },
    );
  };
  const body = mirrored([
    [-56, -196, 1],
    [-104, -182],
    [-118, -140],
    [-104, 0],
    [-112, 190, 1],
  ]);
  return (
    arm(-1) +
    arm(1) +
    sheet.piece(body, breton(sheet, weave), { lift: 6 }) +
    sheet.piece(ellipse(0, -194, 52, 20), papers.denimDark, { lift: 0 })
  );
};

/** About 300 by 520. */
export const dress: Garment = (sheet) => {
  const cloth = gingham(sheet, { ground: papers.cream, figure: papers.sageDark, size: 36, angle: 3 });
  const body = mirrored([
    [-34, -250, 1],
    [-70, -256, 1],
    [-84, -150],
    [-58, -60],
    [-100, 60],
    [-152, 240, 1],
    [-50, 256],
  ]);
  return [
    sheet.piece(body, cloth, { lift: 6 }),
    sheet.piece(ellipse(0, -250, 36, 34), papers.sand, { lift: 0 }),
    sheet.piece(box(-62, -74, 124, 24, -1), papers.red, { lift: 2 }),
  ].join("");
};

/** A swatch with pinked edges, about 180 square. */
export const swatch: Garment = (sheet) => {
  const teeth: Point[] = [];
  for (let side = 0; side < 4; side += 1) {
    for (let i = 0; i < 12; i += 1) {
      const [along, out] = [-90 + i * 15, i % 2 === 0 ? 90 : 80];
      const turn = [
        [along, -out],
        [out, along],
        [-along, out],
        [-out, -along],
      ] as const;
      const [x, y] = turn[side] ?? [0, 0];
      teeth.push([x, y, 1]);
    }
  }
  return sheet.piece(
    teeth,
    houndstooth(sheet, { ground: papers.cream, figure: papers.ink, size: 40, angle: 8 }),
    { lift: 4 },
  );
};

/** About 360 by 200, without the hook above it. */
export const hanger: Garment = (sheet) =>
  [
    sheet.line(
      [
        [0, -18],
        [0, -54],
        [30, -78],
        [30, -112],
        [0, -132],
        [-32, -116],
      ],
      papers.ink,
      11,
    ),
    sheet.piece(
      [
        [0, -26],
        [30, -8],
        [184, 92],
        [186, 116],
        [160, 122],
        [0, 22, 1],
        [-160, 122],
        [-186, 116],
        [-184, 92],
        [-30, -8],
      ],
      papers.camel,
      { lift: 6 },
    ),
  ].join("");
