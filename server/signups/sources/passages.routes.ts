import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import { passageSchema } from "#contract/sources.schema.ts";
import { directSource, passagesPath, readSource } from "#contract/sources.ts";
import { createApiRouter, jsonBody, problems } from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import { isPassage } from "./passages.rules.ts";
import type { Passages } from "./passages.service.ts";

const route = createRoute({
  method: "post",
  path: passagesPath,
  tags: ["signups"],
  summary: "Count a page view, an opened form or its first use, without data about a person",
  request: jsonBody(passageSchema),
  responses: { 204: { description: "Counted, unless it is a robot's" }, ...problems(400, 403, 413) },
});

export function passagesRoutes(passages: Passages) {
  return createApiRouter().openapi({ ...route, middleware: [limitBody()] as const }, (c) => {
    const { step, audience = null, source } = c.req.valid("json");
    if (isSeen(c)) passages.count({ step, audience, source: readSource(source) ?? directSource });
    return c.body(null, 204);
  });
}

/** True when a person sees the requested page: no robot and no prefetch. */
export function isSeen(c: Context): boolean {
  return isPassage({
    userAgent: c.req.header("user-agent") ?? "",
    purposes: [c.req.header("sec-purpose"), c.req.header("purpose")],
  });
}
