import type { LegendEntry } from "./chart-patterns.tsx";
import { textWidth } from "./text-width.ts";
import { wrapText } from "./wrap-text.ts";

const drawnStyles = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "opacity",
] as const;

const margin = 24;
const titleLine = 26;
const scopeLine = 20;
const legendLine = 22;
const gap = 12;
const textSize = 14;
/** Sharp on screens and in slides. */
const scale = 2;

type PictureOptions = {
  title: string;
  /** What was counted, in a line each under the title. */
  scope: readonly string[];
  name: string;
  legend: readonly LegendEntry[];
  /** The legend's swatches, in its order. */
  swatches: readonly SVGSVGElement[];
};

/**
 * Saves a chart as a PNG picture with title, dates, filters and legend, in the colours in which it is seen.
 * @throws Error when the browser cannot draw it
 */
export async function saveAsPicture(chart: SVGSVGElement, options: PictureOptions) {
  const { title, scope, name, legend } = options;
  const { width, height } = chart.getBoundingClientRect();
  const picture = await loadPicture(standalone(chart, width, height));
  const swatches = await Promise.all(options.swatches.map(loadSwatch));
  const lines = scope.flatMap((line) => wrapText(line, (part) => textWidth(part, textSize) <= width));
  const chartTop = margin + titleLine + lines.length * scopeLine + gap;
  const legendTop = chartTop + height + gap;
  const { canvas, context, font } = createPage(
    width + 2 * margin,
    legendTop + legend.length * legendLine + margin,
  );
  context.font = `600 18px ${font}`;
  context.fillText(title, margin, margin);
  context.font = `${textSize}px ${font}`;
  for (const [index, line] of lines.entries())
    context.fillText(line, margin, margin + titleLine + index * scopeLine);
  context.drawImage(picture, margin, chartTop, width, height);
  drawLabels(context, chart, { left: margin, top: chartTop });
  drawLegend(context, { legend, swatches, top: legendTop });
  save(await toPng(canvas), `${name}.png`);
}

/** A sheet in the page's own colours and font. */
function createPage(width: number, height: number) {
  const canvas = document.createElement("canvas");
  canvas.width = width * scale;
  canvas.height = height * scale;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no 2d canvas");
  const page = getComputedStyle(document.body);
  context.scale(scale, scale);
  context.fillStyle = page.backgroundColor;
  context.fillRect(0, 0, width, height);
  context.fillStyle = page.color;
  context.textBaseline = "top";
  return { canvas, context, font: page.fontFamily };
}

/**
 * The words of a chart, where they stand on the screen. The picture of a drawing has none of the page's fonts and ends at
 * its edge, over which the last label of an axis reaches.
 */
function drawLabels(
  context: CanvasRenderingContext2D,
  chart: SVGSVGElement,
  { left, top }: { left: number; top: number },
): void {
  context.save();
  context.textBaseline = "alphabetic";
  for (const line of chart.querySelectorAll<SVGTSpanElement>("text tspan")) {
    const matrix = line.getCTM();
    if (line.getNumberOfChars() === 0 || !matrix) continue;
    const { fontWeight, fontSize, fontFamily, fill } = getComputedStyle(line);
    const start = line.getStartPositionOfChar(0).matrixTransform(matrix);
    context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    context.fillStyle = fill;
    context.fillText(line.textContent ?? "", left + start.x, top + start.y);
  }
  context.restore();
}

type Swatch = { picture: HTMLImageElement; width: number; height: number };
type Legend = { legend: readonly LegendEntry[]; swatches: readonly Swatch[]; top: number };

function drawLegend(context: CanvasRenderingContext2D, { legend, swatches, top }: Legend): void {
  for (const [index, { label, value }] of legend.entries()) {
    const y = top + index * legendLine;
    const swatch = swatches[index];
    if (swatch) context.drawImage(swatch.picture, margin, y, swatch.width, swatch.height);
    const text = value === undefined ? label : `${label}  ${value}`;
    context.fillText(text, margin + (swatch?.width ?? 0) + gap, y);
  }
}

async function loadSwatch(swatch: SVGSVGElement): Promise<Swatch> {
  const { width, height } = swatch.getBoundingClientRect();
  return { picture: await loadPicture(standalone(swatch, width, height)), width, height };
}

/** A picture knows nothing of the page's style sheets: what they say is written on each element. Without the words. */
function standalone(chart: SVGSVGElement, width: number, height: number): string {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const copies = [copy, ...copy.querySelectorAll("*")];
  for (const [index, original] of [chart, ...chart.querySelectorAll("*")].entries()) {
    const computed = getComputedStyle(original);
    for (const style of drawnStyles) copies[index]?.setAttribute(style, computed.getPropertyValue(style));
    copies[index]?.removeAttribute("style");
  }
  for (const words of copy.querySelectorAll("text")) words.remove();
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  return new XMLSerializer().serializeToString(copy);
}

async function loadPicture(svg: string): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await picture.decode();
  return picture;
}

function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}

function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
