import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type CodeFile, readCodeFile } from "./code-file.ts";

const root = resolve(import.meta.dirname, "../..");
const sources = "{contract,db,server,web,test,tools,scripts,artwork}/**/*.{ts,tsx}";

/** Every source file of the project. */
export function readProject(): CodeFile[] {
  const paths = globSync(sources, { cwd: root, exclude: ["**/node_modules/**"] }).sort();
  return paths.map((path) => readCodeFile(path, readFileSync(join(root, path), "utf8")));
}
