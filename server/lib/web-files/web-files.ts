import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { Encoding, WebFile, WebFiles } from "./load-web-files.ts";

/**
 * Chooses the compressed form to send: brotli before gzip, if the client accepts it and it exists.
 * @param header the Accept-Encoding header
 */
export function chooseEncoding(header: string | undefined, available: readonly Encoding[]): Encoding | null {
  const refusedOrTaken = new Map(
    (header ?? "").split(",").map((part) => {
      const [name = "", ...parameters] = part.trim().toLowerCase().split(";");
      const quality = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean);
      return [name.trim(), Number(quality ?? 1) > 0];
    }),
  );
  const takes = (encoding: Encoding) => refusedOrTaken.get(encoding) ?? refusedOrTaken.get("*") ?? false;
  return (
    (["br", "gzip"] as const).find((encoding) => available.includes(encoding) && takes(encoding)) ?? null
  );
}

/** True when the client already has exactly this representation. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  return header.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === etag);
}

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number };

/**
 * Parses a single byte range.
 * @returns null when the whole file must be sent (no range, several, or an unknown form), "unsatisfiable" when the range is outside
 */
export function parseRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "");
  if (!match) return null;
  const [, first = "", last = ""] = match;
  if (first === "" && last === "") return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (start >= size) return "unsatisfiable";
  if (last !== "" && Number(last) < start) return null;
  return { start, end: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
}

/**
 * Serves the built files and the documents of the site. Every other address gets the 404 page.
 * @param documents returns the current documents of the site
 */
export function webFiles(files: WebFiles, documents: () => Promise<WebFiles>) {
  return createMiddleware(async (c) => {
    if (c.req.method !== "GET" && c.req.method !== "HEAD") return c.body(null, 405, { allow: "GET, HEAD" });
    const { path } = c.req;
    const built = find(files, path);
    if (built) return deliver(c, built, 200);
    const drawn = await documents();
    const page = path.slice(0, -1);
    if (path.length > 1 && path.endsWith("/") && (find(files, page) ?? find(drawn, page))) {
      return c.redirect(`${page}${new URL(c.req.url).search}`, 308);
    }
    const file = find(drawn, path);
    if (file) return deliver(c, file, 200);
    const missing = drawn.get("404.html");
    return missing ? deliver(c, missing, 404) : c.notFound();
  });
}

/** The addresses of pages have no ".html". Every address under /admin is the back office, which has its own router. */
function find(files: WebFiles, path: string): WebFile | undefined {
  if (path === "/") return files.get("index.html");
  if (path === "/admin" || path.startsWith("/admin/")) return files.get("admin.html");
  const name = path.slice(1);
  if (name.endsWith(".html") || name === "404" || name === "index") return undefined;
  return files.get(name) ?? files.get(`${name}.html`);
}

async function deliver(c: Context, file: WebFile, status: 200 | 404): Promise<Response> {
  const range = status === 200 ? parseRange(c.req.header("range"), file.size) : null;
  const available = Object.keys(file.packed) as Encoding[];
  const encoding = range === null ? chooseEncoding(c.req.header("accept-encoding"), available) : null;
  const etag = `"${file.hash}${encoding ? `-${encoding}` : ""}"`;

  c.header("content-type", file.type);
  c.header("cache-control", status === 404 ? "no-store" : file.cacheControl);
  if (file.policy) c.header("content-security-policy", file.policy);
  if (available.length > 0) c.header("vary", "Accept-Encoding");
  else c.header("accept-ranges", "bytes");
  if (status === 200) {
    c.header("etag", etag);
    if (matchesEtag(c.req.header("if-none-match"), etag)) return c.body(null, 304);
  }
  if (range === "unsatisfiable") {
    c.header("content-range", `bytes */${file.size}`);
    return c.body(null, 416);
  }
  if (range && isCurrent(c.req.header("if-range"), etag)) return sendRange(c, file, range);
  return sendWhole(c, file, status, encoding);
}

function sendRange(c: Context, file: WebFile, { start, end }: ByteRange): Response {
  c.header("content-range", `bytes ${start}-${end}/${file.size}`);
  c.header("content-length", String(end - start + 1));
  return c.newResponse(
    file.content ? file.content.subarray(start, end + 1) : readFile(c, file, { start, end }),
    206,
  );
}

async function sendWhole(
  c: Context,
  file: WebFile,
  status: 200 | 404,
  encoding: Encoding | null,
): Promise<Response> {
  const packed = encoding ? await file.packed[encoding]?.() : undefined;
  if (encoding) c.header("content-encoding", encoding);
  const content = packed ?? file.content;
  c.header("content-length", String(content?.length ?? file.size));
  return c.newResponse(content ?? readFile(c, file, { start: 0, end: file.size - 1 }), status);
}

/** A HEAD request has no body, so it opens no file. */
function readFile(c: Context, file: WebFile, range: ByteRange): ReadableStream | null {
  if (c.req.method === "HEAD") return null;
  return Readable.toWeb(createReadStream(file.path, range)) as ReadableStream;
}

/** False when the client has a part of an older file, and so needs the whole new one. */
function isCurrent(ifRange: string | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange.trim() === etag;
}
