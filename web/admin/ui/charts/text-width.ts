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
