import { lettering } from "./lettering.ts";
import { papers } from "./palette.ts";

/** The letters of the wordmark, drawn by hand: x-height 200, capital 300, baseline at 0. */
export const letters = {
  T: "M0-300H268V-208L257-208C252-258 236-285 194-287H166V-32C166-15 178-11 204-11V0H64V-11C90-11 102-15 102-32V-287H74C32-285 16-258 11-208L0-208Z",
  e: "M180-102H54C55-44 77-14 113-14C141-14 161-32 171-60L181-57C170-17 142 6 99 6C40 6 0-36 0-98C0-162 42-206 97-206C150-206 181-164 180-102ZM54-114H127C127-166 118-195 94-195C68-195 55-163 54-114Z",
  n: "M0-200H84V-164C100-192 121-206 149-206C187-206 205-182 205-140V-26C205-14 213-10 235-10V0H124V-10C146-10 152-14 152-26V-142C152-170 144-183 126-183C106-183 90-167 84-144V-26C84-14 92-10 112-10V0H0V-10C22-10 31-14 31-26V-174C31-186 22-190 0-190Z",
} as const;

export const hook = (x: number, y: number) =>
  `<path d="M${x} ${y}V${y - 22}C${x} ${y - 44} ${x + 40} ${y - 40} ${x + 40} ${y - 74}A37 37 0 0 0 ${x - 34} ${y - 80}" fill="none" stroke="${papers.red}" stroke-width="17" stroke-linecap="round"/>`;

/** The wordmark without a font. The hook of a hanger is on top of the T. */
export function wordmark(color: string = papers.ink): string {
  const set = [
    `<path d="${letters.T}"/>`,
    `<path transform="translate(238 0)" d="${letters.e}"/>`,
    `<path transform="translate(438 0)" d="${letters.n}"/>`,
    `<path transform="translate(923 -200) rotate(180)" d="${letters.n}"/>`,
    `<path transform="translate(942 0)" d="${letters.e}"/>`,
  ].join("");
  return `<g transform="translate(14 430)"><g fill="${color}">${set}</g>${hook(134, -292)}</g>`;
}

export function wordmarkSvg(color: string = papers.ink): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1150 450" width="1150" height="450" role="img" aria-label="Tenue">${wordmark(color)}</svg>`;
}

/** A T in the form of a hanger with a garment on it, 512 by 512. */
function monogram(scale: number): string {
  const shoulders =
    "M256 150C272 150 282 158 292 166L424 262C440 274 432 300 410 300H304V392C304 408 316 412 338 413V428H174V413C196 412 208 408 208 392V300H102C80 300 72 274 88 262L220 166C230 158 240 150 256 150Z";
  const slot = "M256 190L350 258H162Z";
  const loop = `<path d="M256 156V136C256 112 294 116 294 84A38 38 0 0 0 220 74" fill="none" stroke="${papers.cream}" stroke-width="24" stroke-linecap="round"/>`;
  return `<g transform="translate(256 256) scale(${scale}) translate(-256 -240)"><path fill="${papers.cream}" fill-rule="evenodd" d="${shoulders}${slot}"/>${loop}</g>`;
}

export function iconSvg({ maskable = false, round = 0 } = {}): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" rx="${round}" fill="${papers.red}"/>${monogram(maskable ? 0.82 : 1.02)}</svg>`;
}

const label = (x: number, y: number, outline: string) =>
  `<path transform="translate(${x} ${y})" d="${outline}"/>`;

export function badgeSvg(store: "App Store" | "Google Play"): string {
  const isApple = store === "App Store";
  const sign = isApple
    ? `<g fill="none" stroke="${papers.cream}" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"><rect x="26" y="22" width="34" height="56" rx="8"/><path d="M38 68H48"/></g>`
    : `<path d="M26 24L66 50 26 76Z" fill="none" stroke="${papers.cream}" stroke-width="6" stroke-linejoin="round"/>`;
  const words = isApple
    ? label(86, 40, lettering.soonOnThe) + label(86, 73, lettering.appStore)
    : label(86, 40, lettering.soonOn) + label(86, 73, lettering.googlePlay);
  const name = isApple ? "Bientôt sur l’App Store" : "Bientôt sur Google Play";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100" width="300" height="100" role="img" aria-label="${name}"><path d="M10 3L289 1C295 1 299 5 299 11L297 90C297 96 293 99 287 99L12 98C6 98 2 95 2 89L1 13C1 7 4 3 10 3Z" fill="${papers.ink}"/>${sign}<g fill="${papers.cream}">${words}</g></svg>`;
}
