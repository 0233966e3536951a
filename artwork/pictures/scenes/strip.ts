import type { Point } from "../geometry.ts";
import { papers } from "../palette.ts";
import { createSheet } from "../sheet.ts";
import { breton, dots, gingham, herringbone, houndstooth, pinstripe } from "../textiles.ts";

const width = 1280;
const height = 200;

/** The outline of a swatch with a zigzag lower edge, like the swatches of a sample book. */
function swatchOf(left: number, right: number): Point[] {
  const points: Point[] = [
    [left, -20, 1],
    [right, -20, 1],
  ];
  for (let x = right, tooth = 0; x >= left; x -= 14, tooth += 1)
    points.push([x, height - (tooth % 2 === 0 ? 30 : 16), 1]);
  return points;
}

/** Six fabrics side by side without a background; 1280 by 200. */
export function stripPicture(): string {
  const sheet = createSheet(width, height, 151);
  const cloths = [
    houndstooth(sheet, { ground: papers.cream, figure: papers.ink, size: 44, angle: 8 }),
    pinstripe(sheet, { ground: papers.petrol, figure: "#3d7079", size: 22, angle: 4 }),
    gingham(sheet, { ground: papers.cream, figure: papers.red, size: 40, angle: -3 }),
    herringbone(sheet, { ground: papers.ochre, figure: papers.ochreDark, size: 34 }),
    dots(sheet, { ground: papers.denim, figure: papers.cream, size: 36, angle: 14 }),
    breton(sheet, { ground: papers.pink, figure: papers.redDark, size: 34, angle: -4 }),
  ];
  const share = width / cloths.length;
  const pieces = cloths.map((cloth, index) =>
    sheet.piece(swatchOf(index * share - 22, (index + 1) * share + 22), cloth, { lift: 5, step: 40 }),
  );
  return sheet.svg(pieces.toReversed().join(""), "none");
}
