import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "./fixtures.ts";

const web = resolve(import.meta.dirname, "../../build/web");

/** The files of the first load of the back office: scripts, their static imports, and style sheets. */
function firstFiles(): Set<string> {
  const html = readFileSync(join(web, "admin.html"), "utf8");
  const found = new Set<string>();
  const follow = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    if (!name.endsWith(".js")) return;
    const code = readFileSync(join(web, "assets", name), "utf8");
    for (const [, imported = ""] of code.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) follow(imported);
  };
  for (const [, name = ""] of html.matchAll(/(?:src|href)="\/assets\/([\w.-]+\.(?:js|css))"/g)) follow(name);
  return found;
}

test("the first load of the back office has at most 172 KB with styles, without the screen's own chunk", () => {
  const files = firstFiles();
  expect([...files].some((name) => name.endsWith(".css"))).toBe(true);
  const sizes = [...files].map(
    (name) => gzipSync(readFileSync(join(web, "assets", name)), { level: 9 }).length,
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  process.stdout.write(
    `first load of the back office: ${(total / 1_000).toFixed(1)} KB gzip, ${files.size} files\n`,
  );
  expect(total).toBeLessThanOrEqual(172_000);
});
