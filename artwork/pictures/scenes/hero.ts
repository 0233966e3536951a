import { box, ellipse, type Point } from "../geometry.ts";
import { papers } from "../palette.ts";
import { inPetrolSuit } from "../people/petrol-suit.ts";
import { inVermilion } from "../people/vermilion.ts";
import { createSheet } from "../sheet.ts";

/** Portrait 4:5, 1200 by 1500. */
export function heroPicture(): string {
  const sheet = createSheet(1200, 1500, 7);
  const paperSheet = (x: number, y: number, w: number, h: number, fill: string, tilt: number) =>
    sheet.piece(box(x, y, w, h, tilt), fill, { lift: 8, step: 70, wobble: 7 });
  const floor: Point[] = [
    [-40, 1372, 1],
    [420, 1352],
    [900, 1376],
    [1260, 1340, 1],
    [1260, 1560, 1],
    [-40, 1560, 1],
  ];
  return sheet.svg(
    [
      paperSheet(-60, 150, 800, 1420, papers.pink, -2.2),
      paperSheet(660, -60, 640, 1180, papers.ochre, 1.6),
      sheet.piece(ellipse(430, 330, 270, 275), papers.cream, { lift: 8, step: 46, wobble: 4 }),
      sheet.piece(floor, papers.sage, { lift: 8, step: 60, wobble: 6 }),
      sheet.group(inPetrolSuit(sheet), { x: 985, y: 1570, scale: 1.6 }),
      sheet.group(inVermilion(sheet), { x: 500, y: 1640, scale: 1.72 }),
    ].join(""),
    papers.sand,
  );
}
