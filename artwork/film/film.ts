import { box } from "../pictures/geometry.ts";
import { createSheet } from "../pictures/sheet.ts";
import { closing } from "./closing.ts";
import { opening } from "./opening.ts";
import { parade } from "./parade.ts";
import { height, type Scene, width } from "./scene.ts";
import { sharing } from "./sharing.ts";
import { during, mix } from "./timing.ts";
import { wall } from "./wall.ts";

const scenes: readonly Scene[] = [opening, parade, wall, sharing, closing];
export const duration = 15;

const sweepLength = 0.64;

/** The drawing of the film at `t` seconds, as SVG. */
export function drawFilm(t: number): string {
  const index = scenes.findLastIndex((scene) => scene.start <= t);
  const scene = scenes[index] ?? opening;
  const sheet = createSheet(width, height, 100 + index);
  const content = scene.draw(sheet, t - scene.start);
  return sheet.svg(content + sweeping(t), scene.ground);
}

/** The transition between two scenes: a sheet of paper sweeps across the picture. */
function sweeping(t: number): string {
  const next = scenes.slice(1).findIndex((scene) => Math.abs(t - scene.start) < sweepLength / 2);
  const [from, to] = [scenes[next], scenes[next + 1]];
  if (next === -1 || !from || !to) return "";
  const p = during(t, to.start - sweepLength / 2, sweepLength);
  const paper = createSheet(width, height, 200 + next);
  return paper.piece(box(mix(2000, -2100, p), -120, 1700, 1000, 3), from.sweep, {
    lift: 14,
    step: 110,
    wobble: 8,
  });
}
