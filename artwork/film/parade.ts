import { box } from "../pictures/geometry.ts";
import { papers } from "../pictures/palette.ts";
import { inBreton } from "../pictures/people/breton.ts";
import { inCamelCoat } from "../pictures/people/camel-coat.ts";
import { inGingham } from "../pictures/people/gingham.ts";
import { inHoundstooth } from "../pictures/people/houndstooth.ts";
import { inOchreJacket } from "../pictures/people/ochre-jacket.ts";
import { inSageCoat } from "../pictures/people/sage-coat.ts";
import { stride } from "../pictures/skeleton.ts";
import { type Scene, title } from "./scene.ts";
import { land, mix, settle } from "./timing.ts";

const turn = 0.66;
const looks = [
  { who: inHoundstooth, paper: papers.pink },
  { who: inGingham, paper: papers.sageDark },
  { who: inBreton, paper: papers.ochre },
  { who: inSageCoat, paper: papers.denimLight },
  { who: inOchreJacket, paper: papers.petrol },
  { who: inCamelCoat, paper: papers.pink },
];
const words = ["Chacun", "sa", "tenue."];

/** Six people in one walk: the figure changes, and the step continues. */
export const parade: Scene = {
  start: 2.6,
  ground: papers.paper,
  sweep: papers.denimLight,
  draw(sheet, t) {
    const index = Math.min(looks.length - 1, Math.floor(t / turn));
    const papersDown = looks.slice(0, index + 1).map(({ paper }, i) => {
      const x = mix(1340, 560 + (i % 2) * 26, settle(t, i * turn, 0.32));
      return sheet.piece(box(x, 40 - (i % 3) * 22, 540, 760, (i % 2 ? 1 : -1) * 1.6), paper, {
        lift: 7,
        step: 90,
        wobble: 6,
      });
    });
    const look = looks[index] ?? looks[0];
    if (!look) return "";
    const enter = land(t, index * turn, 0.3);
    const figure = look.who(sheet, stride(t * 1.15));
    const set = words.map((word, i) =>
      title(word, {
        x: mix(-500, 76, land(t, 0.25 + i * 0.4, 0.4)),
        y: 268 + i * 132,
        size: 136,
        fill: i === 2 ? papers.red : papers.ink,
      }),
    );
    return [
      ...papersDown,
      sheet.piece(box(-40, 640, 1360, 140, 0.4), papers.sand, { lift: 6, step: 90, wobble: 6 }),
      ...set,
      sheet.group(figure, { x: mix(1000, 840, enter), y: 694, scale: 0.71, rotate: mix(5, 0, enter) }),
    ].join("");
  },
};
