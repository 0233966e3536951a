import { atelierPicture } from "./scenes/atelier.ts";
import { bannerNarrowPicture, bannerPicture } from "./scenes/banner.ts";
import { dialogPicture } from "./scenes/dialog.ts";
import { doorstepPicture } from "./scenes/doorstep.ts";
import { expressionPicture } from "./scenes/expression.ts";
import { heroColumnPicture, heroPicture, heroWidePicture } from "./scenes/hero.ts";
import { inspirationPicture } from "./scenes/inspiration.ts";
import { contactPicture, lostPicture } from "./scenes/small.ts";
import { stripPicture } from "./scenes/strip.ts";

export interface Export {
  name: string;
  draw: () => string;
  widths: readonly number[];
  /** True for a picture without a background: the page shows through beside the pieces of paper. */
  cutOut?: true;
}

/** Every picture of the site and the widths at which it is served. */
export const catalogue: readonly Export[] = [
  { name: "hero", draw: heroPicture, widths: [390, 640, 960, 1200] },
  { name: "hero-column", draw: heroColumnPicture, widths: [400, 640, 960] },
  { name: "hero-wide", draw: heroWidePicture, widths: [720, 1080, 1440] },
  { name: "banner", draw: bannerPicture, widths: [960, 1440, 2100] },
  { name: "banner-narrow", draw: bannerNarrowPicture, widths: [390, 640, 960] },
  { name: "inspiration", draw: inspirationPicture, widths: [390, 640, 960] },
  { name: "expression", draw: expressionPicture, widths: [390, 640, 960] },
  { name: "atelier", draw: atelierPicture, widths: [390, 640, 960] },
  { name: "contact", draw: contactPicture, widths: [390, 640] },
  { name: "doorstep", draw: doorstepPicture, widths: [390, 640, 960], cutOut: true },
  { name: "dialog", draw: dialogPicture, widths: [320, 480, 720] },
  { name: "strip", draw: stripPicture, widths: [480, 960, 1280], cutOut: true },
  { name: "lost", draw: lostPicture, widths: [390, 640] },
];
