import captions from "./captions.fr.vtt?no-inline";
import mp4 from "./film.mp4?no-inline";
import webm from "./film.webm?no-inline";
import posterAvif from "./poster.avif?no-inline";
import posterJpeg from "./poster.jpg?no-inline";

/** The film's length in seconds, used until the file's metadata is loaded. */
export const filmSeconds = 15;

export interface Film {
  width: number;
  height: number;
  /** The sources, in order of preference. */
  sources: readonly { url: string; type: string }[];
  poster: { avif: string; jpeg: string; alt: string };
  captions: { url: string; language: string; label: string };
}

export const film: Film = {
  width: 1280,
  height: 720,
  sources: [
    { url: webm, type: 'video/webm; codecs="vp9,opus"' },
    { url: mp4, type: 'video/mp4; codecs="avc1.64001f,mp4a.40.2"' },
  ],
  poster: {
    avif: posterAvif,
    jpeg: posterJpeg,
    alt: "Dernière image du film : le nom Tenue, et une femme en manteau vermillon qui passe devant un soleil ocre.",
  },
  captions: { url: captions, language: "fr", label: "Français" },
};

/** The texts of a WebVTT file, cue by cue, without times and settings. */
export function cueTexts(vtt: string): string[] {
  return vtt.split(/\n{2,}/).flatMap((block) => {
    const lines = block.trim().split("\n");
    const time = lines.findIndex((line) => line.includes("-->"));
    return time < 0 ? [] : [lines.slice(time + 1).join(" ")];
  });
}
