import { box, ellipse } from "../pictures/geometry.ts";
import { wordmark } from "../pictures/marks.ts";
import { papers } from "../pictures/palette.ts";
import { inVermilion } from "../pictures/people/vermilion.ts";
import { stride } from "../pictures/skeleton.ts";
import { type Scene, title } from "./scene.ts";
import { land, mix, settle } from "./timing.ts";

const lines = ["THE #1 FRENCH APP", "FOR CLOTHES", "INSPIRATION"];

/** The last scene: the tagline, the name, and a person who walks past. */
export const closing: Scene = {
  start: 11.8,
  ground: papers.paper,
  sweep: papers.ink,
  draw(sheet, t) {
    const still = Math.min(t, 2.1);
    const set = lines.map((line, i) =>
      title(line, {
        x: mix(-900, 72, land(t, 0.5 + i * 0.22, 0.42)),
        y: 462 + i * 76,
        size: 70,
        fill: papers.ink,
      }),
    );
    const name = `<g transform="translate(60 ${mix(-300, 70, land(t, 0.2, 0.5))}) scale(.5)">${wordmark()}</g>`;
    return [
      sheet.piece(box(790, -60, 420, 900, 2), papers.pink, { lift: 7, step: 90, wobble: 7 }),
      sheet.piece(ellipse(1010, 250, 200, 204), papers.ochre, { lift: 7, step: 40, wobble: 4 }),
      sheet.piece(box(-40, 676, 1400, 100, -0.4), papers.sage, { lift: 6, step: 90, wobble: 6 }),
      name,
      ...set,
      sheet.group(inVermilion(sheet, stride(0.22 + (still - 2.1) * 0.9)), {
        x: mix(560, 980, settle(t, 0, 2.1)),
        y: 724,
        scale: 0.73,
      }),
    ].join("");
  },
};
