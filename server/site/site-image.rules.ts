import { createHash } from "node:crypto";
import type { SiteImageSlot } from "#contract/site.ts";

/** The accepted types of pictures, with the extensions of their files. */
const imageExtensions = { "image/png": "png", "image/jpeg": "jpg", "image/webp": "webp" } as const;
type ImageType = keyof typeof imageExtensions;

type Size = { width: number; height: number };
type ReadImage = Size & { contentType: ImageType };

/** The address contains a hash of the picture, so that its content never changes. */
export function imageAddress(image: {
  slot: SiteImageSlot;
  contentType: ImageType;
  content: Buffer;
}): string {
  const hash = createHash("sha256").update(image.content).digest("hex").slice(0, 16);
  return `/site-images/${image.slot}-${hash}.${imageExtensions[image.contentType]}`;
}

const sides = { min: 16, max: 4_000 };

/** False for a picture that is too small or too large to show. */
export function hasUsefulSize({ width, height }: Size): boolean {
  return [width, height].every((side) => side >= sides.min && side <= sides.max);
}

/** The type and size of a picture, after a check of all its bytes. Null: another type, truncated, or with trailing bytes. */
export function readImage(content: Buffer): ReadImage | null {
  try {
    const png = pngSize(content);
    if (png) return { ...png, contentType: "image/png" };
    const jpeg = jpegSize(content);
    if (jpeg) return { ...jpeg, contentType: "image/jpeg" };
    const webp = webpSize(content);
    return webp && { ...webp, contentType: "image/webp" };
  } catch (error) {
    if (error instanceof RangeError) return null; // the picture is truncated
    throw error;
  }
}

const pngSignature = Buffer.from("89504e470d0a1a0a", "hex");

/** Reads the signature, then chunks that begin with their length, from IHDR to IEND. */
function pngSize(content: Buffer): Size | null {
  if (!content.subarray(0, 8).equals(pngSignature) || content.toString("latin1", 12, 16) !== "IHDR")
    return null;
  let place = 8;
  let last = "";
  while (last !== "IEND") {
    last = content.toString("latin1", place + 4, place + 8);
    place += 12 + content.readUInt32BE(place);
  }
  return place === content.length
    ? { width: content.readUInt32BE(16), height: content.readUInt32BE(20) }
    : null;
}

/** Reads markers with their lengths up to the marker of a frame; the last marker ends the picture. */
function jpegSize(content: Buffer): Size | null {
  if (content.readUInt16BE(0) !== 0xffd8 || content.readUInt16BE(content.length - 2) !== 0xffd9) return null;
  let place = 2;
  while (!isFrame(content.readUInt16BE(place))) {
    if (content[place] !== 0xff || content[place + 1] === 0xda) return null; // image data before the size
    place += 2 + content.readUInt16BE(place + 2);
  }
  return { height: content.readUInt16BE(place + 5), width: content.readUInt16BE(place + 7) };
}

/** SOF0 to SOF15, except the tables that use the same range of numbers. */
function isFrame(marker: number): boolean {
  return marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
}

/** A RIFF file of one of three kinds, each with the size at another place. */
function webpSize(content: Buffer): Size | null {
  const isWebp = content.toString("latin1", 0, 4) === "RIFF" && content.toString("latin1", 8, 12) === "WEBP";
  if (!isWebp || content.readUInt32LE(4) + 8 !== content.length) return null;
  switch (content.toString("latin1", 12, 16)) {
    case "VP8X":
      return { width: content.readUIntLE(24, 3) + 1, height: content.readUIntLE(27, 3) + 1 };
    case "VP8L": {
      if (content[20] !== 0x2f) return null;
      const bits = content.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8 ":
      if (content.readUIntBE(23, 3) !== 0x9d012a) return null;
      return { width: content.readUInt16LE(26) & 0x3fff, height: content.readUInt16LE(28) & 0x3fff };
    default:
      return null;
  }
}
