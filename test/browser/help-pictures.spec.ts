import { readFile } from "node:fs/promises";
import { calm } from "./admin-support.ts";
import { differences, type Mark, recordDrawing } from "./drawing-record.ts";
import { expect, test } from "./fixtures.ts";
import { drawParts } from "./help-pictures.ts";

// A server of its own: the parts show its samples and nobody else.
test.use({ ...calm, serverEnvironment: {} });

test("the pictures of the help show the screens as they are, or `npm run screenshots` is to be run @once", async ({
  adminPage: page,
  site,
}) => {
  test.setTimeout(240_000); // A minute where nothing else runs.
  const stale: string[] = [];
  for await (const { name, width, clip } of drawParts(page, site)) {
    const path = `e2e/golden/help-pictures/${name}-${width}.jsonl`;
    const lines = (await readFile(path, "utf8")).trimEnd().split("\n");
    const stored = lines.map((line): Mark => JSON.parse(line));
    const changes = differences(stored, await recordDrawing(page, clip));
    stale.push(...changes.map((change) => `${name}, ${width}: ${change}`));
  }
  expect(stale, "a screen changed: run npm run screenshots").toEqual([]);
});
