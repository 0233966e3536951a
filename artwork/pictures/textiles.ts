import type { Sheet } from "./sheet.ts";

/** The two colours of a woven pattern: the ground and the figure on it. */
interface Weave {
  ground: string;
  figure: string;
  size: number;
  angle?: number;
}

type Textile = (sheet: Sheet, weave: Weave) => string;

function textile(name: string, draw: (weave: Weave) => string, ratio = 1): Textile {
  return (sheet, weave) => {
    const { ground, figure, size, angle = 0 } = weave;
    const base = `<rect width="${size}" height="${size * ratio}" fill="${ground}"/>`;
    return sheet.pattern(`${name}${ground}${figure}`, size, angle, base + draw(weave), size * ratio);
  };
}

const band = (x: number, y: number, w: number, h: number, fill: string, opacity = 1) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ""}/>`;

/** Horizontal bands, as on a sailor's jersey. */
export const breton = textile("breton", ({ size, figure }) => band(0, 0, size, size * 0.4, figure));
export const pinstripe = textile("pin", ({ size, figure }) => band(0, 0, size * 0.09, size, figure));
export const stripes = textile("stripe", ({ size, figure }) => band(0, 0, size * 0.5, size, figure));
export const gingham = textile(
  "gingham",
  ({ size, figure }) => band(0, 0, size / 2, size, figure, 0.55) + band(0, 0, size, size / 2, figure, 0.55),
);
export const windowpane = textile(
  "pane",
  ({ size, figure }) => band(0, 0, size * 0.07, size, figure) + band(0, 0, size, size * 0.07, figure),
);
export const dots = textile("dots", ({ size: s, figure }) =>
  [
    [s / 4, s / 4],
    [(3 * s) / 4, (3 * s) / 4],
  ]
    .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${s * 0.14}" fill="${figure}"/>`)
    .join(""),
);
/** Four dark threads, four light ones, woven in a two-by-two twill. */
export const houndstooth = textile("hound", ({ size, figure }) => {
  const u = size / 4;
  const checks = [
    [
      [0, 0],
      [2, 0],
      [2, 2],
      [0, 2],
    ],
    [
      [2, 0],
      [3, 0],
      [2, 1],
    ],
    [
      [4, 0],
      [4, 1],
      [3, 2],
      [2, 2],
    ],
    [
      [0, 2],
      [1, 2],
      [0, 3],
    ],
    [
      [2, 2],
      [2, 3],
      [1, 4],
      [0, 4],
    ],
  ];
  const d = checks.map((c) => `M${c.map(([x = 0, y = 0]) => `${x * u} ${y * u}`).join("L")}Z`);
  return `<path d="${d.join("")}" fill="${figure}"/>`;
});
export const herringbone = textile(
  "herring",
  ({ size: s, figure }) => {
    const w = s * 0.16;
    const chevron = (y: number) =>
      `<path d="M0 ${y + s / 2}L${s / 2} ${y}L${s} ${y + s / 2}" fill="none" stroke="${figure}" stroke-width="${w}"/>`;
    return [-s / 2, -s / 4, 0, s / 4, s / 2].map(chevron).join("");
  },
  0.5,
);
