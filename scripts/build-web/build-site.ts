import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build, type InlineConfig, type Manifest, type Plugin, type Rolldown } from "vite";
import { brand } from "#contract/brand.ts";
import { limits } from "#contract/limits.ts";
import { browserFloor, browserTargets } from "./browser-floor.ts";

type Folders = {
  root: string;
  /** Files for browsers. */
  outDir: string;
  /** The renderer of the pages, for the server. */
  rendererDir: string;
};

/** The public site: React's files, and a renderer that draws every page with the CSS it needs inline. */
export async function buildSite({ root, outDir, rendererDir }: Folders): Promise<void> {
  const source = resolve(root, "web/site");
  const shared: InlineConfig = {
    root: source,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    oxc: { jsx: { runtime: "automatic" } },
  };
  const parts = {
    entry: await buildHome(shared, source, outDir),
    boot: await scriptOf(shared, join(source, "boot.ts")),
    placeScript: await placeScript(shared, source, outDir),
    homeCss: await cssOf(shared, join(source, "pages/home.css-entry.ts")),
    staticCss: await cssOf(shared, join(source, "pages/static.css-entry.ts")),
    serverPagesCss: await cssOf(shared, join(source, "server-pages/server-pages.css-entry.ts")),
    signUpCss: await cssOf(shared, join(source, "server-pages/sign-up.css-entry.ts")),
  };
  await buildRenderer(shared, source, rendererDir);
  const isPicture = (path: string) => !/\.(js|css)$/.test(path);
  mkdirSync(join(rendererDir, "assets"), { recursive: true });
  cpSync(join(rendererDir, "assets"), join(outDir, "assets"), { recursive: true, filter: isPicture });
  rmSync(join(rendererDir, "assets"), { recursive: true });
  writeFileSync(join(rendererDir, "parts.json"), JSON.stringify(parts));
  // In the renderer lazy chunks have other names, and the renderer never fetches them.
  const renderer = readFileSync(join(rendererDir, "renderer.js"), "utf8").replaceAll(
    /\/assets\/[\w.-]+\.js/g,
    "",
  );
  ensureAssetsExist([...Object.values(parts), renderer], outDir);
}

/** Fails when a page would name a missing file: both builds must give an asset the same name. */
function ensureAssetsExist(texts: string[], outDir: string): void {
  const named = texts.flatMap((text) => text.match(/\/assets\/[\w.-]+/g) ?? []);
  const missing = named.find((address) => !existsSync(join(outDir, address)));
  if (missing) throw new Error(`the site names ${missing}, which was not built`);
}

async function buildHome(shared: InlineConfig, source: string, outDir: string): Promise<string> {
  await build({
    ...shared,
    publicDir: join(source, "public"),
    plugins: [withoutPreloads, withValues, withoutUnused, browserFloor],
    define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: "undefined" }, // removes React's code for its developer tools
    build: {
      target: browserTargets,
      outDir,
      emptyOutDir: true,
      cssCodeSplit: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      manifest: "manifest.json",
      rolldownOptions: {
        input: join(source, "home.entry.ts"),
        // Our modules have no side effects, so unused exports and their texts are removed.
        treeshake: {
          moduleSideEffects: (id) => !/\/web\/site\/(pictures|parts|home)\/|\/contract\//.test(id),
        },
      },
    },
  });
  const manifestPath = join(outDir, "manifest.json");
  const manifest = JSON.parse(readFileSync(manifestPath, "utf8")) as Manifest;
  rmSync(manifestPath);
  const chunk = manifest["home.entry.ts"];
  if (!chunk) throw new Error("the build of the home page has no entry");
  return `/${chunk.file}`;
}

/** Removes the preloading of CSS, because pages already contain the CSS of their lazy parts. */
const withoutPreloads: Plugin = {
  name: "without-preloads",
  enforce: "pre",
  load: (id) =>
    id.includes("vite/preload-helper") ? "export const __vitePreload = (load) => load();" : undefined,
};

