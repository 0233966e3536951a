import type { Picture as SitePicture } from "../pictures/pictures.ts";

/** One cut of a picture and how wide it is drawn, as the `sizes` attribute says it. */
type Cut = { picture: SitePicture; sizes: string };
/** A cut for the screens that a media query names. */
export type CutFor = Cut & { media: string };

type PictureProps = Cut & {
  /** Cuts for some screens; the picture itself is for all others. Its `alt` must be true of them too. */
  cuts?: readonly CutFor[];
  className?: string | undefined;
  /** The one seen first: preloaded by the page's head, never lazy. */
  first?: boolean;
};

/** A picture in AVIF and WebP at the widths there are, decoded off the critical path. */
export function Picture({ picture, sizes, cuts = [], className, first = false }: PictureProps) {
  return (
    <picture>
      {cuts.map((cut) => (
        <Sources key={cut.picture.name} {...cut} />
      ))}
      <Sources picture={picture} sizes={sizes} />
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

/** `width` and `height` give each cut its own ratio, so that the page keeps its place before the file is there. */
function Sources({ picture, sizes, media }: Cut & { media?: string }) {
  const { width, height } = picture;
  return (
    <>
      {(["avif", "webp"] as const).map((format) => (
        <source
          key={format}
          type={`image/${format}`}
          media={media}
          srcSet={srcSetOf(picture[format])}
          sizes={sizes}
          width={width}
          height={height}
        />
      ))}
    </>
  );
}

/** The preloads of the page's head; the media queries of the cuts exclude each other. */
export function preloadsOf(cuts: readonly CutFor[]): string {
  const links = cuts.map(
    ({ picture, sizes, media }) =>
      `<link rel="preload" as="image" type="image/avif" imagesrcset="${srcSetOf(picture.avif)}" imagesizes="${sizes}" media="${media}" fetchpriority="high">`,
  );
  return links.join("");
}

function srcSetOf(files: SitePicture["avif"]): string {
  return files.map((file) => `${file.url} ${file.width}w`).join(", ");
}
