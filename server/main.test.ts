import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ServerProcess, startServerProcess } from "./testing/server-process.ts";

const entry = resolve(import.meta.dirname, "main.ts");
/** Several processes start one after the other here, on a machine that may have much else to do. */
const timeout = 120_000;
let server: ServerProcess;

beforeAll(async () => {
  server = await startServerProcess({ entry: "source" });
}, timeout);

afterAll(() => server.remove());

/** Starts a process that is expected to end by itself. */
async function startInVain(environment: Record<string, string>) {
  const child = spawn(process.execPath, [entry], {
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
    const dataDir = mkdtempSync(join(tmpdir(), "tenue-main-"));
    try {
      const { code, errors } = await startInVain({ PORT: new URL(server.url).port, DATA_DIR: dataDir });
      expect(code).toBe(1);
      expect(errors).toMatch(
        /^Tenue cannot start: listen EADDRINUSE: address already in use 127\.0\.0\.1:\d+\n$/,
      );
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  test.skipIf(process.env.TEST_DATABASE_URL)("a data folder in use", { timeout }, async () => {
    const { code, errors } = await startInVain({ DATA_DIR: server.dataDir });
    expect(code).toBe(1);
    expect(errors).toMatch(
      /^Tenue cannot start: The data folder [^\n]+ is in use by another running server[^\n]+\n$/,
    );
    expect((await fetch(`${server.url}/api/ready`)).status).toBe(200);
  });
});

test("on any free port, links lead to the real one", { timeout }, async () => {
  const answer = await fetch(`${server.url}/api/setup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "ines@tenue.example" }),
  });
  expect(answer.status).toBe(201);
  await expect.poll(() => server.output(), { timeout }).toContain(`${server.url}/admin/activate?token=`);
  expect(server.output()).toContain(`Tenue is ready at ${server.url} `);
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
