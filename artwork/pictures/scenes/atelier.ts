import { pin } from "../accessories.ts";
import { box, ellipse, type Point } from "../geometry.ts";
import { papers } from "../palette.ts";
import { scissors } from "../scissors.ts";
import { createSheet, type Sheet } from "../sheet.ts";
import { herringbone, windowpane } from "../textiles.ts";

function bust(sheet: Sheet): string {
  const cloth = windowpane(sheet, { ground: papers.petrol, figure: "#5c8a8f", size: 62, angle: 2 });
  const body: Point[] = [
    [-58, -420, 1],
    [-66, -350],
    [-190, -300],
    [-222, -230],
    [-196, -80],
    [-150, 60],
    [-180, 210],
    [-196, 330, 1],
    [196, 330, 1],
    [180, 210],
    [150, 60],
    [196, -80],
    [222, -230],
    [190, -300],
    [66, -350],
    [58, -420, 1],
  ];
  const half: Point[] = [
    [-68, -352, 1],
    [-192, -304],
    [-236, -226],
    [-204, -80],
    [-158, 60],
    [-196, 230],
    [-226, 392, 1],
    [-40, 410, 1],
    [6, 200],
    [10, -40],
    [4, -130, 1],
    [-36, -240],
  ];
  const lapel: Point[] = [
    [-70, -362, 1],
    [-124, -250, 1],
    [-84, -216, 1],
    [-88, -186, 1],
    [8, -60, 1],
    [-26, -220],
  ];
  const stitches = (points: Point[]) =>
    points
      .map(([x, y]) =>
        sheet.line(
          [
            [x - 9, y + 4],
            [x + 9, y - 4],
          ],
          papers.cream,
          4,
        ),
      )
      .join("");
  return [
    sheet.piece(box(-14, 320, 28, 420), papers.brown, { lift: 5 }),
    sheet.piece(
      [
        [-150, 742],
        [0, 690],
        [150, 738],
        [156, 770, 1],
        [-156, 774, 1],
      ],
      papers.brown,
      { lift: 5 },
    ),
    sheet.piece(body, papers.cream, { lift: 10, step: 24 }),
    sheet.line(
      [
        [0, -410],
        [2, -100],
        [0, 326],
      ],
      papers.camel,
      4,
    ),
    sheet.line(
      [
        [-150, 62],
        [0, 78],
        [150, 60],
      ],
      papers.camel,
      4,
    ),
    sheet.line(
      [
        [70, -340],
        [104, -120],
        [84, 60],
        [110, 326],
      ],
      papers.sand,
      4,
    ),
    sheet.piece(ellipse(0, -424, 60, 18), papers.brown, { lift: 3 }),
    sheet.piece(
      [
        [-20, -436],
        [0, -486],
        [20, -436],
      ],
      papers.brown,
      { lift: 3 },
    ),
    sheet.piece(half, cloth, { lift: 9, step: 22 }),
    sheet.piece(lapel, papers.petrolDark, { lift: 6 }),
    stitches([
      [-6, 10],
      [-8, 60],
      [-10, 110],
      [-14, 160],
      [-18, 210],
      [-26, 260],
      [-34, 310],
    ]),
    stitches([
      [-170, -250],
      [-176, -200],
      [-172, -150],
      [-164, -100],
    ]),
    pin(sheet, 58, -250),
    pin(sheet, 96, -196, papers.ochre),
    pin(sheet, -120, 150),
  ].join("");
}

function tape(sheet: Sheet): string {
  const ribbon: Point[] = [
    [640, 120],
    [566, 260],
    [620, 420],
    [700, 520],
    [690, 690],
    [610, 800],
  ];
  const marks = [
    [596, 180],
    [570, 262],
    [590, 346],
    [634, 436],
    [684, 512],
    [704, 602],
    [680, 700],
  ] as const;
  return (
    sheet.line(ribbon, papers.ochre, 34) +
    marks
      .map(([x, y]) =>
        sheet.line(
          [
            [x - 4, y],
            [x + 12, y + 2],
          ],
          papers.ink,
          4,
        ),
      )
      .join("")
  );
}

/** A maker's table: bust, pattern paper, scissors; 1000 by 1250. */
export function atelierPicture(): string {
  const sheet = createSheet(1000, 1250, 59);
  const tweed = herringbone(sheet, { ground: papers.ochre, figure: papers.ochreDark, size: 44, angle: 12 });
  const pattern: Point[] = [
    [560, 640, 1],
    [760, 596],
    [930, 650, 1],
    [960, 900],
    [1010, 1180, 1],
    [560, 1200, 1],
    [600, 900],
  ];
  const inset = pattern.map(([x, y, c]): Point => {
    const [px, py] = [790 + (x - 790) * 0.84, 900 + (y - 900) * 0.84];
    return c ? [px, py, 1] : [px, py];
  });
  const dashes = `<g stroke-dasharray="20 15">${sheet.line([...inset, inset[0] ?? [0, 0]], papers.denim, 4)}</g>`;
  return sheet.svg(
    [
      sheet.piece(box(-60, -60, 640, 1000, 2), papers.sage, { lift: 6, step: 80, wobble: 7 }),
      sheet.piece(
        [
          [-40, 1010, 1],
          [500, 1030],
          [1040, 1000, 1],
          [1040, 1300, 1],
          [-40, 1300, 1],
        ],
        papers.pink,
        { lift: 7, step: 80, wobble: 6 },
      ),
      sheet.piece(box(640, 60, 420, 470, 5), tweed, { lift: 6, step: 60, wobble: 5 }),
      sheet.group(bust(sheet), { x: 356, y: 540, scale: 0.98 }),
      sheet.piece(pattern, papers.paper, { lift: 8, step: 40, wobble: 3 }),
      dashes,
      sheet.line(
        [
          [770, 700],
          [790, 1100],
        ],
        papers.denim,
        4,
      ),
      sheet.line(
        [
          [752, 736],
          [770, 700],
          [792, 734],
        ],
        papers.denim,
        4,
      ),
      sheet.group(scissors(sheet), { x: 846, y: 960, scale: 1.02, rotate: -38 }),
      tape(sheet),
      pin(sheet, 700, 655),
    ].join(""),
    papers.sand,
  );
}
