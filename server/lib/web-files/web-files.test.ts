import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { originPlaceholder } from "#contract/public-address.ts";
import { securityHeaders } from "#server/lib/http/security-headers.ts";
import { findWebBuild, loadWebFiles, textFile } from "./load-web-files.ts";
import { chooseEncoding, matchesEtag, parseRange, webFiles } from "./web-files.ts";

const baseUrl = "https://tenue.example";
const script = "console.log(1)";
const film = Buffer.from(Array.from({ length: 500 }, (_, index) => index % 251));
const documents = Object.entries({
  "index.html": `<style>b{}</style><link rel="canonical" href="${originPlaceholder}/"><script>${script}</script>`,
  "privacy.html": "<h1>Politique</h1>",
  "404.html": "<h1>Introuvable</h1>",
  "robots.txt": `Sitemap: ${originPlaceholder}/sitemap.xml`,
});
let directory: string;
let app: Hono;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "tenue-web-"));
  mkdirSync(join(directory, "assets"));
  writeFileSync(join(directory, "admin.html"), '<script type="module" src="/assets/admin-1.js"></script>');
  writeFileSync(join(directory, "assets/home-1.js"), script);
  writeFileSync(join(directory, "assets/home-1.js.br"), brotliCompressSync(script));
  writeFileSync(join(directory, "assets/film-1.mp4"), film);
  writeFileSync(join(directory, "secret.key"), "not for browsers");
  const files = loadWebFiles(directory, baseUrl);
  const drawn = new Map(documents.map(([name, text]) => [name, textFile(name, text, baseUrl)]));
  app = new Hono();
  app.use(securityHeaders(baseUrl));
  app.all(
    "*",
    webFiles(files, async () => drawn),
  );
});

afterAll(() => rmSync(directory, { recursive: true }));

const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers });

test("pages name the configured public address", async () => {
  const answer = await get("/");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(await answer.text()).toContain('href="https://tenue.example/"');
  expect(await (await get("/robots.txt")).text()).toBe("Sitemap: https://tenue.example/sitemap.xml");
});

test("a page allows only the inline blocks of its build, and no block without a hash", async () => {
  const policy = (await get("/")).headers.get("content-security-policy") ?? "";
  expect(policy).toContain("script-src 'self' 'sha256-");
  expect(policy).toContain("style-src 'self' 'sha256-");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("unsafe-inline");
});

test("the back office answers under all its addresses and runs no inline script", async () => {
  for (const path of ["/admin", "/admin/dashboard/signups", "/admin/anything"]) {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-cache");
    expect(answer.headers.get("content-security-policy")).toContain("script-src 'self';");
  }
});

test("a page that is unchanged is answered 304, in the encoding that the client has", async () => {
  const first = await get("/", { "accept-encoding": "br" });
  const etag = first.headers.get("etag") ?? "";
  expect(first.headers.get("cache-control")).toBe("no-cache");
  const again = await get("/", { "accept-encoding": "br", "if-none-match": etag });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe("");
  expect((await get("/", { "if-none-match": etag })).status).toBe(200);
});

test("brotli is preferred to gzip, and `Vary` names the encoding", async () => {
  const page = await get("/privacy", { "accept-encoding": "gzip, br" });
  expect(page.headers.get("content-encoding")).toBe("br");
  expect(page.headers.get("vary")).toBe("Accept-Encoding");
  expect(brotliDecompressSync(await page.bytes()).toString()).toBe("<h1>Politique</h1>");
  const asset = await get("/assets/home-1.js", { "accept-encoding": "gzip, br" });
  expect(asset.headers.get("content-encoding")).toBe("br");
});

test("a packed file is sent as gzip, or uncompressed, to a client without brotli", async () => {
  const zipped = await get("/assets/home-1.js", { "accept-encoding": "gzip" });
  expect(zipped.headers.get("content-encoding")).toBe("gzip");
  expect(gunzipSync(await zipped.bytes()).toString()).toBe(script);
  const plain = await get("/assets/home-1.js");
  expect(plain.headers.get("content-encoding")).toBeNull();
  expect(await plain.text()).toBe(script);
});

