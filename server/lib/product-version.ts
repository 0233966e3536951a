import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { packageFolder } from "./package-folder.ts";

/** The version of what runs, as package.json has it. */
export function productVersion(): string {
  const file = readFileSync(join(packageFolder(), "package.json"), "utf8");
  return z.object({ version: z.string() }).parse(JSON.parse(file)).version;
}
