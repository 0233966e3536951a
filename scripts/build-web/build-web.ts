import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildAdmin } from "./build-admin.ts";
import { buildSite } from "./build-site.ts";
import { compressFolder } from "./compress.ts";

/** Builds everything a browser gets into build/web: the public site, pre-rendered, and the back office. */
const root = resolve(import.meta.dirname, "../..");
const outDir = resolve(root, "build/web");
const workDir = resolve(root, `build/web-work-${process.pid}`); // of its own: two builds at once never mix
const adminSource = resolve(root, "web/admin");

rmSync(workDir, { recursive: true, force: true });
mkdirSync(workDir, { recursive: true });
const fresh = join(workDir, "web");
await buildSite({ root, outDir: fresh, workDir });
if (existsSync(join(adminSource, "main.tsx")))
  await buildAdmin({ source: adminSource, outDir: fresh, workDir });
else console.log("web/admin/main.tsx is missing: built without the back office");
await compressFolder(fresh);

rmSync(outDir, { recursive: true, force: true });
renameSync(fresh, outDir);
rmSync(workDir, { recursive: true, force: true });
console.log(`build/web: ${readdirSync(outDir, { recursive: true }).length} files`);
