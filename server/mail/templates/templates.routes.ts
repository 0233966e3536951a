import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import {
  allowServiceSchema,
  createEmailTemplateSchema,
  emailTemplateListSchema,
  emailTemplateSchema,
  templateVersionListSchema,
  updateEmailTemplateSchema,
} from "#contract/email.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import {
  createApiRouter,
  jsonBody,
  jsonResponse,
  problems,
  requireSuperAdmin,
  staleResponse,
} from "#server/lib/http/api-router.ts";
import { limitBody, limitContent } from "#server/lib/http/request-guards.ts";
import type { Mail } from "#server/mail/mail.ts";
import {
  allowAsService,
  createTemplate,
  deleteTemplate,
  listTemplates,
  listVersions,
  saveTemplate,
} from "./templates.service.ts";

const tags = ["email"];
const path = "/api/admin/email/templates";
const one = `${path}/{id}` as const;
const params = z.object({ id: z.uuid() });

const listRoute = createRoute({
  method: "get",
  path,
  tags,
  summary: "List the templates, by name",
  responses: { 200: jsonResponse(emailTemplateListSchema, "The templates"), ...problems(401) },
});

const createTemplateRoute = createRoute({
  method: "post",
  path,
  tags,
  summary: "Add a template",
  middleware: limitContent,
  request: jsonBody(createEmailTemplateSchema),
  responses: { 201: jsonResponse(emailTemplateSchema, "Added"), ...problems(400, 401, 409, 413) },
});

const saveRoute = createRoute({
  method: "put",
  path: one,
  tags,
  summary: "Save a template; the previous text becomes a version",
  middleware: limitContent,
  request: { params, ...jsonBody(updateEmailTemplateSchema) },
  responses: {
    200: jsonResponse(emailTemplateSchema, "Saved"),
    ...problems(400, 401, 404, 413),
    ...staleResponse(emailTemplateSchema),
  },
});

const deleteRoute = createRoute({
  method: "delete",
  path: one,
  tags,
  summary: "Delete a template with its versions; built-in ones cannot be deleted",
  request: { params },
  responses: { 204: { description: "Deleted" }, ...problems(400, 401, 404, 409) },
});

const allowServiceRoute = createRoute({
  method: "put",
  path: `${one}/service`,
  tags,
  summary:
    "Allow every admin to send this template as a service message, until its next save: super administrators",
  middleware: [requireSuperAdmin, limitBody()] as const,
  request: { params, ...jsonBody(allowServiceSchema) },
  responses: {
    200: jsonResponse(emailTemplateSchema, "Allowed"),
    ...problems(400, 401, 403, 404, 413),
    ...staleResponse(emailTemplateSchema),
  },
});

const withdrawServiceRoute = createRoute({
  method: "delete",
  path: `${one}/service`,
  tags,
  summary: "End the permission for all admins to send this template as a service message",
  middleware: [requireSuperAdmin] as const,
  request: { params, query: z.object({ version: z.coerce.number().int() }) },
  responses: {
    200: jsonResponse(emailTemplateSchema, "Withdrawn"),
    ...problems(400, 401, 403, 404),
    ...staleResponse(emailTemplateSchema),
  },
});

const versionsRoute = createRoute({
  method: "get",
  path: `${one}/versions`,
  tags,
  summary: "List the last versions of a template, newest first, including the current one",
  request: { params },
  responses: { 200: jsonResponse(templateVersionListSchema, "The versions"), ...problems(400, 401, 404) },
});

export function templatesRoutes(deps: AppDependencies & { mail: Mail }) {
  return createApiRouter()
    .openapi(listRoute, async (c) => c.json({ items: await listTemplates(deps) }, 200))
    .openapi(createTemplateRoute, async (c) =>
      c.json(await createTemplate(deps, c.req.valid("json"), c.var.admin.email), 201),
    )
    .openapi(saveRoute, async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await saveTemplate(deps, { id, ...c.req.valid("json") }, c.var.admin.email), 200);
    })
    .openapi(deleteRoute, async (c) => {
      await deleteTemplate(deps, c.req.valid("param").id, c.var.admin.email);
      return c.body(null, 204);
    })
    .openapi(allowServiceRoute, async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await allowAsService(deps, { id, ...c.req.valid("json") }, c.var.admin.email), 200);
    })
    .openapi(withdrawServiceRoute, async (c) => {
      const { id } = c.req.valid("param");
      const { version } = c.req.valid("query");
      return c.json(await allowAsService(deps, { id, version, reason: null }, c.var.admin.email), 200);
    })
    .openapi(versionsRoute, async (c) =>
      c.json({ items: await listVersions(deps, c.req.valid("param").id) }, 200),
    );
}
