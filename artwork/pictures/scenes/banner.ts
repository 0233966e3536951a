import { box, type Point } from "../geometry.ts";
import { papers } from "../palette.ts";
import { inBreton } from "../people/breton.ts";
import { inCamelCoat } from "../people/camel-coat.ts";
import type { Passerby } from "../people/figure.ts";
import { inGingham } from "../people/gingham.ts";
import { inHoundstooth } from "../people/houndstooth.ts";
import { inOchreJacket } from "../people/ochre-jacket.ts";
import { inSageCoat } from "../people/sage-coat.ts";
import { createSheet, type Placement, type Sheet } from "../sheet.ts";
import { stride } from "../skeleton.ts";

interface Walker extends Placement {
  who: Passerby;
  phase: number;
}

const walkers: readonly Walker[] = [
  { who: inHoundstooth, phase: 0.2, x: 200, y: 850, scale: 0.82 },
  { who: inGingham, phase: 0.72, x: 532, y: 868, scale: 0.84 },
  { who: inBreton, phase: 0.27, x: 872, y: 840, scale: 0.84 },
  { who: inSageCoat, phase: 0.77, x: 1236, y: 862, scale: 0.82, flip: true },
  { who: inOchreJacket, phase: 0.2, x: 1580, y: 872, scale: 0.84 },
  { who: inCamelCoat, phase: 0.27, x: 1900, y: 850, scale: 0.84, flip: true },
];

function street(sheet: Sheet): string {
  const sheetOf = (x: number, y: number, w: number, h: number, fill: string, tilt: number) =>
    sheet.piece(box(x, y, w, h, tilt), fill, { lift: 6, step: 60, wobble: 5 });
  const ground: Point[] = [
    [-40, 790, 1],
    [520, 800],
    [1200, 780],
    [2140, 796, 1],
    [2140, 960, 1],
    [-40, 960, 1],
  ];
  return [
    sheetOf(-20, 60, 430, 900, papers.pink, -1.5),
    sheetOf(450, 200, 300, 900, papers.sageDark, 1),
    sheetOf(716, -60, 400, 960, papers.ochre, -1),
    sheetOf(1150, 90, 330, 800, papers.denimLight, 1.4),
    sheetOf(1690, -40, 380, 940, papers.petrol, 0.8),
    sheet.piece(ground, papers.sand, { lift: 8, step: 70, wobble: 6 }),
  ].join("");
}

function crowdOn(sheet: Sheet): string {
  const crowd = walkers.map(({ who, phase, ...place }) =>
    sheet.group(who(sheet, stride(phase, 0.68)), place),
  );
  return street(sheet) + crowd.join("");
}

/** Six people in a row, 21:9. */
export function bannerPicture(): string {
  const sheet = createSheet(2100, 900, 21);
  return sheet.svg(crowdOn(sheet));
}

/** The middle of the same street for narrow screens, 4:3. */
export function bannerNarrowPicture(): string {
  const sheet = createSheet(1200, 900, 21);
  return sheet.svg(sheet.group(crowdOn(sheet), { x: -330, y: 0 }));
}
