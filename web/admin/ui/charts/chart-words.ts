let context: CanvasRenderingContext2D | null = null;

/** The size of the texts in a drawing, in pixels: 0.8125 rem, as in `count-grid.module.css`. */
export function chartTextSize(): number {
  return 0.8125 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/** The width of a line in the page's font, measured without layout. */
export function textWidth(text: string, size: number): number {
  return widest([text], size);
}

/** The width of the widest line. */
export function widest(lines: readonly string[], size = chartTextSize()): number {
  context ??= document.createElement("canvas").getContext("2d");
  if (!context) return Math.max(0, ...lines.map((line) => line.length * size * 0.6));
  context.font = `${size}px ${getComputedStyle(document.body).fontFamily}`;
  let width = 0;
  for (const line of lines) width = Math.max(width, context.measureText(line).width);
  return width;
}

/**
 * Wraps a text to lines between words. A word that is too long for a line is split.
 * @param fits returns true when a line is short enough
 */
export function wrapText(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  const words = text.replace(/ (?=[?!:;»])/g, "\u00a0").split(/[ \n]+/);
  for (const word of words.flatMap((one) => parts(one, fits))) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function parts(word: string, fits: (line: string) => boolean): string[] {
  if (fits(word)) return word === "" ? [] : [word];
  const found: string[] = [];
  for (const letter of word) {
    const longer = `${found.at(-1) ?? ""}${letter}`;
    if (found.length > 0 && fits(longer)) found[found.length - 1] = longer;
    else found.push(letter);
  }
  return found;
}
