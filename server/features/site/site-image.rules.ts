import { createHash } from "node:crypto";
import type { SiteImageSlot } from "#contract/site.ts";

/** The kinds of picture that are taken, and how the names of their files end. */
const imageExtensions = { "image/png": "png", "image/jpeg": "jpg", "image/webp": "webp" } as const;
export type ImageType = keyof typeof imageExtensions;

/** Names the content too: what is delivered there never changes. */
export function imageAddress(image: {
  slot: SiteImageSlot;
  contentType: ImageType;
  content: Buffer;
}): string {
  const hash = createHash("sha256").update(image.content).digest("hex").slice(0, 16);
  return `/site-images/${image.slot}-${hash}.${imageExtensions[image.contentType]}`;
}
