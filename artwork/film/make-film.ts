import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import sharp from "sharp";
import { fontFaces, openChromium } from "../pictures/chromium.ts";
import { drawFilm, duration } from "./film.ts";
import { height, width } from "./scene.ts";
import { pluckedTune } from "./sound.ts";
import { drawingRate, frameRate } from "./timing.ts";

const run = promisify(execFile);
const target = fileURLToPath(new URL("../../web/site/film/", import.meta.url));
/** The still frame that is shown before the film plays. */
const posterAt = 14.6;

async function shoot(folder: string, times: readonly number[]): Promise<string[]> {
  const browser = await openChromium();
  try {
    const tab = await browser.newPage({ viewport: { width, height } });
    await tab.setContent(
      `<!doctype html><style>${await fontFaces()}*{margin:0}svg{display:block}</style><p style="font-family:Display">T</p>`,
    );
    await tab.evaluate("document.fonts.ready");
    const files: string[] = [];
    for (const [i, t] of times.entries()) {
      const file = join(folder, `${String(i).padStart(4, "0")}.png`);
      await tab.evaluate(`document.body.innerHTML = ${JSON.stringify(drawFilm(t))}`);
      await tab.screenshot({ path: file });
      files.push(file);
    }
    return files;
  } finally {
    await browser.close();
  }
}

async function encode(folder: string): Promise<void> {
  const input = [
    "-y",
    "-loglevel",
    "error",
    "-framerate",
    String(drawingRate),
    "-i",
    join(folder, "%04d.png"),
    "-i",
    join(folder, "tune.wav"),
  ];
  const picture = [
    "-r",
    String(frameRate),
    "-pix_fmt",
    "yuv420p",
    "-shortest",
    "-map_metadata",
    "-1",
    "-fflags",
    "+bitexact",
    "-flags",
    "+bitexact",
  ];
  await run("ffmpeg", [
    ...input,
    ...picture,
    "-c:v",
    "libx264",
    "-preset",
    "slow",
    "-crf",
    "21",
    "-tune",
    "animation",
    "-profile:v",
    "high",
    "-c:a",
    "aac",
    "-b:a",
    "64k",
    "-movflags",
    "+faststart",
    `${target}film.mp4`,
  ]);
  await run("ffmpeg", [
    ...input,
    ...picture,
    "-c:v",
    "libvpx-vp9",
    "-b:v",
    "0",
    "-crf",
    "32",
    "-row-mt",
    "1",
    "-cpu-used",
    "2",
    "-c:a",
    "libopus",
    "-b:a",
    "48k",
    `${target}film.webm`,
  ]);
}

async function exportPoster(file: string): Promise<void> {
  await sharp(file)
    .avif({ quality: 54, effort: 6, chromaSubsampling: "4:4:4" })
    .toFile(`${target}poster.avif`);
  await sharp(file).jpeg({ quality: 80, mozjpeg: true }).toFile(`${target}poster.jpg`);
}

/** Times in seconds. With such arguments the script only writes these drawings to the temporary folder, for a check. */
const moments = process.argv.slice(2).map(Number);
const folder = await mkdtemp(join(tmpdir(), "tenue-film-"));
if (moments.length > 0) {
  const files = await shoot(folder, moments);
  process.stdout.write(`${files.join("\n")}\n`);
} else {
  await mkdir(target, { recursive: true });
  const times = Array.from({ length: Math.round(duration * drawingRate) }, (_, i) => i / drawingRate);
  const files = await shoot(folder, times);
  await writeFile(join(folder, "tune.wav"), pluckedTune(duration));
  await encode(folder);
  const poster = files[Math.round(posterAt * drawingRate)];
  if (poster) await exportPoster(poster);
  await rm(folder, { recursive: true });
}
