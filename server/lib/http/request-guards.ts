import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { messages, requestMessages } from "#contract/errors.ts";
import { importMessages } from "#contract/imports.ts";
import { limits } from "#contract/limits.ts";
import { withTimeout } from "#server/lib/concurrency.ts";
import { ApiError } from "./errors.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** Refuses bodies over `maxSize` bytes with 413, declared or streamed. */
export function limitBody(maxSize: number = limits.bodyBytes) {
  const refuse = () => {
    throw new ApiError(413, "payload_too_large", requestMessages.payloadTooLarge);
  };
  const limitStream = bodyLimit({ maxSize, onError: refuse });
  return createMiddleware(async (c, next) => {
    const declared = c.req.header("content-length");
    if (declared === undefined || c.req.header("transfer-encoding")) return limitStream(c, next);
    // Node holds a body to its declared length. Not touching the body's stream keeps the server's quick way of reading it.
    if (Number(declared) > maxSize) refuse();
    return next();
  });
}

/** Where something else than JSON is taken, and JSON is not. Neither pictures nor CSV are sent by a form without asking first. */
const otherBodies = [
  {
    path: /^\/api\/admin\/site\/images\//,
    type: /^image\/(png|jpeg|webp)$/i,
    refusal: requestMessages.noPicture,
  },
  { path: /^\/api\/admin\/imports$/, type: /^text\/csv$/i, refusal: importMessages.noCsv },
];

/** Calls with a bearer token. Any origin may make them, because a browser never adds a token by itself and these paths read no cookie. */
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
 * The origin of a request. "hidden": under `Referrer-Policy: no-referrer`, which a proxy may add, a browser sends a form with
 * `Origin: null`; older ones and those on plain http send no Fetch Metadata beside it.
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

/** Without its parameters. */
function contentType(c: Context): string {
  return c.req.header("content-type")?.split(";")[0]?.trim() ?? "";
}

/**
 * True for the public address, and for the request's own host (a new installation without BASE_URL has several names).
 * An https site accepts nothing from an unencrypted page, which an attacker may have altered.
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

/** Our bodies have a few levels at most. */
const deepest = 32;

/**
 * Refuses JSON that is nested deeper than any schema before it is parsed: two million brackets take the parser seconds.
 * For calls whose bodies are large; within 64 KiB the parser is quick with any input.
 */
const refuseDeepJson = createMiddleware(async (c, next) => {
  if (isDeepJson(await c.req.text())) throw new ApiError(400, "invalid_request", messages.invalid);
  return next();
});

/** For calls that carry the content of a message. */
export const limitContent = [limitBody(limits.emailBodyBytes), refuseDeepJson];

/** True when arrays and objects lie in one another more than 32 times. One pass; brackets inside strings do not count. */
export function isDeepJson(json: string): boolean {
  let depth = 0;
  let isInText = false;
  // By code, not by character: a body may hold four million of them.
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
 * Answers 503 after `ms`, so that visitors never wait for a silent database. The handler continues; a retry with the same
 * Idempotency-Key gets its outcome.
 */
export function answerWithin(ms: number): MiddlewareHandler {
  return (_c, next) => withTimeout(ms, next());
}
