import dns from "node:dns/promises";
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import {
  type FakeHttpServer,
  respond,
  startFakeHttpServer,
} from "#server/mail/transports/http-server.test-helpers.ts";
import { isPostable, postJson } from "./post-webhook.ts";

let server: FakeHttpServer;
beforeAll(async () => {
  server = await startFakeHttpServer((response, { path }) => {
    if (path === "/moved") respond(response, 302, "", { location: "/ok" });
    else if (path !== "/silent") respond(response, 204, "");
  });
});
afterAll(() => server.close());
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

/** Sets the result of the next DNS look-up. */
function resolveTo(answer: string | Error): void {
  const lookup = vi.spyOn(dns, "lookup");
  if (typeof answer === "string") lookup.mockResolvedValueOnce([{ address: answer, family: 4 }] as never);
  else lookup.mockRejectedValueOnce(answer);
  syncBuiltinESMExports(); // updates the function for modules that import it by name
}

const post = (url: string, privateHosts: string[] = [], signal = new AbortController().signal) =>
  postJson({ url: new URL(url), body: "{}", headers: { "webhook-id": "1" }, privateHosts, signal });
const portOf = () => new URL(server.url).port;

test.each([
  "127.0.0.1",
  "10.1.2.3",
  "172.16.0.1",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "0.0.0.0",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "127.1",
  "[::1]",
  "[fd00::1]",
  "[fe80::1]",
  "[::ffff:10.0.0.1]",
  "[::ffff:7f00:1]",
  "[64:ff9b::7f00:1]",
  "localhost",
])("a webhook never connects to %s", async (host) => {
  const before = server.calls.length;
  const outcome = await post(`https://${host}:${portOf()}/`);
  expect(outcome).toMatchObject({ httpStatus: null, error: "internal_address" });
  expect(server.calls).toHaveLength(before);
});

test("a webhook never connects to a name that resolves to an internal address, at any attempt", async () => {
  for (const address of ["10.0.0.1", "169.254.169.254", "127.0.0.1"]) {
    resolveTo(address);
    expect((await post(`https://rebound.example:${portOf()}/`)).error).toBe("internal_address");
  }
});

test("a webhook connects to the address that was checked, without a second DNS look-up", async () => {
  resolveTo("127.0.0.1");
  const outcome = await post(`http://inside.example:${portOf()}/ok`, ["inside.example"]);
  expect(outcome).toMatchObject({ httpStatus: 204, error: null });
  expect(server.calls.at(-1)).toMatchObject({
    method: "POST",
    path: "/ok",
    body: "{}",
    headers: { host: `inside.example:${portOf()}`, "content-type": "application/json", "webhook-id": "1" },
  });
});

test("a webhook follows no redirect", async () => {
  const before = server.calls.length;
  expect(await post(`${server.url}/moved`, ["127.0.0.1"])).toMatchObject({ httpStatus: 302, error: null });
  expect(server.calls).toHaveLength(before + 1);
});

test("a webhook posts without encryption only to hosts that the operator allows", async () => {
  expect(isPostable(new URL("http://hooks.example/"), [])).toBe(false);
  expect(isPostable(new URL("https://hooks.example/"), [])).toBe(true);
  expect(isPostable(new URL("http://[::1]/"), ["::1"])).toBe(true);
  expect((await post("http://hooks.example/")).error).toBe("internal_address");
});

test("a failed attempt names why the host was not reached", async () => {
  resolveTo(Object.assign(new Error("none"), { code: "ENOTFOUND" }));
  expect((await post("https://nowhere.example/")).error).toBe("unknown_host");
  expect((await post("http://127.0.0.1:9/", ["127.0.0.1"])).error).toBe("unreachable");
  expect((await post(`https://127.0.0.1:${portOf()}/ok`, ["127.0.0.1"])).error).toMatch(
    /certificate|unreachable/,
  );
});

test("a webhook is unreachable while the machine's own addresses cannot be read", async () => {
  vi.spyOn(os, "networkInterfaces").mockImplementation(() => {
    throw Object.assign(new Error("no netlink"), { code: "ERR_SYSTEM_ERROR" });
  });
  syncBuiltinESMExports();
  expect((await post("https://8.8.8.8/")).error).toBe("unreachable");
});

test("an attempt ends after 15 seconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const silent = post(`${server.url}/silent`, ["127.0.0.1"]);
    await vi.advanceTimersByTimeAsync(14_900);
    await vi.advanceTimersByTimeAsync(200);
    expect((await silent).error).toBe("timeout");
  } finally {
    vi.useRealTimers();
  }
});

test("an attempt that is interrupted by the server's stop has no result", async () => {
  const stopping = new AbortController();
  const cut = post(`${server.url}/silent`, ["127.0.0.1"], stopping.signal);
  setTimeout(() => stopping.abort(new Error("stopping")), 50);
  await expect(cut).rejects.toThrow("stopping");
});
