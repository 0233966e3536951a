import type { Sheet } from "../pictures/sheet.ts";

export const width = 1280;
export const height = 720;

export interface Scene {
  /** Seconds from the beginning of the film. */
  start: number;
  ground: string;
  /** The colour of the paper that sweeps across at the end of the scene. */
  sweep: string;
  /** Draws the scene at `t` seconds after its start. The same `t` always gives the same drawing. */
  draw(sheet: Sheet, t: number): string;
}

export interface Title {
  x: number;
  y: number;
  size: number;
  fill: string;
}

export function title(text: string, { x, y, size, fill }: Title): string {
  return `<text x="${x}" y="${y}" font-family="Display" font-weight="620" font-size="${size}" letter-spacing="-.012em" fill="${fill}" style="font-variation-settings:'opsz' 144,'SOFT' 0">${text}</text>`;
}
