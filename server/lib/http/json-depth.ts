import { createMiddleware } from "hono/factory";
import { messages } from "#contract/errors.ts";
import { ApiError } from "./errors.ts";

/** No body of ours is deeper than a handful of levels. */
const deepest = 32;

/**
 * Refuses JSON that is nested deeper than any schema before it is parsed: two million brackets take the parser seconds.
 * For calls whose bodies are large; within 64 KiB the parser is quick with any input.
 */
export const refuseDeepJson = createMiddleware(async (c, next) => {
  if (isDeepJson(await c.req.text())) throw new ApiError(400, "invalid_request", messages.invalid);
  return next();
});

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
