import { bag, boot, glasses, hat, pin } from "../accessories.ts";
import { dress, jersey, swatch } from "../garments.ts";
import { box, type Point } from "../geometry.ts";
import { papers } from "../palette.ts";
import { inGingham } from "../people/gingham.ts";
import { inHoundstooth } from "../people/houndstooth.ts";
import { inSageCoat } from "../people/sage-coat.ts";
import { createSheet, type Sheet } from "../sheet.ts";
import { stride } from "../skeleton.ts";

interface Card {
  x: number;
  y: number;
  width: number;
  height: number;
  tilt: number;
  fill: string;
  content: string;
}

/** A card on the wall. Its content is clipped at the edge. */
export function card(sheet: Sheet, { x, y, width, height, tilt, fill, content }: Card): string {
  const edge = box(-width / 2, -height / 2, width, height);
  const body = sheet.piece(edge, fill, { lift: 7, step: 60, wobble: 4 }) + sheet.inside(edge, content);
  return sheet.group(
    body + pin(sheet, 0, -height / 2 + 26, fill === papers.red ? papers.ochre : papers.red),
    { x, y, rotate: tilt },
  );
}

/** A wall of pinned references, 1000 by 1250. */
export function inspirationPicture(): string {
  const sheet = createSheet(1000, 1250, 31);
  const thread: Point[] = [
    [212, 120],
    [470, 232],
    [770, 110],
    [640, 600],
    [250, 640],
    [330, 960],
    [742, 880],
  ];
  return sheet.svg(
    [
      sheet.piece(box(-80, 700, 700, 700, -6), papers.petrolDark, { lift: 0, step: 80, wobble: 8 }),
      card(sheet, {
        x: 210,
        y: 300,
        width: 350,
        height: 430,
        tilt: -4,
        fill: papers.ochre,
        content: sheet.group(inSageCoat(sheet, stride(0.24)), { x: -10, y: 240, scale: 0.46 }),
      }),
      card(sheet, {
        x: 770,
        y: 330,
        width: 400,
        height: 500,
        tilt: 3,
        fill: papers.pink,
        content: sheet.group(inHoundstooth(sheet, stride(0.2)), { x: 0, y: 690, scale: 0.92 }),
      }),
      card(sheet, {
        x: 250,
        y: 800,
        width: 380,
        height: 370,
        tilt: 5,
        fill: papers.cream,
        content: sheet.group(jersey(sheet), { x: 0, y: 40, scale: 0.82 }),
      }),
      card(sheet, {
        x: 650,
        y: 790,
        width: 300,
        height: 390,
        tilt: -3,
        fill: papers.denimLight,
        content: sheet.group(boot(sheet), { x: -22, y: 40, scale: 0.86 }),
      }),
      card(sheet, {
        x: 470,
        y: 330,
        width: 250,
        height: 250,
        tilt: 2,
        fill: papers.sand,
        content: sheet.group(glasses(sheet), { x: 0, y: 18, scale: 0.72, rotate: -8 }),
      }),
      card(sheet, {
        x: 856,
        y: 1010,
        width: 330,
        height: 420,
        tilt: 6,
        fill: papers.sage,
        content: sheet.group(inGingham(sheet, stride(0.72)), { x: 0, y: 352, scale: 0.58, flip: true }),
      }),
      card(sheet, {
        x: 150,
        y: 1120,
        width: 300,
        height: 260,
        tilt: -7,
        fill: papers.red,
        content: sheet.group(hat(sheet), { x: 0, y: 20, scale: 0.7 }),
      }),
      sheet.group(swatch(sheet), { x: 500, y: 566, scale: 0.9, rotate: -12 }),
      pin(sheet, 500, 500, papers.ochre),
      sheet.group(dress(sheet), { x: 500, y: 1090, scale: 0.62, rotate: 8 }),
      pin(sheet, 512, 946),
      sheet.group(bag(sheet), { x: 930, y: 660, scale: 0.62, rotate: 10 }),
      sheet.line(thread.slice(0, 3), papers.red, 4),
    ].join(""),
    papers.petrol,
  );
}
