import sharp from "sharp";
import { fontFaces, openChromium } from "./chromium.ts";
import { wordmarkSvg } from "./marks.ts";
import { papers } from "./palette.ts";
import { heroPicture } from "./scenes/hero.ts";

async function page(): Promise<string> {
  const hero = `data:image/svg+xml;base64,${Buffer.from(heroPicture()).toString("base64")}`;
  return `<!doctype html><style>${await fontFaces()}
*{margin:0;box-sizing:border-box}body{width:1200px;height:630px;overflow:hidden;background:${papers.paper};color:${papers.ink};position:relative}
.hero{position:absolute;left:600px;top:-14px;width:650px;transform:rotate(1.2deg);box-shadow:-6px 8px 18px #1b171440}
.mark{position:absolute;left:58px;top:44px;width:390px}
h1{position:absolute;left:64px;bottom:62px;width:520px;font:640 56px/1.03 Display;font-variation-settings:"SOFT" 0,"opsz" 144;letter-spacing:-.012em}
h1 b{font-weight:inherit;color:${papers.red}}</style>
<img class="hero" src="${hero}" alt=""><div class="mark">${wordmarkSvg().replace('width="1150" height="450"', 'width="390"')}</div>
<h1>THE <b>#1</b> FRENCH APP FOR CLOTHES INSPIRATION</h1>`;
}

/** The picture shown when the address is shared, 1200 by 630. */
export async function drawShareImage(file: string): Promise<void> {
  const browser = await openChromium();
  try {
    const tab = await browser.newPage({ viewport: { width: 1200, height: 630 } });
    await tab.setContent(await page());
    await tab.evaluate("document.fonts.ready");
    const shot = await tab.screenshot({ type: "png" });
    await sharp(shot).png({ palette: true, colours: 128, effort: 9 }).toFile(file);
  } finally {
    await browser.close();
  }
}
