import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";

const manifest = resolve(import.meta.dirname, "../../package.json");
const { browserslist } = JSON.parse(readFileSync(manifest, "utf8")) as { browserslist: string[] };

/** The oldest browsers that are served, as `browserslist` in package.json states them, for Vite's `target`. */
export const browserTargets = browserslist.map((entry) =>
  entry.replace(" >= ", "").replace("ios_saf", "ios"),
);

/** Syntax is compiled for the floor. Built-ins that its browsers lack are not: sites and their packages do without. */
const missing = [
  /\.(?:toSorted|toReversed|toSpliced|with|isWellFormed|toWellFormed|checkVisibility)\(/g,
  /\bPromise\.(?:withResolvers|try)\b|\b(?:Object|Map)\.groupBy\b|\bArray\.fromAsync\b|\bRegExp\.escape\b/g,
  /\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/g,
  /(?<!\bz\s*)\.(?:union|intersection|difference)\(/g,
  /\.(?:values|keys|entries)\(\)\.(?:map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)\(/g,
  /\bURL\.(?:canParse|parse)\(|\bAbortSignal\.(?:any|timeout)\(|\bIntl\.(?:Segmenter|DurationFormat)\b/g,
  /\.(?:showPopover|hidePopover|togglePopover|moveBefore|requestClose)\(/g,
  /\(\?<[=!]/g,
];

/**
 * What a script calls that a browser of the floor does not have; a lookbehind there is a syntax error of the whole file. A call
 * that is tested for first, as zod does, is none.
 */
export function missingBuiltIns(code: string): string[] {
  const calls = missing.flatMap((pattern) => code.match(pattern) ?? []);
  return calls.filter((call) => !code.includes(`typeof ${call.replace("(", "")}`));
}

/** Colour functions and at-rules that the oldest supported browsers drop. A declaration with a variable in it has no fallback. */
export function missingStyles(styles: string): string[] {
  return styles.match(/\b(?:color-mix|light-dark|oklch|oklab)\(|@(?:container|scope)\b/g) ?? [];
}

/** Ends a build one of whose files, packages included, needs what the floor lacks. Runs after `usedStyles`. */
export const browserFloor: Plugin = {
  name: "browser-floor",
  enforce: "post",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      const isSheet = file.type === "asset" && file.fileName.endsWith(".css");
      const found =
        file.type === "chunk"
          ? missingBuiltIns(file.code)
          : isSheet
            ? missingStyles(String(file.source))
            : [];
      if (found.length > 0) this.error(`${file.fileName} needs newer browsers: ${found.join(" ")}`);
    }
  },
};
