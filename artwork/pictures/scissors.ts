import { ellipse, type Point } from "./geometry.ts";
import { papers } from "./palette.ts";
import type { Sheet } from "./sheet.ts";

/** Tailor's scissors, about 480 long, the blades pointing up and `opening` degrees apart. */
export function scissors(sheet: Sheet, opening = 14): string {
  const half = (side: 1 | -1) => {
    const blade: Point[] = [
      [-18 * side, 0],
      [-2 * side, -24, 1],
      [8 * side, -280, 1],
      [20 * side, -120],
      [20 * side, 0],
    ];
    const shank: Point[] = [
      [18 * side, -10],
      [-16 * side, -10],
      [-46 * side, 76, 1],
      [-14 * side, 84, 1],
    ];
    const loop = ellipse(-50 * side, 132, 44, 62, side * 18);
    const steel = side === 1 ? "#c9c3b8" : "#e4dfd5";
    const body = [
      sheet.piece(blade, steel, { lift: 5 }),
      sheet.piece(shank, papers.red, { lift: 3 }),
      sheet.line([...loop, ...loop.slice(0, 1)], papers.red, 28, 9),
    ];
    return sheet.group(body.join(""), { x: 0, y: 0, rotate: (side * opening) / 2 });
  };
  return half(1) + half(-1) + sheet.piece(ellipse(0, 0, 12, 12), papers.ink, { lift: 2, step: 6 });
}
