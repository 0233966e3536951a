import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { catalogue, type Export } from "./catalogue.ts";
import { badgeSvg, iconSvg, wordmarkSvg } from "./marks.ts";
import { papers } from "./palette.ts";
import { drawShareImages } from "./share-image.ts";

const folder = (path: string) => fileURLToPath(new URL(`../../web/site/${path}/`, import.meta.url));
const pictures = folder("pictures");
const open = folder("public");

async function exportPicture({ name, draw, widths, cutOut }: Export): Promise<void> {
  // Drawn at twice the size and scaled down, so that thin weaves have no aliasing.
  const drawn = sharp(Buffer.from(draw()), { density: 144 });
  const large = await (cutOut ? drawn : drawn.removeAlpha()).png().toBuffer();
  for (const width of widths) {
    const raster = sharp(large).resize({ width });
    const file = `${pictures}${name}-${width}`;
    await raster.clone().avif({ quality: 52, effort: 6, chromaSubsampling: "4:4:4" }).toFile(`${file}.avif`);
    await raster.clone().webp({ quality: 74, effort: 6, smartSubsample: true }).toFile(`${file}.webp`);
  }
}

/** An .ico that holds one PNG: six bytes of header, sixteen of directory. */
function icoOf(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(22, 18);
  return Buffer.concat([head, png]);
}

const iconPng = (svg: string, size: number) =>
  sharp(Buffer.from(svg), { density: 144 }).resize(size, size).png({ palette: true, colours: 32 }).toBuffer();

async function exportIcons(): Promise<void> {
  const rounded = iconSvg({ round: 104 });
  await writeFile(`${open}favicon.svg`, rounded);
  await writeFile(`${open}favicon.ico`, icoOf(await iconPng(rounded, 32), 32));
  await writeFile(`${open}apple-touch-icon.png`, await iconPng(iconSvg(), 180));
  await writeFile(`${open}icon-192.png`, await iconPng(rounded, 192));
  await writeFile(`${open}icon-512.png`, await iconPng(rounded, 512));
  await writeFile(`${open}icon-maskable-512.png`, await iconPng(iconSvg({ maskable: true }), 512));
}

async function exportMarks(): Promise<void> {
  await writeFile(`${pictures}wordmark.svg`, wordmarkSvg());
  await writeFile(`${pictures}wordmark-cream.svg`, wordmarkSvg(papers.cream));
  await writeFile(`${pictures}badge-app-store.svg`, badgeSvg("App Store"));
  await writeFile(`${pictures}badge-google-play.svg`, badgeSvg("Google Play"));
}

await mkdir(pictures, { recursive: true });
await mkdir(open, { recursive: true });
const only = process.argv[2];
for (const item of catalogue) if (!only || item.name === only) await exportPicture(item);
if (!only || only === "marks") {
  await exportMarks();
  await exportIcons();
  await drawShareImages(open);
}
