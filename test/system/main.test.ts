import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readSetUpCode } from "#test/support/account-links.ts";
import {
  authSecret,
  programEnvironment,
  type ServerProcess,
  startServerProcess,
} from "#test/support/server-process.ts";
import { placeDatabase } from "./lib/run-tenue.ts";

const entry = resolve(import.meta.dirname, "../../server/main.ts");
const hasPostgresqlClients = ["pg_dump", "psql"].every(
  (program) => spawnSync(program, ["--version"]).status === 0,
);
let server: ServerProcess;
let folder: string;

beforeAll(async () => {
  server = await startServerProcess({ entry: "source" });
});

afterAll(() => server.remove());

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tenue-main-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a process that must end without a signal. */
async function startInVain(environment: Record<string, string>, command = [entry, "--api-only"]) {
  const child = spawn(process.execPath, command, {
    env: { ...programEnvironment, HOST: "127.0.0.1", PORT: "0", ...environment },
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

// embedded.long.test.ts tests full and read-only disks.
describe("a server that cannot start", () => {
  test("a start prints one line for an invalid value of a variable", async () => {
    const { code, output, errors } = await startInVain({ TRUST_PROXY: "10.0.0.0/33" });
    expect([code, output]).toEqual([1, ""]);
    expect(errors).toBe("Tenue cannot start: TRUST_PROXY: addresses or CIDR ranges, separated by commas\n");
  });

  test("a start prints one line for a port that is taken, before the database is opened", async () => {
    const { port } = new URL(server.url);
    const { code, errors } = await startInVain({ PORT: port, DATA_DIR: folder, AUTH_SECRET: authSecret });
    expect(code).toBe(1);
    expect(errors).toMatch(/^Tenue cannot start: PORT: another program uses it: [^\n]+EADDRINUSE[^\n]+\n$/);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("a start prints one line for a HOST that is not an address of this machine", async () => {
    const { code, errors } = await startInVain({ HOST: "192.0.2.1", DATA_DIR: folder });
    expect(code).toBe(1);
    expect(errors).toMatch(/^Tenue cannot start: HOST: this machine has no such address [^\n]+\n$/);
  });

  test("a start prints one line for a BACKUP_DIR that cannot be written to", async () => {
    writeFileSync(join(folder, "file"), "");
    const environment = { BACKUP_DIR: join(folder, "file", "backups"), DATA_DIR: join(folder, "data") };
    const { code, errors } = await startInVain(environment);
    expect(code).toBe(1);
    expect(errors).toMatch(/^Tenue cannot start: BACKUP_DIR: no backup can be written to [^\n]+\n$/);
  });

  test.skipIf(process.env.TEST_DATABASE_URL)("a start prints one line for a data folder in use", async () => {
    const { code, errors } = await startInVain({
      DATA_DIR: server.dataDir,
      AUTH_SECRET: authSecret,
    });
    expect(code).toBe(1);
    expect(errors).toMatch(
      /^Tenue cannot start: The data folder [^\n]+ is in use by another running server[^\n]+\n$/,
    );
    expect((await fetch(`${server.url}/api/ready`)).status).toBe(200);
  });

  test("a start prints one line for a missing secret beside a database, and never replaces the secret", async () => {
    mkdirSync(join(folder, "database"));
    const { code, errors } = await startInVain({ DATA_DIR: folder });
    expect(code).toBe(1);
    expect(errors).toMatch(
      /^Tenue cannot start: AUTH_SECRET: \S+auth-secret is missing beside an existing database\.[^\n]+\n$/,
    );
    expect(readdirSync(folder)).toEqual(["database"]);
  });

  test("a start prints one line for an AUTH_SECRET other than the database's", async () => {
    const own = await startServerProcess({ entry: "source" });
    await own.kill("SIGTERM");
    const place = own.databaseUrl ? { DATABASE_URL: own.databaseUrl } : { DATA_DIR: own.dataDir };
    const { code, errors } = await startInVain({ ...place, AUTH_SECRET: `${authSecret}-another` });
    expect(code).toBe(1);
    expect(errors).toMatch(
      /^Tenue cannot start: AUTH_SECRET: this database was used with another one[^\n]+AUTH_SECRET_PREVIOUS[^\n]+\n$/,
    );
    await own.remove();
  });

  test("a start prints one line for a lock file with garbage", async () => {
    writeFileSync(join(folder, "lock"), "garbage ".repeat(200));
    const { code, errors } = await startInVain({ DATA_DIR: folder });
    expect(code).toBe(1);
    expect(errors).toMatch(
      /^Tenue cannot start: The lock file \S+lock is damaged: [^\n]+delete that file\.\n$/,
    );
  });

  test("a start prints one line for a site that is not built", async () => {
    const { code, errors } = await startInVain({ DATA_DIR: folder }, packageCopy());
    expect(code).toBe(1);
    expect(errors).toMatch(/^Tenue cannot start: The site is not built \(\S+ has no pages\): [^\n]+\n$/);
  });
});

test("the server works from any current folder, and a relative DATA_DIR is relative to that folder", async () => {
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
  await placeDatabase(join(elsewhere, "donnees"));
  const child = spawn(process.execPath, [preserve, preserveMain, main], {
    cwd: elsewhere,
    env: {
      ...programEnvironment,
      HOST: "127.0.0.1",
      PORT: "0",
      DATA_DIR: "donnees",
      AUTH_SECRET: authSecret,
      ...(server.databaseUrl && { DATABASE_URL: server.databaseUrl }),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  try {
    await expect.poll(() => output, { timeout: 100_000 }).toContain("Tenue is ready at");
    const url = /listening on (\S+),/.exec(output)?.[1];
    expect(await (await fetch(`${url}/`)).text()).toBe("<h1>index.html</h1>");
    if (!server.databaseUrl) expect(readdirSync(join(elsewhere, "donnees"))).toContain("lock");
  } finally {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  }
});

test.skipIf(process.env.TEST_DATABASE_URL || !hasPostgresqlClients)(
  "the embedded database's socket refuses other programs, and the server keeps running",
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

test("a server with port 0 uses the real port in links, and prints the code of the first start", async () => {
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

test("SIGTERM lets the request in flight finish, and the server ends cleanly", async () => {
  const person = { firstname: "Anaïs", name: "Le Goff", email: "a@exemple.fr", responses: {} };
  const body = JSON.stringify(person);
  const sending = request(`${server.url}/api/signups/user`, {
    method: "POST",
    headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body) },
  });
  sending.write(body.slice(0, 10));
  // The answer to a second request proves that the server has read the head of the first one.
  const earlier = await fetch(`${server.url}/api/signups/user`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...person, email: "b@exemple.fr" }),
  });
  expect(earlier.status).toBe(201);
  const stopped = server.kill("SIGTERM");
  await expect
    .poll(() => server.output(), { timeout: 100_000 })
    .toContain("SIGTERM: finishing what is under way");
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

test("the server answers a request without Host, as in the HTTP/1.0 health check of a load balancer", async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write("GET /api/ready HTTP/1.0\r\n\r\n");
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
});
