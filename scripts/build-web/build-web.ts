import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildAdmin } from "./build-admin.ts";
import { buildSite } from "./build-site.ts";
import { compressFolder } from "./compress.ts";

/**
 * Builds all files for browsers into build/web (public site and back office), and the renderer of the public
 * site's pages into build/site-renderer.
 */
const root = resolve(import.meta.dirname, "../..");
const outDir = resolve(root, "build/web");
const rendererDir = resolve(root, "build/site-renderer");
const workDir = resolve(root, `build/web-work-${process.pid}`); // separate, so that two builds at once never mix
const adminSource = resolve(root, "web/admin");

rmSync(workDir, { recursive: true, force: true });
mkdirSync(workDir, { recursive: true });
const fresh = join(workDir, "web");
const freshRenderer = join(workDir, "site-renderer");
await buildSite({ root, outDir: fresh, rendererDir: freshRenderer });
if (existsSync(join(adminSource, "main.tsx")))
  await buildAdmin({ source: adminSource, outDir: fresh, workDir });
else console.log("web/admin/main.tsx is missing: built without the back office");
await compressFolder(fresh);

for (const [built, place] of [
  [freshRenderer, rendererDir],
  [fresh, outDir],
] as const) {
  rmSync(place, { recursive: true, force: true });
  renameSync(built, place);
}
rmSync(workDir, { recursive: true, force: true });
console.log(`build/web: ${readdirSync(outDir, { recursive: true }).length} files`);
