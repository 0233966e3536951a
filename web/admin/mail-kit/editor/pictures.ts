import { limits } from "#contract/limits.ts";

/** The picture types that mail clients show and the server accepts. */
const kinds = ["image/png", "image/jpeg", "image/gif", "image/webp"];
export const acceptedPictures = kinds.join(",");
export const isPicture = ({ type }: File) => kinds.includes(type);

/** Twice the width of the mail's content, so that pictures look sharp on a phone. */
const widest = 2 * limits.mailPictureWidth;
const largest = 1024 * 1024;

/** `width` is null when the file could not be decoded. */
export type ReadPicture = { src: string; width: number | null } | { problem: string };

/** Reads a picture file as a data: address of at most 1 MB. Reduces a larger picture, unless it may be animated. */
export async function readPicture(file: File): Promise<ReadPicture> {
  if (!isPicture(file)) return { problem: "Choisissez une image PNG, JPEG, GIF ou WebP" };
  const decoded = await createImageBitmap(file).catch(() => null);
  try {
    const blob =
      file.size <= largest ? file : decoded && file.type !== "image/gif" && (await shrink(decoded));
    if (!blob || blob.size > largest) return { problem: "L’image est trop volumineuse : 1 Mo au plus" };
    return { src: await dataAddress(blob), width: decoded?.width ?? null };
  } catch {
    return { problem: "Le fichier n’a pas pu être lu" };
  }
}

async function shrink(picture: ImageBitmap): Promise<Blob> {
  const scale = Math.min(1, widest / picture.width);
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const lossless = await canvas.convertToBlob({ type: "image/png" });
  return lossless.size <= largest ? lossless : canvas.convertToBlob({ type: "image/jpeg", quality: 0.85 });
}

function dataAddress(file: Blob): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(file);
  });
}

const loadLimitMs = 5_000;

/** The width of a picture on the web; null when it does not load within five seconds. */
export function widthOfWebPicture(src: string): Promise<number | null> {
  return new Promise((done) => {
    const image = new Image();
    setTimeout(() => done(null), loadLimitMs);
    image.onload = () => done(image.naturalWidth || null);
    image.onerror = () => done(null);
    image.src = src;
  });
}

export const pictureSizes = [
  { value: "200", label: "Petite" },
  { value: "360", label: "Moyenne" },
  { value: String(limits.mailPictureWidth), label: "Pleine largeur" },
];
