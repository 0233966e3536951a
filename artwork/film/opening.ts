import { box } from "../pictures/geometry.ts";
import { hook, letters } from "../pictures/marks.ts";
import { papers } from "../pictures/palette.ts";
import { scissors } from "../pictures/scissors.ts";
import type { Sheet } from "../pictures/sheet.ts";
import type { Scene } from "./scene.ts";
import { during, land, mix, settle } from "./timing.ts";

const word = [
  { d: letters.T, x: 0, y: 0, turn: 0 },
  { d: letters.e, x: 238, y: 0, turn: 0 },
  { d: letters.n, x: 438, y: 0, turn: 0 },
  { d: letters.n, x: 923, y: -200, turn: 180 },
  { d: letters.e, x: 942, y: 0, turn: 0 },
];

/** The letters fall into place one after the other, then the hanger's hook lands on the T. */
function fallingWordmark(t: number, fill: string): string {
  const set = word.map(({ d, x, y, turn }, i) => {
    const p = land(t, i * 0.16, 0.48);
    const [drop, tilt] = [mix(-620, 0, p), mix(i % 2 ? 24 : -20, 0, p)];
    const path = `<path transform="translate(${x} ${y}) rotate(${turn})" d="${d}"/>`;
    return `<g transform="translate(0 ${drop}) rotate(${tilt} ${x + 100} -100)"><g fill="${papers.ink}" opacity=".22" filter="url(#soft)" transform="translate(5 9)">${path}</g><g fill="${fill}">${path}</g></g>`;
  });
  const down = mix(-500, 0, land(t, 0.95, 0.4));
  return `${set.join("")}<g transform="translate(0 ${down})">${hook(134, -292)}</g>`;
}

function shears(sheet: Sheet, t: number): string {
  const x = mix(-260, 1620, during(t, 0.1, 1.9));
  const opening = 0.5 + 0.5 * Math.sin(t * 16);
  return sheet.group(scissors(sheet, opening * 16), { x, y: 586, rotate: 90, scale: 0.62 });
}

export const opening: Scene = {
  start: 0,
  ground: papers.paper,
  sweep: papers.ochre,
  draw(sheet, t) {
    const cutAt = mix(-260, 1620, during(t, 0.1, 1.9)) + 20;
    const fallen = mix(0, 260, settle(t, 1.7, 0.7));
    const strip = sheet.piece(box(-40, 586 + fallen, 1360, 240), papers.pink, {
      lift: 6,
      step: 90,
      wobble: 5,
    });
    const line = `<path d="M${cutAt} 586H1300" stroke="${papers.redDark}" stroke-width="4" stroke-dasharray="16 14"/>`;
    return [
      sheet.piece(box(mix(-700, -60, settle(t, 0, 0.5)), -40, 520, 700, 2), papers.sand, {
        lift: 6,
        step: 90,
        wobble: 6,
      }),
      strip,
      cutAt < 1290 ? line : "",
      `<g transform="translate(180 470) scale(.8)">${fallingWordmark(t - 0.15, papers.ink)}</g>`,
      shears(sheet, t),
    ].join("");
  },
};
