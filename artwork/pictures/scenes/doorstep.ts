import { papers } from "../palette.ts";
import { inHoundstooth } from "../people/houndstooth.ts";
import { inSageCoat } from "../people/sage-coat.ts";
import { createSheet } from "../sheet.ts";
import { stride } from "../skeleton.ts";

/** Two people who arrive before the opening, without a background; 1000 by 1100. */
export function doorstepPicture(): string {
  const sheet = createSheet(1000, 1100, 179);
  return sheet.svg(
    [
      sheet.group(inSageCoat(sheet, stride(0.72, 0.7), papers.ochre), { x: 745, y: 1074, scale: 1.06 }),
      sheet.group(inHoundstooth(sheet, stride(0.22, 0.7)), { x: 262, y: 1074, scale: 1.06 }),
    ].join(""),
    "none",
  );
}
