import { bag, boot, glasses, hat } from "../accessories.ts";
import { coat, hanger, jersey, swatch } from "../garments.ts";
import { box } from "../geometry.ts";
import { papers } from "../palette.ts";
import { createSheet } from "../sheet.ts";

/** Tomorrow's clothes laid out, 1200 by 1200. */
export function flatLayPicture(): string {
  const sheet = createSheet(1200, 1200, 73);
  return sheet.svg(
    [
      sheet.piece(box(-60, 120, 700, 1160, 3), papers.pink, { lift: 6, step: 90, wobble: 8 }),
      sheet.piece(box(700, -60, 600, 660, -2), papers.petrol, { lift: 6, step: 90, wobble: 8 }),
      sheet.group(jersey(sheet), { x: 880, y: 300, scale: 1.2, rotate: 12 }),
      sheet.group(hanger(sheet), { x: 430, y: 186, scale: 1.2, rotate: -5 }),
      sheet.group(coat(sheet), { x: 440, y: 630, scale: 1.36, rotate: -5 }),
      sheet.group(swatch(sheet), { x: 1070, y: 640, scale: 1, rotate: 14 }),
      sheet.group(bag(sheet), { x: 930, y: 800, scale: 1.1, rotate: -8 }),
      sheet.group(glasses(sheet), { x: 720, y: 560, scale: 0.96, rotate: -16 }),
      sheet.group(boot(sheet), { x: 760, y: 1030, scale: 0.95, rotate: -6 }),
      sheet.group(boot(sheet), { x: 990, y: 1070, scale: 0.95, rotate: 8 }),
      sheet.group(hat(sheet), { x: 190, y: 1090, scale: 0.92, rotate: -14 }),
    ].join(""),
    papers.sand,
  );
}
