/** Of the words of a drawing, in pixels: 0.8125 rem. */
const chartTextSize = () => 0.8125 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

let context: CanvasRenderingContext2D | null = null;

/** How wide a line is in the page's font, without laying it out. */
function textWidth(text: string, size = chartTextSize()): number {
  context ??= document.createElement("canvas").getContext("2d");
  if (!context) return text.length * size * 0.6;
  context.font = `${size}px ${getComputedStyle(document.body).fontFamily}`;
  return context.measureText(text).width;
}

/** The widest of some lines. */
export const widest = (texts: readonly string[]): number =>
  Math.max(0, ...texts.map((text) => textWidth(text)));

/** A line as many lines as it takes, parted between words. */
export function wrapText(text: string, width: number, size = chartTextSize()): string[] {
  const lines: string[] = [];
  for (const word of text.replace(/ (?=[?!:;»])/g, "\u00a0").split(" ")) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && textWidth(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
