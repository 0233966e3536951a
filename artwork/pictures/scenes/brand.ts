import { bag, boot } from "../accessories.ts";
import { coat, dress, type Garment, hanger, jersey } from "../garments.ts";
import { box, type Point } from "../geometry.ts";
import { papers } from "../palette.ts";
import { createSheet, type Sheet } from "../sheet.ts";

/** A hang tag on its thread, without a brand's name. */
function tag(sheet: Sheet): string {
  const thread: Point[] = [
    [0, -150],
    [-16, -80],
    [6, -6],
  ];
  return [
    sheet.line(thread, papers.ink, 4),
    sheet.piece(
      [
        [-30, -24, 1],
        [34, -28, 1],
        [64, 14, 1],
        [66, 170, 1],
        [-62, 174, 1],
        [-60, 12, 1],
      ],
      papers.cream,
      { lift: 6, step: 40 },
    ),
    sheet.piece(box(-34, 66, 72, 12, -1), papers.red, { lift: 0 }),
    sheet.piece(box(-34, 96, 48, 8, -1), papers.camel, { lift: 0 }),
  ].join("");
}

/** A clothes rail with a brand's garments in a row; 1200 by 1500. */
export function brandPicture(): string {
  const sheet = createSheet(1200, 1500, 131);
  const ground: Point[] = [
    [-40, 1180, 1],
    [600, 1160],
    [1240, 1186, 1],
    [1240, 1560, 1],
    [-40, 1560, 1],
  ];
  /** @param collar the distance of the neck above the middle of the garment */
  const hung = (garment: Garment, collar: number, { x = 0, scale = 1, rotate = 0 }) =>
    sheet.group(hanger(sheet), { x, y: 284, scale: 0.84, rotate }) +
    sheet.group(garment(sheet), { x, y: 290 + collar * scale, scale, rotate });
  return sheet.svg(
    [
      sheet.piece(box(-60, -60, 720, 1300, -1.4), papers.pink, { lift: 8, step: 90, wobble: 7 }),
      sheet.piece(box(700, -60, 600, 1300, 1.2), papers.ochre, { lift: 8, step: 90, wobble: 7 }),
      sheet.piece(ground, papers.petrol, { lift: 8, step: 90, wobble: 7 }),
      sheet.piece(box(-40, 176, 1300, 22, -0.4), papers.ink, { lift: 6, step: 90 }),
      hung(dress, 250, { x: 1000, scale: 1.36, rotate: 2 }),
      hung(jersey, 200, { x: 690, scale: 1.16, rotate: -2 }),
      hung(coat, 340, { x: 320, scale: 1.12, rotate: 1 }),
      sheet.group(tag(sheet), { x: 470, y: 760, scale: 1.15, rotate: 9 }),
      sheet.group(boot(sheet), { x: 690, y: 1250, scale: 0.84, rotate: -2 }),
      sheet.group(bag(sheet), { x: 980, y: 1240, scale: 1.05, rotate: 4 }),
    ].join(""),
    papers.sand,
  );
}
