import { readFile } from "node:fs/promises";
import { type Browser, chromium } from "playwright-core";

/** Debian's Chromium without background network calls. */
export function openChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
}

async function face(family: string, file: string, weights: string): Promise<string> {
  const url = new URL(`../node_modules/@fontsource-variable/${file}`, import.meta.url);
  const data = (await readFile(url)).toString("base64");
  return `@font-face{font-family:${family};font-weight:${weights};src:url(data:font/woff2;base64,${data}) format("woff2")}`;
}

/** The site's two fonts as data URLs, for pages that are drawn without a server. */
export async function fontFaces(): Promise<string> {
  const faces = await Promise.all([
    face("Display", "fraunces/files/fraunces-latin-full-normal.woff2", "100 900"),
    face("Text", "hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2", "100 900"),
  ]);
  return faces.join("");
}
