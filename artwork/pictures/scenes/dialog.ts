import { box, ellipse, type Point } from "../geometry.ts";
import { papers } from "../palette.ts";
import { inOchreJacket } from "../people/ochre-jacket.ts";
import { createSheet } from "../sheet.ts";
import { stride } from "../skeleton.ts";

/** The sign-up dialog's picture: a person who walks in; 720 by 1200. */
export function dialogPicture(): string {
  const sheet = createSheet(720, 1200, 163);
  const floor: Point[] = [
    [-40, 1050, 1],
    [360, 1036],
    [760, 1056, 1],
    [760, 1260, 1],
    [-40, 1260, 1],
  ];
  return sheet.svg(
    [
      sheet.piece(box(-50, 90, 560, 1100, -1.6), papers.pink, { lift: 8, step: 80, wobble: 7 }),
      sheet.piece(ellipse(390, 380, 250, 255), papers.cream, { lift: 8, step: 46, wobble: 4 }),
      sheet.piece(floor, papers.sage, { lift: 8, step: 70, wobble: 6 }),
      sheet.group(inOchreJacket(sheet, stride(0.22, 0.8)), { x: 352, y: 1150, scale: 1.14 }),
    ].join(""),
    papers.denimLight,
  );
}
