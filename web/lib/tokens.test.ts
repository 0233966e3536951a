import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contrastOf, textContrast } from "#contract/color.ts";

const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const tokens = textOf("web/lib/tokens.css");

function colorOf(token: string): string {
  const [, color] = new RegExp(`--${token}: (#[0-9a-f]{6});`).exec(tokens) ?? [];
  if (!color) throw new Error(`no colour --${token} in tokens.css`);
  return color;
}

test.each([
  ["ink", "paper"],
  ["ink-soft", "paper"],
  ["accent", "paper"],
  ["accent", "paper-bright"],
  ["accent-deep", "paper-deep"],
  ["danger", "paper-bright"],
  ["success", "paper"],
])("text in %s on %s reaches WCAG AA", (text, ground) => {
  expect(contrastOf(colorOf(text), colorOf(ground))).toBeGreaterThanOrEqual(textContrast);
});

test("pictures, wordmark, back office and mails use the same red as the accent colour", () => {
  const accent = colorOf("accent");
  for (const path of [
    "artwork/pictures/palette.ts",
    "web/site/parts/frame.tsx",
    "web/site/pictures/wordmark.svg",
    "web/site/public/favicon.svg",
    "web/admin/ui/theme.ts",
    "contract/site.ts",
  ])
    expect(textOf(path), path).toContain(accent);
});
