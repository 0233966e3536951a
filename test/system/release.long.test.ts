import { execFile, execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { leastNode } from "#server/lib/node-version.ts";
import { startServerProcess } from "#test/support/server-process.ts";

// Builds the release, packs it twice and starts it from the folder in which it was unpacked.

const root = resolve(import.meta.dirname, "../..");
const isRoot = process.getuid?.() === 0;
/** A user who owns no file of the release. */
const nobody = 65_534;
let folder: string;
let release: string;
let node: string;
let archives: Buffer[];

const run = async (program: string, args: string[], env: Record<string, string> = {}) => {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args, { env, cwd: folder });
    return { code: 0, stdout, stderr };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tenue-release-"));
  chmodSync(folder, 0o755);
  const environment = { ...process.env, NODE_ENV: "development" };
  archives = ["first", "second"].map((name) => {
    const to = join(folder, name);
    execFileSync("npm", ["run", "-s", "release", "--", "--to", to], { cwd: root, env: environment });
    const [archive = ""] = readdirSync(to);
    return readFileSync(join(to, archive));
  });
  const [archive = ""] = readdirSync(join(folder, "first"));
  execFileSync("tar", [
    "--extract",
    "--gzip",
    `--file=${join(folder, "first", archive)}`,
    `--directory=${folder}`,
  ]);
  release = join(folder, archive.replace(".tar.gz", ""));
  // Copies Node, because the project's Node may be in a folder that other users cannot enter.
  node = join(folder, "node");
  try {
    linkSync(process.execPath, node);
  } catch {
    copyFileSync(process.execPath, node);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("two releases of the same build have the same bytes", () => {
  expect(archives[0]?.equals(archives[1] ?? Buffer.alloc(0))).toBe(true);
});

test("an unpacked release has at most 35 MB", () => {
  const files = readdirSync(release, { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  const bytes = files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
  expect(bytes).toBeLessThanOrEqual(35_000_000);
});

test("a release that another user starts with an empty environment keeps a sign-up over a restart", async () => {
  const dataDir = join(folder, "data");
  mkdirSync(dataDir);
  const asNobody = isRoot ? ["setpriv", `--reuid=${nobody}`, `--regid=${nobody}`, "--clear-groups"] : [];
  if (isRoot) execFileSync("chown", [`${nobody}:${nobody}`, dataDir]);
  const [command = "", ...args] = [...asNobody, node, join(release, "bin/tenue")];
  const server = await startServerProcess({
    entry: { command, args: [...args, "start"], cwd: "/" },
    environment: { DATA_DIR: dataDir, AUTH_SECRET: "" },
    postgresUrl: "",
  });
  try {
    expect((await fetch(`${server.url}/`)).status).toBe(200);
    expect((await fetch(`${server.url}/admin`)).status).toBe(200);
    expect(await signUp(server.url)).toBe(201);
    await server.kill("SIGTERM");
    expect(await server.exited()).toBe(0);
    await server.start();
    expect(await signUp(server.url)).toBe(409);
    await server.kill("SIGINT");
    expect(await server.exited()).toBe(0);
    const backup = join(dataDir, "moved.tenue");
    const environment = { PATH: process.env.PATH ?? "", DATA_DIR: dataDir };
    for (const options of [
      ["backup", backup],
      ["backup", "--verify", backup],
    ])
      expect(await run(command, [...args, ...options], environment)).toMatchObject({ code: 0, stderr: "" });
  } finally {
    await server.remove();
  }
});

async function signUp(url: string): Promise<number> {
  const answer = await fetch(`${url}/api/signups/user`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ firstname: "Anaïs", name: "Le Goff", email: "anais@exemple.fr", responses: {} }),
  });
  return answer.status;
}

test("the executable of a release has all commands and prints its version", async () => {
  const tenue = join(release, "bin/tenue");
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(await run(node, [tenue, "--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  const help = await run(node, [tenue, "help"]);
  expect(help.stdout).toMatch(/tenue start .*\n(?:.*\n)*\s+tenue admin invite EMAIL/);
  expect(await run(node, [tenue, "nothing"])).toMatchObject({ code: 1, stdout: "" });
});

test("npx starts the release without asking a registry", async () => {
  const [archive = ""] = readdirSync(join(folder, "first"));
  const environment = {
    PATH: process.env.PATH ?? "",
    HOME: join(folder, "home"),
    npm_config_registry: "http://127.0.0.1:9",
  };
  const args = ["--yes", `--package=${join(folder, "first", archive)}`, "tenue", "--version"];
  const { code, stdout } = await run("npx", args, environment);
  expect([code, stdout]).toEqual([0, `${release.split("-").at(-1)}\n`]);
});

test.each(["build/server/main.js", "build/server/tenue.js"])(
  "on an old Node %s prints in one line which version it needs",
  async (entry) => {
    const old = "data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '20.20.2' })";
    const { code, stderr } = await run(node, ["--import", old, join(release, entry)]);
    expect([code, stderr]).toEqual([
      1,
      `Tenue needs Node ${leastNode} or newer, and this is Node 20.20.2: install a newer one (docs/operations.md says how).\n`,
    ]);
    // An entry's imports are loaded before it runs, so it may import only the version check and parts of Node.
    const imported = readFileSync(join(release, entry), "utf8").matchAll(
      /^import .* from "(?!node:)(.*)";$/gm,
    );
    const [version = [], ...others] = [...imported];
    expect([version[1], others]).toEqual([expect.stringMatching(/^\.\/node-version-/), []]);
    expect(readFileSync(join(release, "build/server", version[1] ?? ""), "utf8")).not.toMatch(/^import /m);
  },
);
