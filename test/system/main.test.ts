import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readSetUpCode } from "#test/support/account-links.ts";
import { authSecret, type ServerProcess, startServerProcess } from "#test/support/server-process.ts";
import { mountSmallDisk } from "#test/support/small-disk.ts";

const entry = resolve(import.meta.dirname, "../../server/main.ts");
/** Several processes start one after the other here, on a machine that may have much else to do. */
const timeout = 120_000;
const hasPostgresqlClients = ["pg_dump", "psql"].every(
  (program) => spawnSync(program, ["--version"]).status === 0,
);
let server: ServerProcess;
let folder: string;

beforeAll(async () => {
  server = await startServerProcess({ entry: "source" });
}, timeout);

afterAll(() => server.remove());

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tenue-main-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a process that is expected to end by itself. */
async function startInVain(environment: Record<string, string>, command = [entry, "--api-only"]) {
  const child = spawn(process.execPath, command, {
    env: { PATH: process.env.PATH, HOST: "127.0.0.1", PORT: "0", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [output, errors] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const [code] = await once(child, "close");
  return { code, output, errors };
}

describe("a server that cannot start says why in one line", () => {
  test("a value that is none of its variable's", { timeout }, async () => {
    const { code, output, errors } = await startInVain({ TRUST_PROXY: "10.0.0.0/33" });
    expect([code, output]).toEqual([1, ""]);
    expect(errors).toBe("Tenue cannot start: TRUST_PROXY: addresses or CIDR ranges, separated by commas\n");
  });

  test("a port that is taken", { timeout }, async () => {
    const { code, errors } = await startInVain({ PORT: new URL(server.url).port, DATA_DIR: folder });
    expect(code).toBe(1);
    expect(errors).toMatch(
      /^Tenue cannot start: listen EADDRINUSE: address already in use 127\.0\.0\.1:\d+\n$/,
    );
  });

  test.skipIf(process.env.TEST_DATABASE_URL)("a data folder in use", { timeout }, async () => {
    const { code, errors } = await startInVain({
      DATA_DIR: server.dataDir,
      AUTH_SECRET: "only-for-tests-0123456789abcdef-0123456789",
    });
    expect(code).toBe(1);
    expect(errors).toMatch(
      /^Tenue cannot start: The data folder [^\n]+ is in use by another running server[^\n]+\n$/,
    );
    expect((await fetch(`${server.url}/api/ready`)).status).toBe(200);
  });

  test("a secret that is missing beside a database is never replaced in silence", { timeout }, async () => {
    mkdirSync(join(folder, "database"));
    const { code, errors } = await startInVain({ DATA_DIR: folder });
    expect(code).toBe(1);
    expect(errors).toMatch(
      /^Tenue cannot start: AUTH_SECRET: \S+auth-secret is missing beside an existing database\.[^\n]+\n$/,
    );
    expect(readdirSync(folder)).toEqual(["database"]);
  });

  test("a lock file that is none", { timeout }, async () => {
    writeFileSync(join(folder, "lock"), "garbage ".repeat(200));
    const { code, errors } = await startInVain({ DATA_DIR: folder });
    expect(code).toBe(1);
    expect(errors).toMatch(
      /^Tenue cannot start: The lock file \S+lock is damaged: [^\n]+delete that file\.\n$/,
    );
  });

  test("a site that is not built", { timeout }, async () => {
    const { code, errors } = await startInVain({ DATA_DIR: folder }, packageCopy());
    expect(code).toBe(1);
    expect(errors).toMatch(/^Tenue cannot start: The site is not built \(\S+ has no pages\): [^\n]+\n$/);
  });

  test("a disk that is full at the first start, which is left as empty as it was", {
    timeout,
  }, async (context) => {
    const disk = mountSmallDisk(20);
    if (!disk) return context.skip();
    try {
      const { code, errors } = await startInVain({ DATA_DIR: disk.folder });
      expect(code).toBe(1);
      expect(errors).toBe(
        "Tenue cannot start: the embedded database does not start: no space left on the disk\n",
      );
      expect(readdirSync(disk.folder)).not.toContain("database.new");
    } finally {
      disk.remove();
    }
  });

  test("a folder that may not be written to", { timeout }, async (context) => {
    const disk = mountSmallDisk(1);
    if (!disk) return context.skip();
    try {
      disk.protect();
      const { code, errors } = await startInVain({ DATA_DIR: disk.folder });
      expect(code).toBe(1);
      expect(errors).toMatch(/^Tenue cannot start: The data folder \S+ cannot be used \(EROFS: [^\n]+\n$/);
    } finally {
      disk.remove();
    }
  });
});

test("started from another folder it serves its pages, and a relative DATA_DIR is that folder's", {
  timeout,
}, async () => {
  const [preserve = "", preserveMain = "", main = "", root = ""] = packageCopy();
  mkdirSync(join(root, "build", "web"), { recursive: true });
  writeFileSync(join(root, "build", "web", "admin.html"), "<h1>admin.html</h1>");
  const renderer = join(root, "build", "site-renderer");
  mkdirSync(renderer);
  writeFileSync(join(renderer, "parts.json"), "{}");
  writeFileSync(
    join(renderer, "renderer.js"),
    'export const renderSite = async () => [{ name: "index.html", text: "<h1>index.html</h1>" }];',
  );
  const elsewhere = join(folder, "elsewhere");
  mkdirSync(elsewhere);
  const child = spawn(process.execPath, [preserve, preserveMain, main], {
    cwd: elsewhere,
    env: {
      ...{ PATH: process.env.PATH, HOST: "127.0.0.1", PORT: "0", DATA_DIR: "donnees" },
      ...(server.databaseUrl && {
        DATABASE_URL: server.databaseUrl,
        AUTH_SECRET: authSecret,
      }),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  try {
    await expect.poll(() => output, { timeout }).toContain("Tenue is ready at");
    const url = /listening on (\S+),/.exec(output)?.[1];
    expect(await (await fetch(`${url}/`)).text()).toBe("<h1>index.html</h1>");
    if (!server.databaseUrl) expect(readdirSync(join(elsewhere, "donnees"))).toContain("database");
  } finally {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  }
});

test.skipIf(process.env.TEST_DATABASE_URL || !hasPostgresqlClients)(
  "other programs are refused at the embedded database's socket, and the server is unharmed",
  { timeout },
  async () => {
    const address = ["-h", join(server.dataDir, "socket"), "-U", "postgres", "postgres"];
    for (const [program, ...args] of [
      ["pg_dump"],
      ["psql", "-c", "select set_config('search_path', '', false)"],
    ]) {
      const { status, stderr } = spawnSync(program ?? "", [...args, ...address], { encoding: "utf8" });
      expect(status).not.toBe(0);
      expect(stderr).toContain("this socket is the Tenue server's alone");
    }
    expect((await fetch(`${server.url}/api/ready`)).status).toBe(200);
    expect(await server.sql("select count(*)::int as n from admin_users")).toEqual([
      { n: expect.any(Number) },
    ]);
  },
);

/** The command that starts the server from a copy of the package that has no build yet; the copy's folder comes last. */
function packageCopy(): [string, string, string, string] {
  const root = join(folder, "package");
  mkdirSync(root);
  for (const name of ["package.json", "server", "contract", "db", "node_modules"])
    symlinkSync(resolve(import.meta.dirname, "../..", name), join(root, name));
  return ["--preserve-symlinks", "--preserve-symlinks-main", join(root, "server", "main.ts"), root];
}

test("on any free port, links lead to the real one; the console shows the code of the first start", {
  timeout,
}, async () => {
  expect(server.output()).toContain(`Tenue is ready at ${server.url} `);
  expect(server.output()).toContain(`${server.url}/admin/setup#code=`);
  const answer = await fetch(`${server.url}/api/setup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "ines@tenue.example", code: readSetUpCode(server) }),
  });
  expect(answer.status).toBe(201);
  const { activationLink } = (await answer.json()) as { activationLink: string };
  expect(activationLink.startsWith(`${server.url}/admin/activate#token=`)).toBe(true);
});

test("a server that is told to stop finishes the request in flight and ends cleanly", {
  timeout,
}, async () => {
  const person = { firstname: "Anaïs", name: "Le Goff", email: "a@exemple.fr", responses: {} };
  const body = JSON.stringify(person);
  const sending = request(`${server.url}/api/signups/user`, {
    method: "POST",
    headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body) },
  });
  sending.write(body.slice(0, 10));
  // An answer to a second request says that the server has read the first one's head.
  const earlier = await fetch(`${server.url}/api/signups/user`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...person, email: "b@exemple.fr" }),
  });
  expect(earlier.status).toBe(201);
  const stopped = server.kill("SIGTERM");
  await expect.poll(() => server.output(), { timeout }).toContain("SIGTERM: finishing what is under way");
  const answered = once(sending, "response");
  sending.end(body.slice(10));
  const [answer] = await answered;
  expect(answer.statusCode).toBe(201);
  answer.resume();
  await stopped;
  expect(server.output()).not.toContain("did not stop cleanly");
  await server.start();
  expect(await server.sql("select email from beta_signups order by email")).toEqual([
    { email: "a@exemple.fr" },
    { email: "b@exemple.fr" },
  ]);
});
