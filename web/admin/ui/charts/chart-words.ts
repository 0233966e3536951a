let context: CanvasRenderingContext2D | null = null;

/** Of the words of a drawing, in pixels: 0.8125 rem, as `count-grid.module.css` says. */
export function chartTextSize(): number {
  return 0.8125 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/** How wide a line is in the page's font, without laying it out. */
export function textWidth(text: string, size: number): number {
  return widest([text], size);
}

/** How wide the widest of some lines is. */
export function widest(lines: readonly string[], size = chartTextSize()): number {
  context ??= document.createElement("canvas").getContext("2d");
  if (!context) return Math.max(0, ...lines.map((line) => line.length * size * 0.6));
  context.font = `${size}px ${getComputedStyle(document.body).fontFamily}`;
  let width = 0;
  for (const line of lines) width = Math.max(width, context.measureText(line).width);
  return width;
}

/**
 * A text as many lines as it takes, parted between words; a word that is too long for a line is parted too.
 * @param fits whether a line is short enough
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
