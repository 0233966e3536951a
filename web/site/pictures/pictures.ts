/** One file of a picture: its address and its width in pixels. */
interface PictureFile {
  url: string;
  width: number;
}

export interface Picture {
  name: string;
  alt: string;
  /** The natural size, whose ratio lets the page reserve the space of the picture. */
  width: number;
  height: number;
  avif: readonly PictureFile[];
  webp: readonly PictureFile[];
}

const urls = import.meta.glob<string>("./*.{avif,webp}", {
  eager: true,
  query: "?url&no-inline",
  import: "default",
});

function filesOf(name: string, extension: "avif" | "webp"): PictureFile[] {
  const pattern = new RegExp(`^\\./${name}-(\\d+)\\.${extension}$`);
  return Object.entries(urls)
    .flatMap(([path, url]) => {
      const width = Number(pattern.exec(path)?.[1]);
      return width > 0 ? [{ url, width }] : [];
    })
    .sort((a, b) => a.width - b.width);
}

function picture(name: string, width: number, height: number, alt: string): Picture {
  return { name, alt, width, height, avif: filesOf(name, "avif"), webp: filesOf(name, "webp") };
}

/** Describes all three cuts. On tablets the picture shows only one figure. */
const heroAlt =
  "Collage de papiers découpés : une femme en long manteau vermillon et chapeau noir marche d’un grand pas, un sac ocre à la main.";
export const hero = picture("hero", 1200, 800, heroAlt);
export const heroColumn = picture("hero-column", 720, 1440, heroAlt);
export const heroWide = picture("hero-wide", 1200, 1500, heroAlt);
export const banner = picture(
  "banner",
  2100,
  900,
  "Six passants en papier découpé se croisent dans la rue, chacun habillé à sa façon : costume pied-de-poule, robe vichy, marinière, manteau sauge, blouson ocre, manteau camel.",
);
export const bannerNarrow = picture(
  "banner-narrow",
  1200,
  900,
  "Des passants en papier découpé se croisent dans la rue : robe vichy rouge, marinière et jean large, foulard à pois et manteau sauge.",
);
export const inspiration = picture(
  "inspiration",
  1000,
  1250,
  "Un mur de références épinglées : silhouettes découpées, marinière, bottine, chapeau, lunettes et échantillon de tissu.",
);
export const expression = picture(
  "expression",
  1000,
  1250,
  "Une personne en chemise à pois et pantalon ocre photographie sa tenue dans un grand miroir au cadre rouge.",
);
export const atelier = picture(
  "atelier",
  1000,
  1250,
  "Une table d’atelier : un buste de couture à moitié vêtu d’une veste à carreaux, des ciseaux rouges, un patron et un mètre ruban.",
);
export const contact = picture(
  "contact",
  800,
  640,
  "Une enveloppe bleue ouverte laisse dépasser une lettre ; à côté, un timbre rouge.",
);
export const lost = picture(
  "lost",
  800,
  800,
  "Une chaussette rayée, seule sur une corde à linge, à côté d’un cintre vide.",
);

/** A picture without a background, for the red area. */
export const doorstep = picture(
  "doorstep",
  1000,
  1100,
  "Deux passants en papier découpé arrivent d’un bon pas : un homme à barbe blanche en costume pied-de-poule, une femme en manteau sauge et foulard à pois.",
);
/** A decorative figure beside the questions of the sign-up. */
export const dialogFigure = picture("dialog", 720, 1200, "");
/** Six pieces of cloth without a background. Decorative, shown with the thanks. */
export const thanksStrip = picture("strip", 1280, 200, "");

export const pictures: readonly Picture[] = [
  hero,
  heroColumn,
  heroWide,
  banner,
  bannerNarrow,
  inspiration,
  expression,
  atelier,
  contact,
  lost,
  doorstep,
  dialogFigure,
  thanksStrip,
];
