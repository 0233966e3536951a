import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

/** Tests `npm start` of package.json in a folder where npm installs from local files, without the network. */
const root = resolve(import.meta.dirname, "../..");

/** The output of the started product, with the memory settings of a release (`scripts/release/release-files.ts`). */
const served = "served with runtime --max-semi-space-size=16 131072\n";

let model;
let folder;

const environment = (more = {}) => ({
  HOME: model,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
  npm_config_registry: "http://127.0.0.1:9",
  npm_config_offline: "true",
  ...more,
});

const npm = (args, cwd = folder) =>
  execFileSync("npm", args, { cwd, env: environment(), encoding: "utf8", stdio: "pipe" });

function start(more) {
  const { status, stdout } = spawnSync("npm", ["start", "--silent"], {
    cwd: folder,
    env: environment(more),
    encoding: "utf8",
  });
  return { status, stdout };
}

const isThere = (name) => existsSync(join(folder, "node_modules", name));

/** Makes a clone of a product with one runtime package and one build tool. */
beforeAll(() => {
  model = mkdtempSync(join(tmpdir(), "tenue-prepare-"));
  const write = (name, content) => {
    const path = join(model, "clone", name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  };
  for (const name of ["runtime", "tool"]) {
    write(`${name}/package.json`, { name, version: "1.0.0", type: "module", exports: "./index.js" });
    write(`${name}/index.js`, `export const name = "${name}";`);
    npm(["pack", "--silent"], join(model, "clone", name));
  }
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  write("package.json", {
    type: "module",
    scripts: { prestart: scripts.prestart, start: scripts.start },
    dependencies: { runtime: "file:runtime/runtime-1.0.0.tgz" },
    devDependencies: { tool: "file:tool/tool-1.0.0.tgz" },
  });
  cpSync(join(root, "scripts/prepare.mjs"), join(model, "clone/scripts/prepare.mjs"));
  write(
    "scripts/build-web/build-web.ts",
    `import { mkdirSync } from "node:fs";
await import("tool");
if (process.env.NODE_ENV !== "production") throw new Error("built for " + process.env.NODE_ENV);
mkdirSync("build/web", { recursive: true });
mkdirSync("build/site-renderer", { recursive: true });`,
  );
  write(
    "scripts/build-server.ts",
    `import { mkdirSync, writeFileSync } from "node:fs";
await import("tool");
mkdirSync("build/server", { recursive: true });
writeFileSync("build/server/main.js", 'import { name } from "runtime"; console.log("served with " + name, process.execArgv.join(), process.env.MALLOC_TRIM_THRESHOLD_)');`,
  );
  npm(["install", "--package-lock-only", "--no-audit"], join(model, "clone"));
});
afterAll(() => rmSync(model, { recursive: true, force: true }));

beforeEach(() => {
  folder = join(model, "test");
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(model, "clone"), folder, { recursive: true });
});

test("a production start of a fresh clone builds and removes its tools, and reinstalls them to build changed sources", () => {
  const first = start({ NODE_ENV: "production" });
  expect(first).toMatchObject({ status: 0, stdout: expect.stringContaining(served) });
  expect([isThere("runtime"), isThere("tool")]).toEqual([true, false]);
  const second = start({ NODE_ENV: "production" });
  expect(second).toEqual({ status: 0, stdout: served });

  mkdirSync(join(folder, "server"));
  writeFileSync(join(folder, "server", "new.ts"), "");
  const { status, stdout } = start({ NODE_ENV: "production" });
  expect(status).toBe(0);
  expect(stdout).toContain("installing packages");
  expect(stdout).toContain("building the server");
  expect(isThere("tool")).toBe(false);
});

test("`npm start` builds for production with any NODE_ENV, and starts without tools after `npm ci --omit=dev`", () => {
  expect(start({ NODE_ENV: "development" }).status).toBe(0);
  expect(isThere("tool")).toBe(true);
  npm(["ci", "--omit=dev", "--no-audit"]);
  expect(start()).toEqual({ status: 0, stdout: served });
  expect(isThere("tool")).toBe(false);
});

test.each([
  ["web", "scripts/build-web/build-web.ts", "server"],
  ["server", "scripts/build-server.ts", "web"],
])("a failed build of the %s fails the start, and only this build is repeated", (name, source, other) => {
  const code = readFileSync(join(folder, source), "utf8");
  writeFileSync(join(folder, source), "process.exit(3);");
  expect(start()).toMatchObject({ status: 3, stdout: expect.not.stringContaining("served") });
  writeFileSync(join(folder, source), code);
  const { status, stdout } = start();
  expect(status).toBe(0);
  expect(stdout).toContain(`building the ${name}`);
  expect(stdout).not.toContain(`building the ${other}`);
});

test("a build of other sources that ended halfway is repeated after a return to the earlier sources", () => {
  const source = join(folder, "scripts/build-server.ts");
  const code = readFileSync(source, "utf8");
  expect(start().status).toBe(0);
  writeFileSync(
    source,
    `${code.replace("served with", "served wrongly with")}\nprocess.kill(process.pid, "SIGKILL");`,
  );
  expect(start().status).not.toBe(0);
  writeFileSync(source, code);
  expect(start()).toMatchObject({ status: 0, stdout: expect.stringContaining(served) });
});

test("a failed installation never counts as complete", () => {
  const tarball = join(folder, "runtime", "runtime-1.0.0.tgz");
  rmSync(tarball);
  const npm_config_cache = join(folder, "empty-cache");
  expect(start({ npm_config_cache }).status).not.toBe(0);
  cpSync(join(model, "clone", "runtime", "runtime-1.0.0.tgz"), tarball);
  const { status, stdout } = start({ npm_config_cache });
  expect(status).toBe(0);
  expect(stdout).toContain("installing packages");
});
