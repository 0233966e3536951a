import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");

export type NpmPackage = { folder: string; remove(): void };

/**
 * A package whose `npm start` runs the same chain as ours (npm, the scripts of package.json, the server) without an installation
 * or a build: its build folder starts the server from the sources.
 */
export function makeNpmPackage(): NpmPackage {
  const folder = mkdtempSync(join(tmpdir(), "tenue-npm-"));
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  copyFileSync(join(root, "package.json"), join(folder, "package.json"));
  mkdirSync(join(folder, "scripts"));
  copyFileSync(join(root, "scripts", "prepare.mjs"), join(folder, "scripts", "prepare.mjs"));
  write("package-lock.json", "{}");
  write("node_modules/.package-lock.json", "{}");
  symlinkSync(join(root, "node_modules", ".bin"), join(folder, "node_modules", ".bin"));
  write("scripts/build-web/build-web.ts", "");
  const main = `console.log("server", process.pid);
process.argv.push("--api-only");
await import(${JSON.stringify(join(root, "server", "main.ts"))});
`;
  write(
    "scripts/build-server.ts",
    `import { mkdirSync, writeFileSync } from "node:fs";
mkdirSync("build/server", { recursive: true });
writeFileSync("build/server/main.js", ${JSON.stringify(main)});
`,
  );
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
