import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { adminMessages } from "#contract/admins.ts";
import { initialSiteSettings } from "#contract/site.ts";
import { englishTexts } from "./english-texts.test-helpers.ts";
import { type SourceText, textsOf } from "./source-texts.test-helpers.ts";

const files = globSync("web/**/*.tsx", { exclude: ["**/*.test*"] });
const sources = files.map((file) => {
  const source = withConstants(readFileSync(file, "utf8"));
  return { file, source, texts: textsOf(file, source) };
});

/** Inserts the texts of the contract at the places where a screen uses them. */
function withConstants(source: string): string {
  const { setupFailed, createFailed, unexpected } = adminMessages;
  return Object.entries({ setupFailed, createFailed, unexpected }).reduce(
    (text, [name, message]) => text.replaceAll(`{adminMessages.${name}}`, message),
    source,
  );
}

function isMarkedEnglish(node: SourceText["node"] | null): boolean {
  if (node === null) return false;
  const opening = node["openingElement"] as
    | {
        name: { name?: string };
        attributes: { name?: { name: string }; value?: { value: string } }[];
      }
    | undefined;
  const isEnglish =
    opening?.name.name === "English" ||
    opening?.attributes.some(({ name, value }) => name?.name === "lang" && value?.value === "en");
  return isEnglish || isMarkedEnglish(node.parent);
}

// The tagline is a setting, so web/site/words.test.tsx tests it on the rendered pages.
const { [initialSiteSettings.home.tagline]: _, ...inSource } = englishTexts;

// registre: 45
test.each(Object.entries(inSource))(
  "'%s' is marked as English on every screen, with its French meaning beside it",
  (english, sense) => {
    const drawn = sources.flatMap(({ source, texts }) =>
      texts.filter(({ text }) => text.includes(english)).map((found) => ({ source, ...found })),
    );
    expect(drawn).not.toEqual([]);
    for (const { file, line, source, node } of drawn) {
      expect(isMarkedEnglish(node), `${file}:${line}`).toBe(true);
      expect(source.replaceAll(/\s+/g, " "), file).toContain(sense);
    }
  },
);

test("no screen passes a quoted English message on as a plain string", () => {
  for (const { file, source } of sources)
    expect(source, file).not.toMatch(/adminMessages\.(setupFailed|createFailed|unexpected)\b/);
});
