import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { messages, requestMessages } from "#contract/errors.ts";
import { importMessages } from "#contract/imports.ts";
import { limits } from "#contract/limits.ts";
import { withTimeout } from "#server/lib/concurrency.ts";
import { ApiError } from "./errors.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** Refuses bodies of more than `maxSize` bytes with 413, by their declared or real length. */
export function limitBody(maxSize: number = limits.bodyBytes) {
  const refuse = () => {
    throw new ApiError(413, "payload_too_large", requestMessages.payloadTooLarge);
  };
  const limitStream = bodyLimit({ maxSize, onError: refuse });
  return createMiddleware(async (c, next) => {
    const declared = c.req.header("content-length");
    if (declared === undefined || c.req.header("transfer-encoding")) return limitStream(c, next);
    // Node enforces the declared length. The stream stays untouched, because the server reads an untouched body faster.
    if (Number(declared) > maxSize) refuse();
    return next();
  });
}

/** Paths that accept another type instead of JSON. A foreign page needs a preflight to send pictures or CSV. */
const otherBodies = [
  {
    path: /^\/api\/admin\/site\/images\//,
    type: /^image\/(png|jpeg|webp)$/i,
    refusal: requestMessages.noPicture,
  },
  { path: /^\/api\/admin\/imports$/, type: /^text\/csv$/i, refusal: importMessages.noCsv },
];

/** Calls with a bearer token. Any origin may make them: a browser never adds a token automatically, and these paths read no cookie. */
const tokenPaths = /^\/api\/v1\//;

/**
 * Refuses state changes that a foreign page could send with our cookies: another origin, or a body that is not JSON
 * (a form or text/plain needs no preflight). Checklist line 20.
 */
export function refuseForeignRequests(baseUrl: string) {
  return createMiddleware(async (c, next) => {
    if (safeMethods.has(c.req.method)) return next();
    if (!tokenPaths.test(c.req.path) && originOf(c, baseUrl) !== "own") throw foreignOrigin();
    const type = contentType(c);
    const other = otherBodies.find(({ path }) => path.test(c.req.path));
    if (hasBody(c.req.raw) && !(other ? other.type.test(type) : isJson(type))) {
      throw new ApiError(
        415,
        "unsupported_media_type",
        other?.refusal ?? requestMessages.unsupportedMediaType,
      );
    }
    return next();
  });
}

/** Refuses bodies in another encoding than that of browser forms, on pages whose forms work without a script. */
export const refuseOtherEncodings = createMiddleware(async (c, next) => {
  if (contentType(c).toLowerCase() !== "application/x-www-form-urlencoded") {
    throw new ApiError(415, "unsupported_media_type", requestMessages.noForm);
  }
  return next();
});

/**
 * The origin of a request. "hidden": a form with `Origin: null` and without Fetch Metadata. Browsers send that origin under
 * `Referrer-Policy: no-referrer`, which a proxy may add. Older browsers, and browsers on plain http, send no Fetch Metadata.
 */
export function originOf(c: Context, baseUrl: string): "own" | "foreign" | "hidden" {
  const site = c.req.header("sec-fetch-site");
  if (site !== undefined) return site === "same-origin" || site === "none" ? "own" : "foreign";
  const origin = c.req.header("origin");
  if (origin === "null") return "hidden";
  return origin === undefined || isOwnOrigin(origin, new URL(baseUrl).origin, c.req.header("host"))
    ? "own"
    : "foreign";
}

export const foreignOrigin = () => new ApiError(403, "foreign_origin", requestMessages.foreignOrigin);

/** The content type without its parameters. */
function contentType(c: Context): string {
  return c.req.header("content-type")?.split(";")[0]?.trim() ?? "";
}

/**
 * True for the public address, and for the request's own host (a new installation without BASE_URL has several names).
 * An https site accepts no request from an unencrypted page, which an attacker may have altered.
 */
function isOwnOrigin(origin: string, ownOrigin: string, host: string | undefined): boolean {
  if (origin === ownOrigin) return true;
  if (!URL.canParse(origin) || host === undefined) return false;
  const { protocol, host: originHost } = new URL(origin);
  return originHost === host && (protocol === "https:" || ownOrigin.startsWith("http:"));
}

function hasBody(request: Request): boolean {
  const length = request.headers.get("content-length");
  return (length !== null && length !== "0") || request.headers.has("transfer-encoding");
}

function isJson(contentType: string): boolean {
  return contentType.toLowerCase() === "application/json";
}

/** More levels than any of our bodies has. */
const deepest = 32;

/**
 * Refuses JSON that is nested deeper than any schema before it is parsed: the parser needs seconds for two million brackets.
 * For calls with large bodies; up to 64 KiB the parser is fast with any input.
 */
const refuseDeepJson = createMiddleware(async (c, next) => {
  if (isDeepJson(await c.req.text())) throw new ApiError(400, "invalid_request", messages.invalid);
  return next();
});

/** For calls with the content of a message. */
export const limitContent = [limitBody(limits.emailBodyBytes), refuseDeepJson];

/** True when arrays and objects are nested more than 32 levels deep. Reads once; brackets inside strings do not count. */
export function isDeepJson(json: string): boolean {
  let depth = 0;
  let isInText = false;
  // Compares character codes, which is faster: a body may have four million of them.
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) isInText = !isInText;
    else if (isInText) at += code === backslash ? 1 : 0;
    else if (opening.has(code)) depth += 1;
    else if (closing.has(code)) depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
}

const codesOf = (characters: string) => new Set([...characters].map((character) => character.charCodeAt(0)));
const quote = 0x22;
const backslash = 0x5c;
const opening = codesOf("[{");
const closing = codesOf("]}");

/**
 * Answers 503 after `ms`, so that visitors never wait long for a silent database. The handler continues: a retry with the same
 * Idempotency-Key gets its result.
 */
export function answerWithin(ms: number): MiddlewareHandler {
  return (_c, next) => withTimeout(ms, next());
}
