import type { Picture as SitePicture } from "../pictures/pictures.ts";

type PictureProps = {
  picture: SitePicture;
  /** How wide it is drawn, as the `sizes` attribute says it. */
  sizes: string;
  className?: string | undefined;
  /** The one seen first: preloaded by the page's head, never lazy. */
  first?: boolean;
};

/** A picture in AVIF and WebP at the widths there are, decoded off the critical path. */
export function Picture({ picture, sizes, className, first = false }: PictureProps) {
  return (
    <picture>
      <source type="image/avif" srcSet={srcSetOf(picture.avif)} sizes={sizes} />
      <source type="image/webp" srcSet={srcSetOf(picture.webp)} sizes={sizes} />
      <img
        src={picture.webp.at(-1)?.url}
        alt={picture.alt}
        width={picture.width}
        height={picture.height}
        className={className}
        loading={first ? "eager" : "lazy"}
        fetchPriority={first ? "high" : "auto"}
        decoding="async"
      />
    </picture>
  );
}

export function srcSetOf(files: SitePicture["avif"]): string {
  return files.map((file) => `${file.url} ${file.width}w`).join(", ");
}
