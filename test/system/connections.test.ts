import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type ServerProcess, startServerProcess } from "#test/support/server-process.ts";
import { type AdminCall, signInFirstAdmin } from "#test/support/sign-in-first-admin.ts";

/** Attacks on the HTTP level, below the API. */

let server: ServerProcess;
let call: AdminCall;
let cookie = "";
const sockets = new Set<Socket>();

beforeAll(async () => {
  server = await startServerProcess({ entry: "build" });
  call = await signInFirstAdmin(server, (given) => {
    cookie = given;
  });
  await server.sql(
    `insert into beta_signups (firstname, name, email, responses)
     select 'Zoé', repeat('N', 80), 'z' || n || '@exemple.fr', '{}' from generate_series(1, 20000) n`,
  );
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await expectAnswers();
});
afterAll(() => server?.remove());

/** Expects that another client gets an answer soon. */
async function expectAnswers(): Promise<void> {
  const answer = await fetch(`${server.url}/api/health`, { signal: AbortSignal.timeout(5_000) });
  expect(answer.status).toBe(200);
}

async function open(): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  socket.on("error", () => undefined); // the server may close it
  sockets.add(socket);
  await once(socket, "connect");
  return socket;
}

/** Sends these bytes and returns all that the server sends until it closes or resets the connection. */
async function answerTo(bytes: string): Promise<string> {
  const socket = await open();
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
  });
  socket.write(bytes);
  socket.setTimeout(10_000, () => socket.destroy());
  await new Promise((closed) => socket.once("close", closed));
  return text;
}

const statuses = (text: string) =>
  [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
const head = (line: string, ...fields: string[]) => [line, "Host: localhost", ...fields, "", ""].join("\r\n");
const smuggled = head("GET /api/admin/me HTTP/1.1");

describe("one request is never taken for two", () => {
  test.each<[string, string]>([
    [
      "a length and chunks",
      `${head("POST /api/signups/user HTTP/1.1", "Content-Type: application/json", "Content-Length: 5", "Transfer-Encoding: chunked")}0\r\n\r\n${smuggled}`,
    ],
    [
      "two lengths",
      `${head("POST /api/signups/user HTTP/1.1", "Content-Type: application/json", "Content-Length: 2", `Content-Length: ${2 + smuggled.length}`)}{}${smuggled}`,
    ],
    [
      "a folded header",
      `${head("POST /api/signups/user HTTP/1.1", "Transfer-Encoding:\r\n chunked", "Content-Length: 2")}{}${smuggled}`,
    ],
    [
      "chunks under another name",
      `${head("POST /api/signups/user HTTP/1.1", "Transfer-Encoding: xchunked")}0\r\n\r\n${smuggled}`,
    ],
  ])("a request with %s is refused instead of being read as two requests", async (_, bytes) => {
    expect(statuses(await answerTo(bytes))).toEqual([400]);
  });
});

test("a request with a header of 33 kB is refused", async () => {
  const bytes = head("GET /api/health HTTP/1.1", `X-Long: ${"x".repeat(33 * 1024)}`);
  // The connection's reset may arrive before the answer, so the test retries.
  await vi.waitFor(async () => expect(statuses(await answerTo(bytes))).toEqual([431]), 10_000);
});

test("400 endless request heads delay no other client", async () => {
  for (let count = 0; count < 400; count += 1) {
    const socket = await open();
    socket.write("GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
  }
  await expectAnswers();
});

test("a body that arrives byte by byte delays no other client", async () => {
  for (let count = 0; count < 100; count += 1) {
    const socket = await open();
    socket.write(
      `${head("POST /api/signups/user HTTP/1.1", "Content-Type: application/json", "Content-Length: 5000")}{`,
    );
  }
  await expectAnswers();
  expect((await call("GET", "/api/admin/signups/user")) as object).toMatchObject({ total: 20_000 });
});

test("100 unread exports delay no other client", async () => {
  for (let count = 0; count < 100; count += 1) {
    const socket = await open();
    socket.pause();
    socket.write(head("GET /api/admin/signups/user/export.csv HTTP/1.1", `Cookie: ${cookie}`));
  }
  await expectAnswers();
  expect((await call("GET", "/api/admin/signups/user")) as object).toMatchObject({ total: 20_000 });
});

test("300 event streams delay no other client", async () => {
  const [campaign] = await server.sql<{ id: string }>(
    `insert into campaigns (subject, content, recipient_type, status_filter, status, fingerprint, created_by)
     values ('Sujet', '<p>x</p>', 'all', 'all', 'paused', 'f', 'ines@tenue.example') returning id`,
  );
  const first: Promise<unknown>[] = [];
  for (let count = 0; count < 300; count += 1) {
    const socket = await open();
    first.push(once(socket, "data"));
    socket.write(head(`GET /api/admin/campaigns/${campaign?.id}/events HTTP/1.1`, `Cookie: ${cookie}`));
  }
  const heads = (await Promise.all(first)) as [Buffer][];
  expect(heads.filter(([chunk]) => !chunk.toString().startsWith("HTTP/1.1 200"))).toEqual([]);
  await expectAnswers();
  expect((await call("GET", "/api/admin/signups/user")) as object).toMatchObject({ total: 20_000 });
});

test("browsers do not let another site read an answer of the API", async () => {
  for (const path of ["/api/questionnaire", "/api/health", "/api/admin/me", "/api/openapi.json"]) {
    for (const method of ["GET", "OPTIONS"]) {
      const answer = await fetch(`${server.url}${path}`, {
        method,
        headers: { origin: "https://ailleurs.example", "access-control-request-method": "GET", cookie },
      });
      await answer.body?.cancel();
      const allowed = [...answer.headers.keys()].filter((name) => name.startsWith("access-control-"));
      expect(allowed, `${method} ${path}`).toEqual([]);
    }
  }
});

test("a path cannot lead out of the served folder", async () => {
  for (const path of [
    "/../../../../etc/passwd",
    "/..%2f..%2f..%2fetc/passwd",
    "/assets/..%5c..%5c.env",
    "/.git/config",
    "/.env",
    "/package.json",
    "/build/server/main.js",
  ]) {
    const answer = await answerTo(head(`GET ${path} HTTP/1.1`, "Connection: close"));
    expect(statuses(answer), path).toEqual([expect.toBeOneOf([400, 404])]);
    expect(answer).not.toMatch(/root:|\[core\]|"dependencies"/);
  }
});
