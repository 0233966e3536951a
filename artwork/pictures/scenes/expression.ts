import { box, type Point } from "../geometry.ts";
import { papers } from "../palette.ts";
import { beforeTheMirror } from "../people/spotted-shirt.ts";
import { createSheet } from "../sheet.ts";
import { stripes } from "../textiles.ts";

function mirrorFrame(): Point[] {
  return [
    [500, 1120, 1],
    [500, 330],
    [560, 170],
    [710, 96],
    [860, 170],
    [920, 330],
    [924, 1120, 1],
  ];
}

/** A person who photographs an outfit in a mirror, 1000 by 1250. */
export function expressionPicture(): string {
  const sheet = createSheet(1000, 1250, 47);
  const frame = mirrorFrame();
  const glass = frame.map(([x, y, c]): Point => {
    const [gx, gy] = [710 + (x - 710) * 0.89, 640 + (y - 640) * 0.945];
    return c ? [gx, gy, 1] : [gx, gy];
  });
  const wall = stripes(sheet, { ground: papers.pink, figure: "#eab9ab", size: 120 });
  const gleam = (x: number, w: number): Point[] => [
    [x, 0, 1],
    [x + w, 0, 1],
    [x + w - 420, 1250, 1],
    [x - 420, 1250, 1],
  ];
  return sheet.svg(
    [
      sheet.piece(box(-40, -40, 1080, 1100), wall, { lift: 0, step: 200 }),
      sheet.piece(
        [
          [-40, 1040, 1],
          [500, 1052],
          [1040, 1034, 1],
          [1040, 1300, 1],
          [-40, 1300, 1],
        ],
        papers.sage,
        { lift: 5, step: 80, wobble: 6 },
      ),
      sheet.piece(frame, papers.red, { lift: 10, step: 26, wobble: 2.4 }),
      sheet.piece(glass, papers.denimLight, { lift: 0, step: 26, wobble: 2 }),
      sheet.inside(
        glass,
        [
          sheet.piece(
            [
              [400, 990, 1],
              [1000, 984, 1],
              [1000, 1200, 1],
              [400, 1200, 1],
            ],
            papers.sageDark,
            { lift: 0 },
          ),
          sheet.group(beforeTheMirror(sheet), { x: 738, y: 1064, scale: 0.86, flip: true }),
          `<g opacity=".2">${sheet.piece(gleam(800, 60), papers.cream, { lift: 0 })}${sheet.piece(gleam(1010, 120), papers.cream, { lift: 0 })}</g>`,
        ].join(""),
      ),
      sheet.group(beforeTheMirror(sheet), { x: 268, y: 1330, scale: 1.3 }),
    ].join(""),
    papers.pink,
  );
}
