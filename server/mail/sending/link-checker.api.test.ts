import { createServer, type Server } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import type { AddressInfo } from "node:net";
import os from "node:os";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createLinkChecker } from "./link-checker.ts";

let server: Server;
let asked: string[] = [];
const at = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const [, status = "200"] = /^\/(\d+)/.exec(request.url ?? "") ?? [];
    if (request.url === "/get-only" && request.method === "HEAD") response.writeHead(405);
    else if (request.url === "/moved") response.writeHead(302, { location: "/200" });
    else if (request.url === "/inside") response.writeHead(302, { location: "http://169.254.169.254/meta" });
    else if (request.url === "/loop") response.writeHead(302, { location: "/loop" });
    else if (request.url === "/file") response.writeHead(302, { location: "file:///etc/passwd" });
    else response.writeHead(request.url === "/get-only" ? 200 : Number(status));
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
});

beforeEach(() => {
  asked = [];
});

afterAll(() => new Promise((done) => server.close(done)));

const checker = () => createLinkChecker({ privateHosts: ["127.0.0.1"] });

test.each([
  ["/200", "ok"],
  ["/moved", "ok"],
  ["/get-only", "ok"],
  ["/404", "warn"],
  ["/500", "warn"],
  ["/403", "unknown"],
  ["/loop", "warn"],
  ["/file", "warn"],
])("the link %s is %s", async (path, verdict) => {
  expect(await checker().check(at(path))).toMatchObject({ verdict });
});

test("an internal address is never requested, neither directly nor by a redirect", async () => {
  expect(await createLinkChecker().check(at("/200"))).toEqual({
    verdict: "unknown",
    reason: "adresse interne, qui n’est pas vérifiée",
  });
  expect(asked).toEqual([]);
  expect(await checker().check(at("/inside"))).toMatchObject({ verdict: "unknown" });
  for (const address of ["http://[::1]/", "http://2130706433/", "http://0x7f.1/", "http://localhost/"]) {
    expect(await createLinkChecker().check(address)).toMatchObject({ verdict: "unknown" });
  }
});

test("reports an invalid address and a missing server", async () => {
  expect(await checker().check("https://")).toMatchObject({ verdict: "warn" });
  const gone = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => gone.once("listening", done));
  const { port } = gone.address() as AddressInfo;
  await new Promise((done) => gone.close(done));
  expect(await checker().check(`http://127.0.0.1:${port}/`)).toMatchObject({
    verdict: "warn",
    reason: expect.stringContaining("ECONNREFUSED"),
  });
});

test("a link is not judged while the machine's own addresses cannot be read", async () => {
  vi.spyOn(os, "networkInterfaces").mockImplementation(() => {
    throw Object.assign(new Error("no netlink"), { code: "ERR_SYSTEM_ERROR" });
  });
  syncBuiltinESMExports(); // updates the function for modules that import it by name
  try {
    expect(await createLinkChecker().check("http://8.8.8.8/")).toMatchObject({ verdict: "unknown" });
  } finally {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  }
});

test("a result is cached for a few minutes", async () => {
  let time = 0;
  const { check } = createLinkChecker({ privateHosts: ["127.0.0.1"], now: () => new Date(time) });
  await check(at("/200"));
  await check(at("/200"));
  expect(asked).toHaveLength(1);
  time += 5 * 60_000;
  await check(at("/200"));
  expect(asked).toHaveLength(2);
});