/** The used exports of two CommonJS packages, in which a bundler cannot find the unused ones. */
const used = {
  react:
    /^(?:__CLIENT_INTERNALS\w+|Component|version|use(?:Callback|DeferredValue|Effect|LayoutEffect|Memo|Ref|State))$/,
  "react-dom": /^(?:__DOM_INTERNALS\w+|createPortal)$/,
};

/** Removes the exports that are not in `used`. Fails the build when a module imports such an export. */
const withoutUnused: Plugin = {
  name: "without-unused",
  transform(code, id) {
    for (const [name, isUsed] of Object.entries(used)) {
      if (id.endsWith(`/${name}/cjs/${name}.production.js`)) {
        const [internals, ...exported] = code.split(/^(?=exports\.)/m);
        const kept = exported.filter((text) => isUsed.test(/^exports\.(\w+)/.exec(text)?.[1] ?? ""));
        return [internals, ...kept].join("");
      }
      const imports = code.match(new RegExp(`import {[^}]*} from "${name}"`, "g")) ?? [];
      const names = imports.flatMap(
        (text) => text.slice(8, text.indexOf("}")).match(/\w+(?: as \w+)?/g) ?? [],
      );
      const missing = names.map((text) => text.split(" ")[0] ?? "").find((text) => !isUsed.test(text));
      if (missing) throw new Error(`${id} imports ${missing} of ${name}: add it to what build-site.ts keeps`);
    }
    return;
  },
};

/** Inlines the few values of `limits` and `brand` that a page uses. */
const withValues: Plugin = {
  name: "with-values",
  enforce: "pre",
  transform: (code) =>
    code.replaceAll(/\b(limits|brand)\.(\w+)/g, (text, name: keyof typeof inlined, key) => {
      const value = Object.entries(inlined[name]).find(([own]) => own === key)?.[1];
      const isImported = new RegExp(`import { ${name} } from "[^"]+/${name}.ts"`).test(code);
      return isImported && value !== undefined ? JSON.stringify(value) : text;
    }),
};
const inlined = { limits, brand };

/** The CSS of a module and its imports. */
async function cssOf(shared: InlineConfig, input: string): Promise<string> {
  const output = await buildInMemory(shared, {
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    rolldownOptions: { input, treeshake: false },
  });
  const sheets = output.filter((file) => file.type === "asset" && file.fileName.endsWith(".css"));
  return sheets.map((sheet) => (sheet.type === "asset" ? String(sheet.source) : "")).join("");
}

/** Builds the script of the personal page, which no other page loads. @returns the file's address */
async function placeScript(shared: InlineConfig, source: string, outDir: string): Promise<string> {
  const code = await scriptOf(shared, join(source, "place.entry.ts"));
  const address = `/assets/place-${createHash("sha256").update(code).digest("base64url").slice(0, 8)}.js`;
  writeFileSync(join(outDir, address), code);
  return address;
}

async function scriptOf(shared: InlineConfig, entry: string): Promise<string> {
  const output = await buildInMemory(shared, {
    lib: { entry, formats: ["iife"], name: "script", fileName: "script" },
  });
  const [script] = output;
  if (script?.type !== "chunk") throw new Error(`the build of ${entry} has no code`);
  return script.code.trim();
}

async function buildInMemory(shared: InlineConfig, options: InlineConfig["build"]) {
  const result = (await build({ ...shared, build: { target: browserTargets, ...options, write: false } })) as
    | Rolldown.RolldownOutput
    | Rolldown.RolldownOutput[];
  return (Array.isArray(result) ? result : [result]).flatMap(({ output }) => [...output]);
}

async function buildRenderer(shared: InlineConfig, source: string, outDir: string): Promise<void> {
  await build({
    ...shared,
    ssr: { noExternal: true },
    define: { "process.env.NODE_ENV": '"production"' }, // otherwise the bundle would contain both builds of React and run the slow one
    build: {
      ssr: join(source, "renderer.tsx"),
      outDir,
      assetsInlineLimit: 0,
      minify: false,
      rolldownOptions: { output: { charset: "ascii" } }, // as in build-server.ts
      ssrEmitAssets: true,
      emptyOutDir: true,
    },
  });
}
