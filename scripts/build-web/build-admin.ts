import { cpSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import mantine from "postcss-preset-mantine";
import { build } from "vite";
import { browserFloor, browserTargets } from "./browser-floor.ts";
import { usedStyles } from "./used-styles.ts";

/** The back office: one page for every address under /admin, its files beside the site's. */
export async function buildAdmin(folders: {
  source: string;
  outDir: string;
  workDir: string;
}): Promise<void> {
  const { source, outDir, workDir } = folders;
  const built = join(workDir, "admin");
  await build({
    root: source,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    oxc: { jsx: { runtime: "automatic" } },
    plugins: [usedStyles, browserFloor],
    define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: "undefined" }, // removes React's code for its developer tools
    css: { postcss: { plugins: [mantine()] } },
    build: {
      // Safari 15.4 supports class fields, but this target would compile them: 1.4 KB more than the budget of the first load allows.
      target: browserTargets.map((target) => target.replace("15.4", "16")),
      outDir: built,
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1_000,
      // Mantine's modules carry directives for server components, which have no effect here.
      rolldownOptions: {
        onLog: (level, log, handle) => log.code !== "MODULE_LEVEL_DIRECTIVE" && handle(level, log),
        // The first load is one file, because split by shared screens it was 2 KB larger. It lists the files of all screens, so the icons
        // that several screens share are one file instead of fifty, and so are the small modules of `ui`. Zod comes with `use-address.ts`.
        output: {
          codeSplitting: {
            groups: [
              { name: "first", tags: ["$initial"], priority: 1 },
              { name: "icons", test: /\/icons\//, minShareCount: 2 },
              { name: "shared", test: /\/admin\/ui\/(?!use-address)[\w.-]+\.ts$/, minShareCount: 2 },
              { name: "rules", test: /\/contract\/[\w-]+\.ts$/, minShareCount: 2 },
            ],
          },
        },
      },
    },
  });
  renameSync(join(built, "index.html"), join(outDir, "admin.html"));
  cpSync(built, outDir, { recursive: true });
  rmSync(built, { recursive: true });
}
