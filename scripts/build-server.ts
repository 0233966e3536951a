import { rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "vite";
import { prepareDatabase, preparedDatabaseName } from "#server/lib/database/prepared-database.ts";
import { leastNode } from "#server/lib/node-version.ts";

/**
 * Bundles the server and its threads into build/server. Our code and the small libraries become few files, which makes a start
 * faster. Packages with native code, WebAssembly or their own thread stay packages.
 */
const root = resolve(import.meta.dirname, "..");
const outDir = resolve(root, "build/server");

rmSync(outDir, { recursive: true, force: true });
await build({
  root,
  configFile: false,
  logLevel: "warn",
  ssr: { noExternal: true, external: ["@electric-sql/pglite", "@node-rs/argon2", "pg-native"] },
  build: {
    ssr: true,
    outDir,
    target: `node${leastNode}`,
    sourcemap: true,
    minify: false,
    emptyOutDir: false,
    rolldownOptions: {
      input: {
        main: resolve(root, "server/entries/main.ts"),
        tenue: resolve(root, "server/entries/tenue.ts"),
        "mail-html-worker": resolve(root, "server/mail/content/mail-html-worker.ts"),
        "bounce-mail-worker": resolve(root, "server/mail/bounces/bounce-mail-worker.ts"),
        "embedded-worker": resolve(root, "server/lib/database/embedded-worker.ts"),
      },
      output: {
        // All files are in one folder, so that each chunk finds the entry of a thread in its folder.
        entryFileNames: "[name].js",
        chunkFileNames: "[name]-[hash].js",
        charset: "ascii", // with one other character in a text, V8 stores two bytes per character
        // Comments of libraries are removed; licences stay.
        comments: { legal: true, annotation: false, jsdoc: false },
      },
    },
  },
});
writeFileSync(join(outDir, preparedDatabaseName), await prepareDatabase());
