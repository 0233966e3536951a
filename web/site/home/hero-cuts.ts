import type { CutFor } from "../parts/picture.tsx";
import { hero, heroColumn, heroWide } from "../pictures/pictures.ts";

/** Both figures where there is room, one from hat to heel in a tablet's narrow column. */
export const heroCuts = [
  { picture: heroWide, sizes: "50vw", media: "(min-width: 1200px)" },
  { picture: heroColumn, sizes: "50vw", media: "(min-width: 768px) and (max-width: 1199px)" },
] satisfies CutFor[];

/** The preloads of the page's head: the same cuts, and the one for all other screens. */
export const heroPreloads: CutFor[] = [
  ...heroCuts,
  { picture: hero, sizes: "100vw", media: "(max-width: 767px)" },
];
