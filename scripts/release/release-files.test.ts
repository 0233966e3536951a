import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { executable, memorySettings } from "./release-files.ts";

const root = resolve(import.meta.dirname, "../..");
const { environment, nodeOption } = memorySettings;

test("npm start and a release start the server with the same memory settings", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(scripts.start).toBe(`${environment} exec node ${nodeOption} build/server/main.js`);
  expect(executable.split("\n")[0]).toBe(`#!/usr/bin/env -S ${environment} node ${nodeOption}`);
  const dockerfile = readFileSync(join(root, "deploy/Dockerfile"), "utf8");
  expect(dockerfile).toContain('ENTRYPOINT ["/opt/tenue/bin/tenue"]'); // the first line of that file has the settings
});
