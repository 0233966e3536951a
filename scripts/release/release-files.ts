import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { leastNode } from "#server/lib/node-version.ts";
import { licencesText } from "./licences.ts";
import { filesOfPackage, type NodePackage, unpackedPackages } from "./node-packages.ts";

type Product = {
  version: string;
  description: string;
  license: string;
  dependencies: Record<string, string>;
};

/** Files and folders that are copied unchanged. */
const copied = [
  "build/server",
  "build/web",
  "build/site-renderer",
  "db/migrations",
  "deploy",
  "docs/metrics.md",
  "docs/operations.md",
  "docs/registre.md",
  "docs/reliability.md",
  "CHANGELOG.md",
  "LICENSE",
  "SECURITY.md",
];
/** Leaves out source maps, snapshots and container files, which only clones need. */
const isLeftOut = (name: string) => /\.map$|_snapshot\.json$|^Dockerfile$|^compose\.yaml$/.test(name);

/**
 * Makes glibc return freed memory to the system, and V8 keep at most 48 MB for young objects. glibc reads its setting before a
 * process runs. So `npm start`, this release and the image each set it. docs/performance.md has the figures.
 */
export const memorySettings = {
  environment: "MALLOC_TRIM_THRESHOLD_=131072",
  nodeOption: "--max-semi-space-size=16",
};

/** Starts `tenue COMMAND`. It is CommonJS, so that an old Node can still print which version it needs. */
export const executable = `#!/usr/bin/env -S ${memorySettings.environment} node ${memorySettings.nodeOption}
import("../build/server/tenue.js");
`;

/** Lays out a release in an empty folder. The same build always gives the same files and rights; other builds have another database. */
export function layOutRelease(root: string, folder: string, commit: string): void {
  const product = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Product;
  const put = (name: string, content: string | Buffer, mode = 0o644) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    chmodSync(path, mode);
  };
  const copy = (from: string, name: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    copyFileSync(from, join(folder, name));
    chmodSync(join(folder, name), 0o644);
  };
  for (const name of copied.flatMap((entry) => filesUnder(root, entry))) copy(join(root, name), name);
  const packages = unpackedPackages(root);
  for (const part of packages) {
    for (const path of filesOfPackage(part))
      copy(path, join("node_modules", part.name, relative(part.folder, path)));
    put(`node_modules/${part.name}/package.json`, json(withoutAbsentPackages(part, packages)));
  }
  put("bin/tenue", executable, 0o755);
  put("bin/package.json", json({ type: "commonjs" }));
  put("THIRD-PARTY-LICENCES.txt", licencesText(root));
  put("package.json", json(manifest(product, packages, commit)));
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** The package.json of a release, which is also an npm package: it contains everything, so npm fetches nothing. */
function manifest(product: Product, packages: NodePackage[], commit: string) {
  const names = packages.filter(({ isNative }) => !isNative).map(({ name }) => name);
  return {
    name: "tenue",
    version: product.version,
    description: product.description,
    license: product.license,
    gitHead: commit,
    type: "module",
    engines: { node: `>=${leastNode}` },
    bin: { tenue: "bin/tenue" },
    dependencies: Object.fromEntries(names.map((name) => [name, product.dependencies[name]])),
    bundleDependencies: names,
  };
}

function withoutAbsentPackages({ manifest: own }: NodePackage, packages: NodePackage[]) {
  const { scripts, devDependencies, optionalDependencies = {}, ...kept } = own;
  const present = Object.entries(optionalDependencies).filter(([name]) =>
    packages.some((one) => one.name === name),
  );
  return present.length > 0 ? { ...kept, optionalDependencies: Object.fromEntries(present) } : kept;
}

function filesUnder(root: string, entry: string): string[] {
  const path = join(root, entry);
  if (!existsSync(path)) throw new Error(`${entry} is missing`);
  const names = readdirSync(dirname(path), { withFileTypes: true });
  if (names.some((one) => join(one.parentPath, one.name) === path && one.isFile())) return [entry];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && !isLeftOut(one.name))
    .map((one) => relative(root, join(one.parentPath, one.name)));
}