test("files with a hash in their name are kept for a year", async () => {
  const answer = await get("/assets/home-1.js");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(await answer.text()).toBe(script);
});

test("an unknown address gets the 404 page with status 404, which is not cached", async () => {
  for (const path of [
    "/nothing",
    "/assets/gone.js",
    "/index.html",
    "/404",
    "/secret.key",
    "/..%2fpackage.json",
  ]) {
    const answer = await get(path, { range: "bytes=0-1", "if-none-match": "*" });
    expect(answer.status, path).toBe(404);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.text()).toContain("Introuvable");
  }
});

test("an address with a trailing slash redirects to the page without it, and keeps the query", async () => {
  for (const query of ["", "?utm_source=Lettre&utm_campaign=Mai"]) {
    const answer = await get(`/privacy/${query}`);
    expect(answer.status).toBe(308);
    expect(answer.headers.get("location")).toBe(`/privacy${query}`);
  }
  expect((await get("//privacy/")).status).toBe(404);
});

test("a requested range of the film is sent, so that seeking does not load the whole file", async () => {
  const piece = await get("/assets/film-1.mp4", { range: "bytes=100-199" });
  expect(piece.status).toBe(206);
  expect(piece.headers.get("content-range")).toBe("bytes 100-199/500");
  expect(Buffer.from(await piece.bytes())).toEqual(film.subarray(100, 200));
  const outside = await get("/assets/film-1.mp4", { range: "bytes=500-" });
  expect(outside.status).toBe(416);
  expect(outside.headers.get("content-range")).toBe("bytes */500");
  const changed = await get("/assets/film-1.mp4", { range: "bytes=0-9", "if-range": '"older"' });
  expect(changed.status).toBe(200);
  expect(Buffer.from(await changed.bytes())).toEqual(film);
});

test("HEAD answers with the headers of GET, without the body", async () => {
  const answer = await app.request("/assets/film-1.mp4", { method: "HEAD" });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-length")).toBe("500");
  expect(answer.headers.get("accept-ranges")).toBe("bytes");
  expect(await answer.text()).toBe("");
});

test("methods other than GET and HEAD are refused for files", async () => {
  const answer = await app.request("/", { method: "POST" });
  expect(answer.status).toBe(405);
  expect(answer.headers.get("allow")).toBe("GET, HEAD");
});

test("a missing build fails with a clear error", () => {
  expect(() => findWebBuild(directory)).toThrow(/^The site is not built \(.+\): start with npm start/);
});

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["*", "br"],
  ["br;q=0, *;q=0.1", "gzip"],
  ["identity", null],
  ["deflate, zstd", null],
  [undefined, null],
])("a client that accepts %s gets %s", (header, expected) => {
  expect(chooseEncoding(header, ["br", "gzip"])).toBe(expected);
});

test("an encoding that was not built is never chosen", () => {
  expect(chooseEncoding("br, gzip", ["gzip"])).toBe("gzip");
  expect(chooseEncoding("br, gzip", [])).toBeNull();
});

test("an entity tag is recognised in a list, as a weak tag and as a star", () => {
  expect(matchesEtag('"a", W/"b"', '"b"')).toBe(true);
  expect(matchesEtag("*", '"b"')).toBe(true);
  expect(matchesEtag('"a"', '"b"')).toBe(false);
  expect(matchesEtag(undefined, '"b"')).toBe(false);
});

test.each([
  ["bytes=0-99", { start: 0, end: 99 }],
  ["bytes=900-", { start: 900, end: 999 }],
  ["bytes=-100", { start: 900, end: 999 }],
  ["bytes=-5000", { start: 0, end: 999 }],
  ["bytes=990-2000", { start: 990, end: 999 }],
  ["bytes=1000-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=5-1", null],
  ["bytes=-", null],
  ["bytes=0-1,5-6", null],
  ["items=0-1", null],
  [undefined, null],
])("the range %s of a file of a thousand bytes is %j", (header, expected) => {
  expect(parseRange(header, 1_000)).toEqual(expected);
});
