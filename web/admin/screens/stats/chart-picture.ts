import type { LegendEntry } from "./chart-legend.tsx";

const drawnStyles = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
] as const;

const margin = 24;
const titleHeight = 40;
const legendLine = 22;
const legendSquare = 10;
/** Sharp on screens and in slides. */
const scale = 2;

type PictureOptions = { title: string; name: string; legend: readonly LegendEntry[] };

/**
 * Saves a chart as a PNG picture with title and legend, in the colours in which it is seen.
 * @throws Error when the browser cannot draw it
 */
export async function saveAsPicture(chart: SVGSVGElement, { title, name, legend }: PictureOptions) {
  const { width, height } = chart.getBoundingClientRect();
  const picture = await loadPicture(standalone(chart, width, height));
  const legendTop = margin + titleHeight + height + legendSquare;
  const { canvas, context, font } = createPage(
    width + 2 * margin,
    legendTop + legend.length * legendLine + margin,
  );
  context.font = `600 18px ${font}`;
  context.fillText(title, margin, margin);
  context.drawImage(picture, margin, margin + titleHeight, width, height);
  context.font = `14px ${font}`;
  drawLegend(context, legend, legendTop);
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

function drawLegend(context: CanvasRenderingContext2D, legend: readonly LegendEntry[], top: number): void {
  const ink = context.fillStyle;
  for (const [index, { colour, label, value }] of legend.entries()) {
    const y = top + index * legendLine;
    context.fillStyle = resolved(colour);
    context.fillRect(margin, y + 2, legendSquare, legendSquare);
    context.fillStyle = ink;
    context.fillText(value === undefined ? label : `${label}  ${value}`, margin + 2 * legendSquare, y);
  }
}

/** A canvas knows no custom properties. */
function resolved(colour: string): string {
  const [, property] = /^var\((--[\w-]+)\)$/.exec(colour) ?? [];
  return property ? getComputedStyle(document.documentElement).getPropertyValue(property) : colour;
}

/** A picture knows nothing of the page's style sheets: what they say is written on each element. */
function standalone(chart: SVGSVGElement, width: number, height: number): string {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const copies = [copy, ...copy.querySelectorAll("*")];
  for (const [index, original] of [chart, ...chart.querySelectorAll("*")].entries()) {
    const computed = getComputedStyle(original);
    for (const style of drawnStyles) copies[index]?.setAttribute(style, computed.getPropertyValue(style));
    copies[index]?.removeAttribute("style");
  }
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
