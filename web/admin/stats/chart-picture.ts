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
/** Sharp on screens and in slides. */
const scale = 2;

/**
 * Saves a chart as a PNG picture with its title above it, in the colours in which it is seen.
 * @throws Error when the browser cannot draw it
 */
export async function saveAsPicture(chart: SVGSVGElement, { title, name }: { title: string; name: string }) {
  const { width, height } = chart.getBoundingClientRect();
  const picture = await loadPicture(standalone(chart, width, height));
  const canvas = document.createElement("canvas");
  canvas.width = (width + 2 * margin) * scale;
  canvas.height = (height + 2 * margin + titleHeight) * scale;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no 2d canvas");
  const page = getComputedStyle(document.body);
  context.scale(scale, scale);
  context.fillStyle = page.backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = page.color;
  context.font = `600 18px ${page.fontFamily}`;
  context.textBaseline = "top";
  context.fillText(title, margin, margin);
  context.drawImage(picture, margin, margin + titleHeight, width, height);
  save(await toPng(canvas), `${name}.png`);
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
