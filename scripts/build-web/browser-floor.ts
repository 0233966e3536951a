import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";

const manifest = resolve(import.meta.dirname, "../../package.json");
const { browserslist } = JSON.parse(readFileSync(manifest, "utf8")) as { browserslist: string[] };

/** The oldest supported browsers from `browserslist` in package.json, in the form of Vite's `target`. */
export const browserTargets = browserslist.map((entry) =>
  entry.replace(" >= ", "").replace("ios_saf", "ios"),
);

/** Built-ins that the oldest supported browsers lack. The build compiles syntax but adds no built-ins, so no script may use these. */
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
 * The built-ins that a script calls and that an oldest supported browser lacks. A lookbehind in a regular expression makes the
 * whole file a syntax error there. A call behind a test for the built-in, as in zod, is allowed.
 */
export function missingBuiltIns(code: string): string[] {
  const calls = missing.flatMap((pattern) => code.match(pattern) ?? []);
  return calls.filter((call) => !code.includes(`typeof ${call.replace("(", "")}`));
}

/** Colour functions and at-rules that the oldest supported browsers drop. A declaration with a variable in it has no fallback. */
export function missingStyles(styles: string): string[] {
  return styles.match(/\b(?:color-mix|light-dark|oklch|oklab)\(|@(?:container|scope)\b/g) ?? [];
}

/** Fails the build when a file, packages included, needs a feature that the oldest supported browsers lack. Runs after `usedStyles`. */
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
