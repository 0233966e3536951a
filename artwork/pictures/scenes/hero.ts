import { box, ellipse, type Point } from "../geometry.ts";
import { papers } from "../palette.ts";
import { inPetrolSuit } from "../people/petrol-suit.ts";
import { inVermilion } from "../people/vermilion.ts";
import { createSheet, type Sheet } from "../sheet.ts";

const paperSheet = (sheet: Sheet, x: number, y: number, w: number, h: number, fill: string, tilt: number) =>
  sheet.piece(box(x, y, w, h, tilt), fill, { lift: 8, step: 70, wobble: 7 });

const sun = (sheet: Sheet, x: number, y: number, radius: number) =>
  sheet.piece(ellipse(x, y, radius, radius * 1.02), papers.cream, { lift: 8, step: 46, wobble: 4 });

/** A strip of lawn from `y` downwards. */
function lawn(sheet: Sheet, y: number, width: number): string {
  const outline: Point[] = [
    [-40, y + 20, 1],
    [width * 0.35, y],
    [width * 0.75, y + 24],
    [width + 60, y - 12, 1],
    [width + 60, y + 400, 1],
    [-40, y + 400, 1],
  ];
  return sheet.piece(outline, papers.sage, { lift: 8, step: 60, wobble: 6 });
}

/** Both people, portrait 4:5, 1200 by 1500: for wide screens and shared links. */
export function heroWidePicture(): string {
  const sheet = createSheet(1200, 1500, 7);
  return sheet.svg(
    [
      paperSheet(sheet, -60, 150, 800, 1420, papers.pink, -2.2),
      paperSheet(sheet, 640, -60, 660, 1240, papers.ochre, 1.6),
      sun(sheet, 420, 350, 270),
      lawn(sheet, 1330, 1200),
      sheet.group(inPetrolSuit(sheet), { x: 910, y: 1500, scale: 1.5 }),
      sheet.group(inVermilion(sheet), { x: 440, y: 1530, scale: 1.58 }),
    ].join(""),
    papers.sand,
  );
}

/** Only the woman in the vermilion coat, full length, 720 by 1440: for the narrow column of tablets. */
export function heroColumnPicture(): string {
  const sheet = createSheet(720, 1440, 11);
  return sheet.svg(
    [
      paperSheet(sheet, -60, 170, 640, 1400, papers.pink, -2.2),
      paperSheet(sheet, 470, -60, 360, 1240, papers.ochre, 1.6),
      sun(sheet, 400, 330, 250),
      lawn(sheet, 1250, 720),
      sheet.group(inVermilion(sheet), { x: 400, y: 1400, scale: 1.34 }),
    ].join(""),
    papers.sand,
  );
}

/** Both people down to the hip, 1200 by 800: for phones. */
export function heroPicture(): string {
  const sheet = createSheet(1200, 800, 13);
  return sheet.svg(
    [
      paperSheet(sheet, -60, 60, 760, 900, papers.pink, -2.2),
      paperSheet(sheet, 680, -60, 620, 1000, papers.ochre, 1.6),
      sun(sheet, 410, 330, 290),
      sheet.group(inPetrolSuit(sheet), { x: 880, y: 1326, scale: 1.4 }),
      sheet.group(inVermilion(sheet), { x: 400, y: 1360, scale: 1.46 }),
    ].join(""),
    papers.sand,
  );
}
