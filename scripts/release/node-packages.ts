import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

type Manifest = {
  version: string;
  scripts?: unknown;
  devDependencies?: unknown;
  optionalDependencies?: Record<string, string>;
};

/** A package outside the bundle, because it has native code or WebAssembly. */
export type NodePackage = {
  name: string;
  folder: string;
  manifest: Manifest;
  /** Whether the package only holds another package's machine code for one platform. */
  isNative: boolean;
  /** Files of the folder that lead to the other needed files; empty when all files are needed. */
  entries: string[];
};

const pglite = "@electric-sql/pglite";
const argon2 = "@node-rs/argon2";

/** Packages outside the bundle: the database with its extension, and argon2 for the building machine. */
export function unpackedPackages(root: string): NodePackage[] {
  const modules = join(root, "node_modules");
  const natives = readdirSync(join(modules, dirname(argon2))).map((name) => join(dirname(argon2), name));
  const take = (name: string, options: { entries: string[]; isNative?: boolean }): NodePackage => {
    const folder = join(modules, name);
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
    return { name, folder, manifest, isNative: false, ...options };
  };
  return [
    take(pglite, {
      entries: ["dist/index.js", "dist/fs/nodefs.js", "dist/contrib/pg_trgm.js"],
    }),
    take(argon2, { entries: ["index.js"] }),
    ...natives
      .filter((name) => name.startsWith(`${argon2}-`))
      .map((name) => take(name, { entries: [], isNative: true })),
  ];
}

const licence = /^licen[cs]e(?:\.\w+)?$/i;

/** The files that a package reads at run time: its entries, the files that they name, and its licence. */
export function filesOfPackage({ folder, entries }: NodePackage): string[] {
  const names = readdirSync(folder).filter(
    (name) => licence.test(name) || (entries.length === 0 && isFile(folder, name)),
  );
  const found = new Set(names.map((name) => join(folder, name)));
  const follow = (path: string) => {
    if (found.has(path)) return;
    found.add(path);
    if (path.endsWith(".js")) for (const named of filesNamedIn(path)) follow(named);
  };
  for (const entry of entries) follow(join(folder, entry));
  return [...found].filter((path) => path !== join(folder, "package.json"));
}

const isFile = (folder: string, name: string) => statSync(join(folder, name)).isFile();

/** The quoted relative paths in a script, from imports and from `new URL("./x", import.meta.url)`. */
function filesNamedIn(path: string): string[] {
  const names = readFileSync(path, "utf8").matchAll(/["'`](\.{1,2}\/[\w./-]+)["'`]/g);
  return [...names]
    .map(([, name = ""]) => join(dirname(path), name))
    .filter((named) => existsSync(named) && statSync(named).isFile() && !/\.(?:map|cjs)$/.test(named));
}
