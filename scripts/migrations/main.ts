import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findContractions } from "./expand-only.ts";

const folder = join(import.meta.dirname, "../../db/migrations");
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".sql"))
  .map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
const found = findContractions(files);
for (const line of found) console.error(line);
process.exitCode = found.length === 0 ? 0 : 1;
