import { bag, boot, glasses, hat, pin } from "../pictures/accessories.ts";
import { dress, jersey, swatch } from "../pictures/garments.ts";
import { papers } from "../pictures/palette.ts";
import { inGingham } from "../pictures/people/gingham.ts";
import { inSageCoat } from "../pictures/people/sage-coat.ts";
import { card } from "../pictures/scenes/inspiration.ts";
import type { Sheet } from "../pictures/sheet.ts";
import { stride } from "../pictures/skeleton.ts";
import { type Scene, title } from "./scene.ts";
import { land, mix } from "./timing.ts";

type Reference = (sheet: Sheet) => string;

const references: readonly Reference[] = [
  (s) =>
    card(s, {
      x: 150,
      y: 190,
      width: 220,
      height: 290,
      tilt: -5,
      fill: papers.ochre,
      content: s.group(inSageCoat(s, stride(0.24)), { x: -8, y: 148, scale: 0.27 }),
    }),
  (s) =>
    card(s, {
      x: 1090,
      y: 210,
      width: 260,
      height: 300,
      tilt: 4,
      fill: papers.cream,
      content: s.group(jersey(s), { x: 0, y: 36, scale: 0.58 }),
    }),
  (s) =>
    card(s, {
      x: 430,
      y: 150,
      width: 250,
      height: 190,
      tilt: 3,
      fill: papers.pink,
      content: s.group(glasses(s), { x: 0, y: 20, scale: 0.7, rotate: -8 }),
    }),
  (s) =>
    card(s, {
      x: 790,
      y: 170,
      width: 230,
      height: 250,
      tilt: -4,
      fill: papers.denimLight,
      content: s.group(boot(s), { x: -16, y: 30, scale: 0.56 }),
    }),
  (s) =>
    card(s, {
      x: 180,
      y: 560,
      width: 270,
      height: 230,
      tilt: 5,
      fill: papers.red,
      content: s.group(hat(s), { x: 0, y: 24, scale: 0.62 }),
    }),
  (s) =>
    card(s, {
      x: 1130,
      y: 540,
      width: 230,
      height: 310,
      tilt: -4,
      fill: papers.sage,
      content: s.group(inGingham(s, stride(0.72)), { x: 0, y: 190, scale: 0.34 }),
    }),
  (s) => s.group(swatch(s) + pin(s, 0, -66, papers.ochre), { x: 620, y: 300, scale: 0.8, rotate: -10 }),
  (s) => s.group(dress(s) + pin(s, 0, -226), { x: 910, y: 560, scale: 0.56, rotate: 7 }),
  (s) => s.group(bag(s), { x: 440, y: 590, scale: 0.62, rotate: -7 }),
];

/** Reference pictures fly in and are pinned to the wall. */
export const wall: Scene = {
  start: 6.6,
  ground: papers.petrol,
  sweep: papers.pink,
  draw(sheet, t) {
    const pinned = references.map((reference, i) => {
      const p = land(t, 0.1 + i * 0.17, 0.34);
      const drawn = reference(sheet);
      if (p === 0) return "";
      const size = mix(1.7, 1, p);
      return `<g transform="translate(640 360) rotate(${mix(i % 2 ? 14 : -14, 0, p)}) scale(${size}) translate(-640 ${-360 - mix(500, 0, p)})">${drawn}</g>`;
    });
    const words = title("Trouvez vos références.", {
      x: mix(-1200, 264, land(t, 1.5, 0.45)),
      y: 442,
      size: 84,
      fill: papers.ink,
    });
    const band = sheet.group(
      sheet.piece(
        [
          [-410, -58, 1],
          [414, -64, 1],
          [420, 46, 1],
          [-416, 52, 1],
        ],
        papers.cream,
        { lift: 7, step: 60, wobble: 4 },
      ),
      { x: mix(-820, 640, land(t, 1.45, 0.45)), y: 416 },
    );
    return pinned.join("") + band + words;
  },
};
