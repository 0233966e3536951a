import { escapeHtml } from "#contract/template-variables.ts";
import { savePicture } from "../save-picture.ts";
import { textWidth, wrapText } from "./chart-words.ts";

/** The styles to copy onto each element, because a picture has no style sheet. */
const drawnStyles =
  "fill fill-opacity stroke stroke-width stroke-dasharray stroke-linecap opacity font-family font-size font-weight text-anchor";
const margin = 24;
const line = 22;
/** Two pixels per unit, so that the picture is sharp on screens and slides. */
const scale = 2;

/** @param legendItems elements with one swatch and its text each */
type PictureOptions = { title: string; scope: readonly string[]; name: string; legendItems: Element[] };

/** Saves a chart as a PNG picture with title, scope (dates, filters) and legend, in the colours of the screen. */
export function saveChart(chart: SVGSVGElement, options: PictureOptions): Promise<void> {
  const { width, height } = chart.getBoundingClientRect();
  const { backgroundColor, color, fontFamily } = getComputedStyle(document.body);
  const text = (words: string, x: number, y: number, look = 'font-size="14"') =>
    `<text x="${x}" y="${y}" ${look}>${escapeHtml(words)}</text>`;
  const scope = options.scope.flatMap((words) => wrapText(words, (part) => textWidth(part, 14) <= width));
  const top = margin + (scope.length + 1) * line;
  const legend = options.legendItems.map((item, index) => {
    const y = top + height + (index + 1) * line;
    const swatches = [...item.querySelectorAll("svg")].map((svg) => serializeAt(svg, margin, y - 13));
    const words = [...item.querySelectorAll("span")].map(({ textContent }) => textContent).join("  ");
    return swatches.join("") + text(words, 2.8 * margin, y);
  });
  const [fullWidth, fullHeight] = [width + 2 * margin, top + height + (legend.length + 1) * line + margin];
  const [pixelWidth, pixelHeight] = [Math.round(fullWidth * scale), Math.round(fullHeight * scale)];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${pixelWidth}" height="${pixelHeight}"
    viewBox="0 0 ${fullWidth} ${fullHeight}" fill="${color}" font-family="${escapeHtml(fontFamily)}" style="background: ${backgroundColor}">
    ${text(options.title, margin, margin + 14, 'font-size="18" font-weight="600"')}
    ${scope.map((words, index) => text(words, margin, margin + 14 + (index + 1) * line)).join("")}
    ${serializeAt(chart, margin, top)}${legend.join("")}</svg>`;
  return savePicture(svg, { name: options.name, type: "png" });
}

/** Serializes a drawing at a position of the picture, with the computed styles on each element. */
function serializeAt(drawing: SVGSVGElement, x: number, y: number): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const copies = [copy, ...copy.querySelectorAll("*")];
  for (const [index, original] of [drawing, ...drawing.querySelectorAll("*")].entries()) {
    const computed = getComputedStyle(original);
    for (const style of drawnStyles.split(" "))
      copies[index]?.setAttribute(style, computed.getPropertyValue(style));
  }
  for (const [name, value] of Object.entries({ x, y, overflow: "visible" }))
    copy.setAttribute(name, `${value}`);
  return new XMLSerializer().serializeToString(copy);
}
