import { createRoute } from "@hono/zod-openapi";
import {
  closeRequestSchema,
  erasedSchema,
  openedRequestSchema,
  openRequestSchema,
  type PersonalDataFile,
  personalDataFileSchema,
  personalDataSchema,
  privacyAddressSchema,
  privacyLimitSchema,
  privacyObjectSchema,
  privacyRectifySchema,
  privacyRequestListSchema,
  requestParamsSchema,
} from "#contract/privacy.schema.ts";
import {
  createApiRouter,
  jsonBody,
  jsonResponse,
  problems,
  requireRecentConfirmation,
} from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import { answerRequest, listRequests, openRequest } from "./requests.service.ts";
import {
  erasePerson,
  exportPerson,
  limitPerson,
  objectForPerson,
  type RightsDeps,
  rectifyPerson,
  searchPerson,
} from "./rights.service.ts";

const base = "/api/admin/privacy";
const tags = ["privacy"];
const report = jsonResponse(personalDataSchema, "What is known of the address now");

const searchRoute = createRoute({
  method: "post",
  path: `${base}/search`,
  tags,
  summary: "Get all data of an address; a POST, so that no log holds the address",
  middleware: [limitBody()] as const,
  request: jsonBody(privacyAddressSchema),
  responses: { 200: report, ...problems(400, 401, 413) },
});

const exportRoute = createRoute({
  method: "post",
  path: `${base}/export`,
  tags,
  summary: "Export the data of an address, as the person's own page does",
  middleware: [requireRecentConfirmation, limitBody()] as const,
  request: jsonBody(privacyAddressSchema),
  responses: {
    200: jsonResponse(personalDataFileSchema, "All that every feature keeps"),
    ...problems(400, 401, 403, 413),
  },
});

const rectifyRoute = createRoute({
  method: "post",
  path: `${base}/rectify`,
  tags,
  summary: "Correct a sign-up of an address",
  middleware: [limitBody()] as const,
  request: jsonBody(privacyRectifySchema),
  responses: { 200: report, ...problems(400, 401, 404, 409, 413) },
});

const limitRoute = createRoute({
  method: "post",
  path: `${base}/limit`,
  tags,
  summary: "Limit the processing of an address (article 18), or end the limitation",
  middleware: [limitBody()] as const,
  request: jsonBody(privacyLimitSchema),
  responses: { 200: report, ...problems(400, 401, 413) },
});

const objectRoute = createRoute({
  method: "post",
  path: `${base}/object`,
  tags,
  summary: "Record or withdraw an objection (article 21)",
  middleware: [limitBody()] as const,
  request: jsonBody(privacyObjectSchema),
  responses: { 200: report, ...problems(400, 401, 413) },
});

const eraseRoute = createRoute({
  method: "post",
  path: `${base}/erase`,
  tags,
  summary: "Erase an address everywhere; its keyed hash remains",
  middleware: [requireRecentConfirmation, limitBody()] as const,
  request: jsonBody(privacyAddressSchema),
  responses: {
    200: jsonResponse(erasedSchema, "How many sign-ups there were"),
    ...problems(400, 401, 403, 413),
  },
});

const listRoute = createRoute({
  method: "get",
  path: `${base}/requests`,
  tags,
  summary: "List the register of requests: open ones first, by due date",
  responses: { 200: jsonResponse(privacyRequestListSchema, "The register"), ...problems(401) },
});

const openRoute = createRoute({
  method: "post",
  path: `${base}/requests`,
  tags,
  summary: "Add a request that came by letter or mail; it is due in a month",
  middleware: [limitBody()] as const,
  request: jsonBody(openRequestSchema),
  responses: { 201: jsonResponse(openedRequestSchema, "Noted"), ...problems(400, 401, 413) },
});

const closeRoute = createRoute({
  method: "patch",
  path: `${base}/requests/{id}`,
  tags,
  summary: "Record the answer to a request; a closed request does not change",
  middleware: [limitBody()] as const,
  request: { params: requestParamsSchema, ...jsonBody(closeRequestSchema) },
  responses: { 200: jsonResponse(openedRequestSchema, "Closed"), ...problems(400, 401, 404, 409, 413) },
});

/** Routes for the rights of persons: access, portability, rectification, limitation, objection, erasure. */
export function rightsRoutes(deps: RightsDeps) {
  return createApiRouter()
    .openapi(searchRoute, async (c) => {
      return c.json(await searchPerson(deps, { ...c.req.valid("json"), actor: c.var.admin.email }), 200);
    })
    .openapi(exportRoute, async (c) => {
      const file = await exportPerson(deps, { ...c.req.valid("json"), actor: c.var.admin.email });
      return c.json(JSON.parse(JSON.stringify(file)) as PersonalDataFile, 200);
    })
    .openapi(rectifyRoute, async (c) => {
      const { email, ...correction } = c.req.valid("json");
      return c.json(await rectifyPerson(deps, { email, actor: c.var.admin.email }, correction), 200);
    })
    .openapi(limitRoute, async (c) => {
      const { email, limited } = c.req.valid("json");
      return c.json(await limitPerson(deps, { email, actor: c.var.admin.email }, limited), 200);
    })
    .openapi(objectRoute, async (c) => {
      const { email, objects } = c.req.valid("json");
      return c.json(await objectForPerson(deps, { email, actor: c.var.admin.email }, objects), 200);
    })
    .openapi(eraseRoute, async (c) => {
      const signups = await erasePerson(deps, { ...c.req.valid("json"), actor: c.var.admin.email });
      return c.json({ signups }, 200);
    })
    .openapi(listRoute, async (c) => c.json({ items: await listRequests(deps, null) }, 200))
    .openapi(openRoute, async (c) => {
      const { email, kind } = c.req.valid("json");
      const emailHash = await deps.addresses.hash(email);
      return c.json(await openRequest(deps, { kind, emailHash, actor: c.var.admin.email }), 201);
    })
    .openapi(closeRoute, async (c) => {
      const closing = { ...c.req.valid("param"), ...c.req.valid("json"), actor: c.var.admin.email };
      return c.json(await answerRequest(deps, closing), 200);
    });
}
