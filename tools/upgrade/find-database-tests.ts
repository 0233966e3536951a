import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const importedFrom = /^(?:import(?! type)|export)[^;]*? from "(\.{1,2}\/[^"]+|#(?:server|test)\/[^"]+)";/gm;
/** Up to 0.2.0 the tests' support was under server/testing. */
const supportFolders = ["server/testing", "test/support"];
const database = "test-database.ts";
/** Tests that import this file are excluded: its server makes its own database with its own migrations. */
const ownServer = "server-process.ts";

/** The tests of a version that run on a copy of the prepared database, as paths in its folder. */
export function findDatabaseTests(folder: string): string[] {
  const imports = new Map<string, string[]>();
  const importsOf = (file: string) => {
    const known = imports.get(file) ?? readImports(folder, file);
    imports.set(file, known);
    return known;
  };
  return globSync("server/**/*.test.ts", { cwd: folder })
    .filter((file) => {
      const reached = reachedFrom(file, importsOf);
      const hasSupport = (name: string) => supportFolders.some((folder) => reached.has(`${folder}/${name}`));
      return hasSupport(database) && !hasSupport(ownServer);
    })
    .sort();
}

function reachedFrom(file: string, importsOf: (file: string) => string[]): Set<string> {
  const reached = new Set([file]);
  for (const each of reached) {
    for (const imported of importsOf(each)) reached.add(imported);
  }
  return reached;
}

function readImports(folder: string, file: string): string[] {
  const text = readFileSync(join(folder, file), "utf8");
  return [...text.matchAll(importedFrom)]
    .map(([, path = ""]) =>
      path.startsWith("#") ? resolve(folder, path.slice(1)) : resolve(folder, dirname(file), path),
    )
    .filter((path) => path.endsWith(".ts") && existsSync(path))
    .map((path) => path.slice(folder.length + 1));
}
