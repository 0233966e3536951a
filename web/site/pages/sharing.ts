import type { Audience } from "#contract/audience.ts";
import { brand } from "#contract/brand.ts";
import { originPlaceholder } from "#contract/public-address.ts";
import { signUpPath } from "#contract/signup-path.ts";
import { escapeHtml } from "#contract/template-variables.ts";

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
  /** The picture, if it differs from the default. */
  picture?: SharePicture;
};

/** The tags for a page's canonical address and for the preview of a shared link. */
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

/** The title and the sharing texts of the sign-up's own page, by audience. */
export const signUpInfo: Record<Audience, Shared & { path: string }> = {
  user: {
    path: signUpPath("user"),
    title: `S’inscrire à la bêta · ${brand.name}`,
    description: `Demandez une place dans la bêta fermée de ${brand.name} : dites-nous qui vous êtes et comment vous vous habillez, nous lisons chaque demande.`,
  },
  brand: {
    path: signUpPath("brand"),
    title: `Inscrire une marque à la bêta · ${brand.name}`,
    description: `Votre marque de mode dans la bêta de ${brand.name} : présentez-la à celles et ceux qui cherchent leurs références, et dites-nous ce que vous en attendez.`,
    picture: sharePictures.brands,
  },
};
