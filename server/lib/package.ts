import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";

/** The folder of the package with this code, in the sources or the bundle, from any working directory. */
export function packageFolder(start: string = import.meta.dirname): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "db", "migrations", "meta", "_journal.json"))) return folder;
    if (folder === dirname(folder)) throw new Error(`no db/migrations above ${start}`);
  }
}

/** The version of the running product, from package.json. */
export function productVersion(): string {
  const file = readFileSync(join(packageFolder(), "package.json"), "utf8");
  return z.object({ version: z.string() }).parse(JSON.parse(file)).version;
}
