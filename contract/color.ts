/** `#rrggbb` in lower case. */
export const hexColorPattern = /^#[0-9a-f]{6}$/;

/** The contrast that WCAG 2 (AA) requires between a text and its background. */
export const textContrast = 4.5;

/** @param color `#rrggbb`. @returns how bright it is to the eye, from 0 to 1 (WCAG 2) */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((place) => {
    const part = Number.parseInt(color.slice(place, place + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 (the same) to 21 (black on white). */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const white = "#ffffff";
const black = "#000000";

/** White when it is readable on that ground, else black. One of them always is, because the product of their contrasts is 21. */
export function textColorOn(ground: string): typeof white | typeof black {
  return contrastOf(white, ground) >= textContrast ? white : black;
}
