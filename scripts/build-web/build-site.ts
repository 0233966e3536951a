import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type InlineConfig, type Manifest, type Plugin, type Rolldown } from "vite";
import { initialSiteSettings, type PublicSite } from "#contract/site.ts";

type Folders = { root: string; outDir: string; workDir: string };

/** What web/site/prerender.tsx exports; it is built before it can be imported. */
type Prerender = {
  renderSite: (
    parts: { entry: string; boot: string; homeCss: string; staticCss: string },
    site: PublicSite,
  ) => Promise<{ name: string; text: string }[]>;
};

/** The public site: React's files, then every page rendered with the CSS it needs inline. */
export async function buildSite({ root, outDir, workDir }: Folders): Promise<void> {
  const source = resolve(root, "web/site");
  const shared: InlineConfig = {
    root: source,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    oxc: { jsx: { runtime: "automatic" } },
  };
  const entry = await buildHome(shared, source, outDir);
  const homeCss = await cssOf(shared, join(source, "pages/home.css-entry.ts"));
  const staticCss = await cssOf(shared, join(source, "pages/static.css-entry.ts"));
  const boot = await bootScript(shared, join(source, "boot.ts"));
  const prerenderDir = join(workDir, "prerender");
  const { renderSite } = await buildPrerender(shared, source, prerenderDir);
  const isPicture = (path: string) => !/\.(js|css)$/.test(path);
  cpSync(join(prerenderDir, "assets"), join(outDir, "assets"), { recursive: true, filter: isPicture });
  for (const { name, text } of await renderSite(
    { entry, boot, homeCss, staticCss },
    { ...initialSiteSettings, images: {} },
  )) {
    ensureAssetsExist(name, text, outDir);
    writeFileSync(join(outDir, name), text);
  }
}

/** Two builds agree on the names of files only as long as they see the same content; a page must never name a missing one. */
function ensureAssetsExist(name: string, text: string, outDir: string): void {
  const missing = [...text.matchAll(/\/assets\/[\w.-]+/g)].find(
    ([address]) => !existsSync(join(outDir, address)),
  );
  if (missing) throw new Error(`${name} names ${missing[0]}, which was not built`);
}

async function buildHome(shared: InlineConfig, source: string, outDir: string): Promise<string> {
  await build({
    ...shared,
    publicDir: join(source, "public"),
    plugins: [withoutPreloads],
    build: {
      outDir,
      emptyOutDir: true,
      cssCodeSplit: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      manifest: "manifest.json",
      rolldownOptions: {
        input: join(source, "home.entry.tsx"),
        // What a module of ours does when it is loaded is make its exports: unused ones go, with the texts they hold.
        treeshake: {
          moduleSideEffects: (id) => !/\/web\/site\/(pictures|parts|home)\/|\/contract\//.test(id),
        },
      },
    },
  });
  const manifestPath = join(outDir, "manifest.json");
  const manifest = JSON.parse(readFileSync(manifestPath, "utf8")) as Manifest;
  rmSync(manifestPath);
  const chunk = manifest["home.entry.tsx"];
  if (!chunk) throw new Error("the build of the home page has no entry");
  return `/${chunk.file}`;
}

/** Pages carry the CSS of all their parts, the dialog's too: a part that is fetched later has nothing to wait for. */
const withoutPreloads: Plugin = {
  name: "without-preloads",
  enforce: "pre",
  load: (id) =>
    id.includes("vite/preload-helper") ? "export const __vitePreload = (load) => load();" : undefined,
};

/** The CSS that a module and what it imports bring along. */
async function cssOf(shared: InlineConfig, input: string): Promise<string> {
  const output = await buildInMemory(shared, {
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    rolldownOptions: { input, treeshake: false },
  });
  const sheets = output.filter((file) => file.type === "asset" && file.fileName.endsWith(".css"));
  return sheets.map((sheet) => (sheet.type === "asset" ? String(sheet.source) : "")).join("");
}

async function bootScript(shared: InlineConfig, entry: string): Promise<string> {
  const output = await buildInMemory(shared, {
    lib: { entry, formats: ["iife"], name: "boot", fileName: "boot" },
  });
  const [script] = output;
  if (script?.type !== "chunk") throw new Error("the boot script's build has no code");
  return script.code.trim();
}

async function buildInMemory(shared: InlineConfig, options: InlineConfig["build"]) {
  const result = (await build({ ...shared, build: { ...options, write: false } })) as
    | Rolldown.RolldownOutput
    | Rolldown.RolldownOutput[];
  return (Array.isArray(result) ? result : [result]).flatMap(({ output }) => [...output]);
}

async function buildPrerender(shared: InlineConfig, source: string, outDir: string): Promise<Prerender> {
  await build({
    ...shared,
    ssr: { noExternal: true },
    build: {
      ssr: join(source, "prerender.tsx"),
      outDir,
      assetsInlineLimit: 0,
      minify: false,
      ssrEmitAssets: true,
      emptyOutDir: true,
    },
  });
  return import(pathToFileURL(join(outDir, "prerender.js")).href) as Promise<Prerender>;
}
