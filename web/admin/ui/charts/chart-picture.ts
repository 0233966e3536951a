import { escapeHtml } from "#contract/template-variables.ts";
import { textWidth, wrapText } from "./chart-words.ts";

/** What style sheets say of a drawing; a picture does not know them. */
const drawnStyles =
  "fill fill-opacity stroke stroke-width stroke-dasharray stroke-linecap opacity font-family font-size font-weight text-anchor";
const margin = 24;
const line = 22;
/** Sharp on screens and in slides. */
const scale = 2;

type PictureOptions = {
  title: string;
  /** What was counted, in a line each under the title. */
  scope: readonly string[];
  name: string;
  legend: readonly { label: string; value?: string }[];
  /** The legend's swatches, in its order. */
  swatches: readonly SVGSVGElement[];
};

/**
 * Saves a chart as a PNG picture with title, dates, filters and legend, in the colours in which it is seen.
 * @throws Error when the browser cannot draw it
 */
export async function saveAsPicture(chart: SVGSVGElement, options: PictureOptions): Promise<void> {
  const { title, scope, name, legend, swatches } = options;
  const { width, height } = chart.getBoundingClientRect();
  const { backgroundColor, color, fontFamily } = getComputedStyle(document.body);
  const text = (words: string, place: { x: number; y: number }, look = 'font-size="14"') =>
    `<text x="${place.x}" y="${place.y}" ${look}>${escapeHtml(words)}</text>`;
  const lines = scope.flatMap((words) => wrapText(words, (part) => textWidth(part, 14) <= width));
  const top = margin + (lines.length + 1) * line;
  const entryAt = (index: number) => top + height + (index + 1) * line;
  const size = { width: width + 2 * margin, height: entryAt(legend.length) + margin };
  const parts = [
    text(title, { x: margin, y: margin + 14 }, 'font-size="18" font-weight="600"'),
    ...lines.map((words, index) => text(words, { x: margin, y: margin + 14 + (index + 1) * line })),
    standalone(chart, margin, top),
    ...swatches.map((swatch, index) => standalone(swatch, margin, entryAt(index) - 13)),
    ...legend.map(({ label, value = "" }, index) =>
      text(`${label}  ${value}`, { x: 2.8 * margin, y: entryAt(index) }),
    ),
  ];
  const picture = new Image(size.width * scale, size.height * scale);
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${picture.width}" height="${picture.height}" viewBox="0 0 ${size.width} ${size.height}"
      fill="${color}" font-family="${escapeHtml(fontFamily)}" style="background: ${backgroundColor}">${parts.join("\n")}</svg>`,
  )}`;
  await picture.decode();
  const canvas = Object.assign(document.createElement("canvas"), {
    width: picture.width,
    height: picture.height,
  });
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (!blob) throw new Error("no picture");
  const link = Object.assign(document.createElement("a"), {
    href: URL.createObjectURL(blob),
    download: `${name}.png`,
  });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** A drawing at a place of the picture, with its styles written on each element. */
function standalone(drawing: SVGSVGElement, x: number, y: number): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const copies = [copy, ...copy.querySelectorAll("*")];
  for (const [index, original] of [drawing, ...drawing.querySelectorAll("*")].entries()) {
    const computed = getComputedStyle(original);
    for (const style of drawnStyles.split(" "))
      copies[index]?.setAttribute(style, computed.getPropertyValue(style));
  }
  copy.setAttribute("x", String(x));
  copy.setAttribute("y", String(y));
  copy.setAttribute("overflow", "visible");
  return new XMLSerializer().serializeToString(copy);
}
