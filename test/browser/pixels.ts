import { inflateSync } from "node:zlib";

export type Color = readonly [red: number, green: number, blue: number];

/** The pixels of a screenshot: an 8-bit PNG that is not interlaced, which is what browsers take. */
export class Pixels {
  readonly width: number;
  readonly height: number;
  readonly #channels: number;
  readonly #data: Buffer;

  constructor(png: Buffer) {
    this.width = png.readUInt32BE(16);
    this.height = png.readUInt32BE(20);
    this.#channels = png[25] === 6 ? 4 : 3;
    this.#data = unfiltered(inflateSync(Buffer.concat(imageChunks(png))), this.width * this.#channels, {
      pixel: this.#channels,
      rows: this.height,
    });
  }

  at(x: number, y: number): Color {
    const start = (Math.round(y) * this.width + Math.round(x)) * this.#channels;
    const [red = 0, green = 0, blue = 0] = this.#data.subarray(start, start + 3);
    return [red, green, blue];
  }
}

function imageChunks(png: Buffer): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") chunks.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return chunks;
}

/** Each row begins with the filter that tells from which neighbours its bytes are differences. */
function unfiltered(raw: Buffer, rowBytes: number, { pixel, rows }: { pixel: number; rows: number }): Buffer {
  const data = Buffer.alloc(rowBytes * rows);
  for (let row = 0; row < rows; row++) {
    const filter = raw[row * (rowBytes + 1)];
    for (let index = 0; index < rowBytes; index++) {
      const to = row * rowBytes + index;
      const left = index < pixel ? 0 : (data[to - pixel] ?? 0);
      const up = row === 0 ? 0 : (data[to - rowBytes] ?? 0);
      const corner = row === 0 || index < pixel ? 0 : (data[to - rowBytes - pixel] ?? 0);
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? 0] ?? 0;
      data[to] = (raw[row * (rowBytes + 1) + 1 + index] ?? 0) + guess;
    }
  }
  return data;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
/** Contrast of two colours as WCAG defines it, from 1 to 21. */
export function contrast(one: Color, other: Color): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
