import { pin } from "../accessories.ts";
import { hanger } from "../garments.ts";
import { box, type Point } from "../geometry.ts";
import { papers } from "../palette.ts";
import { createSheet } from "../sheet.ts";
import { breton, dots } from "../textiles.ts";

/** A letter with a button as its seal; 800 by 640. */
export function contactPicture(): string {
  const sheet = createSheet(800, 640, 83);
  const lining = dots(sheet, { ground: papers.pink, figure: papers.red, size: 34, angle: 15 });
  const envelope = [
    sheet.piece(box(-250, -150, 500, 330), papers.denim, { lift: 9, step: 60, wobble: 4 }),
    sheet.piece(
      [
        [-250, -150, 1],
        [250, -150, 1],
        [0, -330, 1],
      ],
      lining,
      { lift: 5, step: 50 },
    ),
    sheet.piece(
      [
        [-170, -250, 1],
        [176, -262, 1],
        [182, 30, 1],
        [-166, 34, 1],
      ],
      papers.cream,
      { lift: 5, step: 50, wobble: 3 },
    ),
    ...[-200, -160, -120, -80].map((y, i) =>
      sheet.line(
        [
          [-120, y],
          [i === 3 ? 20 : 130, y - 4],
        ],
        i === 0 ? papers.red : papers.camel,
        i === 0 ? 10 : 6,
      ),
    ),
    sheet.piece(
      [
        [-252, -148, 1],
        [0, 40, 1],
        [252, -148, 1],
        [252, 182, 1],
        [-252, 182, 1],
      ],
      papers.denim,
      { lift: 6, step: 50, wobble: 3 },
    ),
    sheet.piece(
      [
        [-252, 182, 1],
        [-20, 20],
        [20, 20],
        [252, 182, 1],
      ],
      papers.denimDark,
      { lift: 5, step: 50 },
    ),
  ].join("");
  return sheet.svg(
    [
      sheet.piece(box(330, -40, 520, 600, 4), papers.ochre, { lift: 6, step: 80, wobble: 7 }),
      sheet.piece(
        [
          [-40, 500, 1],
          [840, 470, 1],
          [840, 700, 1],
          [-40, 700, 1],
        ],
        papers.sage,
        { lift: 6, step: 80, wobble: 6 },
      ),
      sheet.group(envelope, { x: 380, y: 400, rotate: -7 }),
      sheet.piece(box(600, 60, 130, 150, 8), papers.cream, { lift: 5, step: 14, wobble: 5 }),
      sheet.piece(box(616, 76, 98, 118, 8), papers.red, { lift: 0 }),
    ].join(""),
    papers.sand,
  );
}

/** One sock on a line, and an empty hanger; 800 by 800. */
export function lostPicture(): string {
  const sheet = createSheet(800, 800, 97);
  const knit = breton(sheet, { ground: papers.cream, figure: papers.red, size: 46, angle: -4 });
  const sock: Point[] = [
    [-70, -200, 1],
    [66, -208, 1],
    [60, -40],
    [74, 40],
    [150, 96],
    [186, 150],
    [160, 200],
    [90, 206],
    [-20, 160],
    [-76, 90],
    [-80, -20],
  ];
  const toe: Point[] = [
    [124, 76, 1],
    [186, 140],
    [172, 196],
    [100, 210, 1],
    [90, 150],
  ];
  const drawn = [
    sheet.piece(sock, knit, { lift: 8 }),
    sheet.piece(toe, papers.ink, { lift: 0 }),
    sheet.piece(
      [
        [-80, 20, 1],
        [-30, 60],
        [-28, 124],
        [-50, 138],
        [-78, 96],
      ],
      papers.ink,
      { lift: 0 },
    ),
    sheet.piece(
      [
        [-76, -212, 1],
        [72, -220, 1],
        [70, -160, 1],
        [-76, -152, 1],
      ],
      papers.ink,
      { lift: 3 },
    ),
  ].join("");
  return sheet.svg(
    [
      sheet.piece(box(-40, 150, 460, 720, -2), papers.denimLight, { lift: 6, step: 80, wobble: 7 }),
      sheet.piece(box(420, -40, 440, 560, 3), papers.pink, { lift: 6, step: 80, wobble: 7 }),
      sheet.line(
        [
          [-20, 150],
          [260, 172],
          [560, 166],
          [820, 120],
        ],
        papers.ink,
        5,
      ),
      sheet.group(hanger(sheet), { x: 230, y: 296, scale: 0.94, rotate: -8 }),
      sheet.group(drawn, { x: 540, y: 370, scale: 1.05, rotate: 6 }),
      sheet.piece(box(526, 120, 34, 90, 6), papers.camel, { lift: 4 }),
      pin(sheet, 90, 690),
    ].join(""),
    papers.paper,
  );
}
