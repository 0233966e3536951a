import sharp from "sharp";
import { fontFaces, openChromium } from "./chromium.ts";
import { wordmarkSvg } from "./marks.ts";
import { papers } from "./palette.ts";
import { brandPicture } from "./scenes/brand.ts";
import { heroWidePicture } from "./scenes/hero.ts";

interface ShareImage {
  file: string;
  /** Draws the SVG beside the words. */
  picture: () => string;
  words: string;
  language: "en" | "fr";
  /** Font size in pixels, so that the words fill three or four lines. */
  size: number;
}

/** The pictures of shared addresses: one for people, one for brands. */
const shareImages: readonly ShareImage[] = [
  {
    file: "og.png",
    picture: heroWidePicture,
    words: "THE <b>#1</b> FRENCH APP FOR CLOTHES INSPIRATION",
    language: "en",
    size: 56,
  },
  {
    file: "og-marque.png",
    picture: brandPicture,
    words: "Votre marque a sa place <b>sur le cintre.</b>",
    language: "fr",
    size: 66,
  },
];

const documentOf = ({ picture, words, language, size }: ShareImage, faces: string) => {
  const drawn = `data:image/svg+xml;base64,${Buffer.from(picture()).toString("base64")}`;
  return `<!doctype html><style>${faces}
*{margin:0;box-sizing:border-box}body{width:1200px;height:630px;overflow:hidden;background:${papers.paper};color:${papers.ink};position:relative}
.picture{position:absolute;left:600px;top:-14px;width:650px;transform:rotate(1.2deg);box-shadow:-6px 8px 18px #1b171440}
.mark{position:absolute;left:58px;top:44px;width:390px}
h1{position:absolute;left:64px;bottom:58px;width:520px;font:600 ${size}px/1.03 Display;font-variation-settings:"SOFT" 0,"WONK" 0,"opsz" 100;letter-spacing:-.012em}
h1 b{font-weight:inherit;color:${papers.red}}</style>
<img class="picture" src="${drawn}" alt=""><div class="mark">${wordmarkSvg().replace('width="1150" height="450"', 'width="390"')}</div>
<h1 lang="${language}">${words}</h1>`;
};

/** Writes the pictures shown when an address is shared, 1200 by 630, into a folder that ends with a slash. */
export async function drawShareImages(folder: string): Promise<void> {
  const browser = await openChromium();
  try {
    const faces = await fontFaces();
    for (const image of shareImages) {
      const tab = await browser.newPage({ viewport: { width: 1200, height: 630 } });
      await tab.setContent(documentOf(image, faces));
      await tab.evaluate("document.fonts.ready");
      const shot = await tab.screenshot({ type: "png" });
      await sharp(shot)
        .png({ palette: true, colours: 128, effort: 9 })
        .toFile(folder + image.file);
      await tab.close();
    }
  } finally {
    await browser.close();
  }
}
