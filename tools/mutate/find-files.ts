import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

/** The product's own files: what each of them says, by its path below the root. */
export type Sources = ReadonlyMap<string, string>;

export function readSources(root: string): Sources {
  const files = globSync("{contract,server,web,db}/**/*.{ts,tsx,sql}", { cwd: root });
  const own = files.filter((path) => !path.includes(".test"));
  return new Map(own.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

/** The one file in which a text stands exactly once. @throws Error when it stands nowhere or more often */
export function fileWith(sources: Sources, text: string): string {
  const found = [...sources].flatMap(([path, source]) =>
    Array<string>(source.split(text).length - 1).fill(path),
  );
  // A later migration that replaces a function carries its text once more: the last one is what runs.
  const last = found.at(-1);
  if (last && found.every((path) => path.endsWith(".sql"))) return found.toSorted().at(-1) ?? last;
  if (!last || found.length > 1) throw new Error(`${found.length} places: ${text}`);
  return last;
}

/** The paths of test files with these names; those that are not there yet are left out. */
export function testFiles(root: string, names: string[]): string[] {
  const files = globSync("{contract,server,web,db}/**/*.test.{ts,tsx}", { cwd: root });
  return files.filter((path) => names.includes(basename(path)));
}
