import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { originPlaceholder } from "#contract/public-address.ts";
import { adminPolicy, sitePolicy } from "#server/lib/http/security-headers.ts";
import { OperatorError } from "#server/lib/operator-error.ts";
import { packageFolder } from "#server/lib/package.ts";

export type Encoding = "br" | "gzip";

/** A file ready to be sent. `content` is null for a file that is rarely requested uncompressed; it is streamed from disk. */
export type WebFile = {
  path: string;
  type: string;
  size: number;
  content: Buffer<ArrayBuffer> | null;
  hash: string;
  cacheControl: string;
  /** Compressed forms: ready, in work, or made for the first request. */
  packed: Partial<Record<Encoding, () => Promise<Buffer<ArrayBuffer>>>>;
  policy: string | null;
};

/** Files by their path within the folder ("assets/x.js", "index.html"). */
export type WebFiles = ReadonlyMap<string, WebFile>;

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".vtt": "text/vtt; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
  ".avif": "image/avif",
  ".webp": "image/webp",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".ico": "image/x-icon",
  ".mp4": "video/mp4",
  ".webm": "video/webm",
};

/** These files contain the public address, which is known only at run time. */
const templates = new Set([".html", ".xml", ".txt"]);
/** Films, and pictures that only old browsers and other sites request. */
const streamed = new Set([".mp4", ".webm", ".webp", ".png", ".jpg"]);

/**
 * The folders of the site and the back office, made by `build-web`.
 * @throws OperatorError when they do not exist: a server without pages would answer 404 to every request
 */
export function findWebBuild(folder = packageFolder()): string {
  const directory = join(folder, "build", "web");
  const renderer = join(folder, "build", "site-renderer", "renderer.js");
  if ([join(directory, "admin.html"), renderer].every((file) => existsSync(file))) return directory;
  throw new OperatorError(
    `The site is not built (${directory} has no pages): start with npm start, which builds it.`,
  );
}

/**
 * Reads the files of the build.
 * @param baseUrl the public address, without a trailing slash
 */
export function loadWebFiles(directory: string, baseUrl: string): WebFiles {
  const paths = readdirSync(directory, { recursive: true, encoding: "utf8" }).map((name) =>
    join(directory, name),
  );
  const files = paths
    .filter((path) => extname(path) in types)
    .map((path) => loadFile(path, relative(directory, path).split(sep).join("/"), baseUrl));
  return new Map(files);
}

function loadFile(path: string, name: string, baseUrl: string): [name: string, file: WebFile] {
  const extension = extname(path);
  const content = readFileSync(path);
  if (templates.has(extension)) return [name, textFile(name, content.toString("utf8"), baseUrl)];
  const file = { ...fileOf(name, content), path };
  const packed = readPacked(path);
  return [name, packed || streamed.has(extension) ? { ...file, content: null, packed: packed ?? {} } : file];
}

/** Compresses a text that contains the public address. */
export function textFile(name: string, text: string, baseUrl: string): WebFile {
  const content = Buffer.from(text.replaceAll(originPlaceholder, baseUrl));
  return { ...fileOf(name, content), packed: pack(content) };
}

/** A file from memory. */
function fileOf(name: string, content: Buffer<ArrayBuffer>): WebFile {
  const extension = extname(name);
  return {
    path: name,
    type: types[extension] ?? "application/octet-stream",
    size: content.length,
    content,
    hash: createHash("sha256").update(content).digest("base64url").slice(0, 22),
    cacheControl: cacheControlOf(name, extension),
    packed: {},
    policy: extension === ".html" ? policyOf(name, content.toString("utf8")) : null,
  };
}

/** Names under assets/ contain a hash of their content. Browsers revalidate pages each time, mostly with the answer 304. */
function cacheControlOf(name: string, extension: string): string {
  if (name.startsWith("assets/")) return "public, max-age=31536000, immutable";
  if (extension === ".html") return "no-cache";
  return "public, max-age=3600";
}

function policyOf(name: string, html: string): string {
  if (name === "admin.html") return adminPolicy;
  return sitePolicy({
    scripts: inlineHashes(html, "script"),
    styles: inlineStyles(html),
  });
}

/** The hashes of a page's inline styles, for its Content-Security-Policy. */
export const inlineStyles = (html: string) => inlineHashes(html, "style");

function inlineHashes(html: string, tag: "script" | "style"): string[] {
  return inlineTexts(html, tag).map((text) => `sha256-${createHash("sha256").update(text).digest("base64")}`);
}

/** The texts of all elements with that name; a script with an address is left out. */
function inlineTexts(html: string, tag: "script" | "style"): string[] {
  return html
    .split(`</${tag}>`)
    .slice(0, -1)
    .flatMap((before) => {
      const start = before.indexOf(`<${tag}`);
      const end = before.indexOf(">", start);
      return start < 0 || before.slice(start, end).includes(" src=") ? [] : [before.slice(end + 1)];
    });
}

/** Every browser accepts brotli over https. The first client that does not causes the gzip form. */
function readPacked(path: string): WebFile["packed"] | null {
  if (!existsSync(`${path}.br`)) return null;
  const br = Promise.resolve(readFileSync(`${path}.br`));
  let zipped: Promise<Buffer<ArrayBuffer>> | undefined;
  const zipOnce = () => {
    zipped ??= readFile(path)
      .then(zip)
      .catch((error: unknown) => {
        zipped = undefined; // the next request tries again
        throw error;
      });
    return zipped;
  };
  return { br: () => br, gzip: zipOnce };
}

const zip = (content: Buffer) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION });

/** Compresses off the main thread while the server starts. A request that comes earlier waits for the result. */
function pack(content: Buffer): WebFile["packed"] {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const br = promisify(brotliCompress)(content, { params });
  const gz = zip(content);
  return { br: () => br, gzip: () => gz };
}
