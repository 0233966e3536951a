import type { Picture as SitePicture } from "../pictures/pictures.ts";

/** One cut of a picture and its displayed width, in the form of the `sizes` attribute. */
type Cut = { picture: SitePicture; sizes: string };
/** A cut for the screens that match a media query. */
export type CutFor = Cut & { media: string };

type PictureProps = Cut & {
  /** Cuts for some screens. All other screens show `picture`. Its `alt` must describe every cut. */
  cuts?: readonly CutFor[];
  className?: string | undefined;
  /** True for the picture at the top of the page, which the page's head preloads and which is never lazy. */
  first?: boolean;
};

/** A picture in AVIF and WebP in all available widths, decoded asynchronously. */
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

/** `width` and `height` give each cut its ratio, so that the page reserves its space before the file is loaded. */
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

/** The preloads for the page's head. The media queries of the cuts must exclude each other. */
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
