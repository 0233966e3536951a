import { createRoute } from "@hono/zod-openapi";
import { limits } from "#contract/limits.ts";
import { savedViewSchema, savedViewsSchema, saveViewSchema } from "#contract/saved-views.schema.ts";
import { audienceParamsSchema, signupParamsSchema } from "#contract/signup.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { createApiRouter, jsonBody, jsonResponse, problems } from "#server/lib/http/api-router.ts";
import { conflict, notFound } from "#server/lib/http/errors.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import { deleteView, findViews, upsertView } from "./saved-views.queries.ts";

const tags = ["signups"];
const path = "/api/admin/views/{audience}";

const listRoute = createRoute({
  method: "get",
  path,
  tags,
  summary: "List the current administrator's views of a list",
  request: { params: audienceParamsSchema },
  responses: { 200: jsonResponse(savedViewsSchema, "By name"), ...problems(400, 401) },
});

const saveRoute = createRoute({
  method: "post",
  path,
  tags,
  summary: "Save a view; one of the same name is replaced",
  middleware: [limitBody()] as const,
  request: { params: audienceParamsSchema, ...jsonBody(saveViewSchema) },
  responses: { 200: jsonResponse(savedViewSchema, "Kept"), ...problems(400, 401, 409, 413) },
});

const deleteRoute = createRoute({
  method: "delete",
  path: `${path}/{id}`,
  tags,
  summary: "Delete a view",
  request: { params: signupParamsSchema },
  responses: { 204: { description: "Forgotten" }, ...problems(400, 401, 404) },
});

/** Named filters, order and columns of the lists; each administrator has separate ones. */
export function savedViewsRoutes({ db }: Pick<AppDependencies, "db">) {
  return createApiRouter()
    .openapi(listRoute, async (c) => {
      const owner = { adminId: c.var.admin.id, ...c.req.valid("param") };
      return c.json({ items: await findViews(db, owner) }, 200);
    })
    .openapi(saveRoute, async (c) => {
      const owner = { adminId: c.var.admin.id, ...c.req.valid("param") };
      const saved = await upsertView(db, owner, c.req.valid("json"));
      if (!saved) throw conflict(`${limits.viewsMax} vues au maximum : supprimez-en une d’abord.`);
      return c.json(saved, 200);
    })
    .openapi(deleteRoute, async (c) => {
      const { audience, id } = c.req.valid("param");
      if (!(await deleteView(db, { adminId: c.var.admin.id, audience }, id))) {
        throw notFound("Cette vue n’existe plus.");
      }
      return c.body(null, 204);
    });
}
