import { brand } from "#contract/brand.ts";
import { originPlaceholder } from "#contract/public-address.ts";
import { escapeHtml } from "./escape-html.ts";

/** The picture of a shared link: 1200 × 630 pixels, drawn by `artwork/pictures/share-image.ts`. */
type SharePicture = { address: string; alt: string };

export const sharePictures = {
  everybody: {
    address: "/og.png",
    alt: `${brand.name} : une femme en manteau rouge et chapeau noir, un homme en costume rayé, collage de papiers découpés`,
  },
  brands: {
    address: "/og-marque.png",
    alt: `${brand.name} : un manteau rouge étiqueté, une marinière et une robe vichy sur leurs cintres, collage de papiers découpés`,
  },
} satisfies Record<string, SharePicture>;

export type Shared = {
  /** The canonical address; null for a page that search engines leave out. */
  path: string | null;
  title: string;
  description: string;
  /** Where it differs from the default. */
  picture?: SharePicture;
};

/** A page's address, and what is shown when a person shares it. */
export function sharingTags({ path, title, description, picture = sharePictures.everybody }: Shared): string {
  if (path === null) return '<meta name="robots" content="noindex">';
  const url = `${originPlaceholder}${path}`;
  const properties = {
    "og:type": "website",
    "og:site_name": brand.name,
    "og:locale": "fr_FR",
    "og:url": url,
    "og:title": title,
    "og:description": description,
    "og:image": `${originPlaceholder}${picture.address}`,
    "og:image:type": "image/png",
    "og:image:width": "1200",
    "og:image:height": "630",
    "og:image:alt": picture.alt,
  };
  const tags = Object.entries(properties).map(
    ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`,
  );
  return `<link rel="canonical" href="${escapeHtml(url)}">${tags.join("")}<meta name="twitter:card" content="summary_large_image">`;
}
