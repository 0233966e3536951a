import { createRoute, z } from "@hono/zod-openapi";
import { Hono } from "hono";
import { limits } from "#contract/limits.ts";
import {
  siteImageParamsSchema,
  siteSettingsSchema,
  updateSiteSettingsSchema,
} from "#contract/site.schema.ts";
import {
  createApiRouter,
  jsonBody,
  jsonResponse,
  problems,
  requireSuperAdmin,
  staleResponse,
} from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import {
  getOwnSite,
  type OwnerDeps,
  removeImage,
  type Site,
  saveImage,
  saveSite,
} from "./site-settings.service.ts";

const tags = ["site"];
const path = "/api/admin/site";
const picture = { schema: z.string().openapi({ format: "binary" }) };

const readRoute = createRoute({
  method: "get",
  path,
  tags,
  summary: "Get the owner's settings of the public site",
  responses: { 200: jsonResponse(siteSettingsSchema, "The settings"), ...problems(401) },
});

const saveRoute = createRoute({
  method: "put",
  path,
  tags,
  summary: "Save the owner's settings; the site shows them immediately",
  middleware: [requireSuperAdmin, limitBody()] as const,
  request: jsonBody(updateSiteSettingsSchema),
  responses: {
    200: jsonResponse(siteSettingsSchema, "Saved"),
    ...problems(400, 401, 403, 413),
    ...staleResponse(siteSettingsSchema),
  },
});

const saveImageRoute = createRoute({
  method: "put",
  path: `${path}/images/{slot}`,
  tags,
  summary: "Replace a partner's name by a picture: the body, whose type is found from its bytes",
  middleware: [requireSuperAdmin, limitBody(limits.siteImageBytes)] as const,
  request: {
    params: siteImageParamsSchema,
    body: { content: { "image/png": picture, "image/jpeg": picture, "image/webp": picture } },
  },
  responses: { 200: jsonResponse(siteSettingsSchema, "Saved"), ...problems(400, 401, 403, 413) },
});

const removeImageRoute = createRoute({
  method: "delete",
  path: `${path}/images/{slot}`,
  tags,
  summary: "Show the partner's name again",
  middleware: [requireSuperAdmin] as const,
  request: { params: siteImageParamsSchema },
  responses: { 200: jsonResponse(siteSettingsSchema, "Removed"), ...problems(400, 401, 403, 404) },
});

export function siteRoutes(deps: OwnerDeps) {
  return createApiRouter()
    .openapi(readRoute, async (c) => c.json(await getOwnSite(deps.db), 200))
    .openapi(saveRoute, async (c) =>
      c.json(await saveSite(deps, c.req.valid("json"), c.var.admin.email), 200),
    )
    .openapi(saveImageRoute, async (c) => {
      const content = Buffer.from(await c.req.arrayBuffer());
      const { slot } = c.req.valid("param");
      return c.json(await saveImage(deps, { slot, content }, c.var.admin.email), 200);
    })
    .openapi(removeImageRoute, async (c) =>
      c.json(await removeImage(deps, c.req.valid("param").slot, c.var.admin.email), 200),
    );
}

/** The owner's public pictures. The address of a picture contains a hash of it, so that caches may keep it for any time. */
export function siteImagesRoutes({ site }: { site: Site }) {
  return new Hono().get("/site-images/:name", async (c, next) => {
    const picture = await site.picture(c.req.path);
    if (!picture) return next();
    c.header("content-type", picture.contentType);
    c.header("cache-control", "public, max-age=31536000, immutable");
    return c.body(Buffer.from(picture.content));
  });
}
