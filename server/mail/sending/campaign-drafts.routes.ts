import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import {
  campaignChecksSchema,
  campaignDetailSchema,
  campaignFiguresSchema,
  campaignSchema,
  resendCampaignSchema,
  saveDraftSchema,
  startDraftSchema,
} from "#contract/campaigns.schema.ts";
import { emailCheckSchema } from "#contract/email.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import {
  createApiRouter,
  emptyIsNothing,
  jsonBody,
  jsonResponse,
  optionalBody,
  problems,
  staleResponse,
} from "#server/lib/http/api-router.ts";
import { limitBody, limitContent } from "#server/lib/http/request-guards.ts";
import type { Site } from "#server/site/site-settings.service.ts";
import type { DomainChecker, Mail } from "../mail.ts";
import { checkDraft } from "./campaign-checks.service.ts";
import { deleteDraft, duplicateCampaign, saveDraft, startDraft } from "./campaign-drafts.service.ts";
import { getCampaignFigures } from "./campaign-figures.service.ts";
import { resendCampaign, starterOf } from "./campaign-start.service.ts";
import { getCampaign, getCampaignDetail, presentCampaign } from "./campaigns.service.ts";
import type { LinkChecker } from "./link-checker.ts";
import { sendDraftToOneself } from "./messages.service.ts";

const tags = ["campaigns"];
const path = "/api/admin/campaigns/{id}";
const params = z.object({ id: z.uuid() });

const saveRoute = createRoute({
  method: "put",
  path,
  tags,
  summary: "Save a draft",
  middleware: limitContent,
  request: { params, ...jsonBody(saveDraftSchema) },
  responses: {
    200: jsonResponse(campaignDetailSchema, "Saved"),
    ...problems(400, 401, 404, 413),
    ...staleResponse(campaignDetailSchema),
  },
});

const deleteRoute = createRoute({
  method: "delete",
  path,
  tags,
  summary: "Delete a draft",
  request: { params },
  responses: { 204: { description: "Deleted" }, ...problems(400, 401, 404, 409) },
});

const startRoute = createRoute({
  method: "post",
  path: `${path}/start`,
  tags,
  summary: "Start or schedule a draft; with `version`, only that version",
  middleware: [limitBody(), emptyIsNothing] as const,
  request: { params, ...optionalBody(startDraftSchema) },
  responses: {
    202: jsonResponse(campaignSchema, "Started, or noted for later"),
    ...problems(400, 401, 403, 404, 413),
    ...staleResponse(campaignDetailSchema),
  },
});

const testRoute = createRoute({
  method: "post",
  path: `${path}/test`,
  tags,
  summary: "Send a draft's message to oneself",
  request: { params },
  responses: { 200: jsonResponse(emailCheckSchema, "How it went"), ...problems(400, 401, 404) },
});

const duplicateRoute = createRoute({
  method: "post",
  path: `${path}/duplicate`,
  tags,
  summary: "Copy a campaign to a new draft",
  request: { params },
  responses: { 201: jsonResponse(campaignDetailSchema, "The draft"), ...problems(400, 401, 404) },
});

const resendRoute = createRoute({
  method: "post",
  path: `${path}/resend`,
  tags,
  summary: "Resend a message, as a new campaign, to the recipients who did not get it",
  middleware: [limitBody(), emptyIsNothing] as const,
  request: { params, ...optionalBody(resendCampaignSchema) },
  responses: {
    202: jsonResponse(campaignSchema, "Started"),
    ...problems(400, 401, 403, 404, 409, 413),
  },
});

const checksRoute = createRoute({
  method: "get",
  path: `${path}/checks`,
  tags,
  summary: "Run the checks before sending",
  request: { params },
  responses: { 200: jsonResponse(campaignChecksSchema, "Row by row"), ...problems(400, 401, 404) },
});

const figuresRoute = createRoute({
  method: "get",
  path: `${path}/figures`,
  tags,
  summary: "Get the campaign's figures by hour or day",
  request: { params },
  responses: { 200: jsonResponse(campaignFiguresSchema, "The figures"), ...problems(400, 401, 404) },
});

/** The routes of single campaigns, except those of their progress and control. */
export function draftsRoutes(
  deps: AppDependencies & { mail: Mail; links: LinkChecker; domainChecker: DomainChecker; site: Site },
) {
  const { db, mail } = deps;
  return createApiRouter()
    .openapi(saveRoute, async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await saveDraft(deps, { id, ...c.req.valid("json") }, c.var.admin.email), 200);
    })
    .openapi(deleteRoute, async (c) => {
      await deleteDraft(deps, c.req.valid("param").id, c.var.admin.email);
      return c.body(null, 204);
    })
    .openapi(startRoute, async (c) => {
      const { id } = c.req.valid("param");
      const { kind } = await getCampaign(db, id);
      const starter = await starterOf(deps, { kind, admin: c.var.admin });
      const campaign = await startDraft(deps, id, c.req.valid("json"), starter);
      mail.wake();
      return c.json(presentCampaign(campaign), 202);
    })
    .openapi(testRoute, async (c) => {
      const { subject, content, kind } = await getCampaignDetail(db, c.req.valid("param").id);
      return c.json(await sendDraftToOneself(deps, { subject, content, purpose: kind }, c.var.admin), 200);
    })
    .openapi(duplicateRoute, async (c) =>
      c.json(await duplicateCampaign(deps, c.req.valid("param").id, c.var.admin.email), 201),
    )
    .openapi(resendRoute, async (c) => {
      const { id } = c.req.valid("param");
      const { kind } = await getCampaign(db, id);
      const starter = await starterOf(deps, { kind, admin: c.var.admin });
      const campaign = await resendCampaign(deps, id, c.req.valid("json"), starter);
      mail.wake();
      return c.json(presentCampaign(campaign), 202);
    })
    .openapi(checksRoute, async (c) => c.json(await checkDraft(deps, c.req.valid("param").id), 200))
    .openapi(figuresRoute, async (c) => c.json(await getCampaignFigures(deps, c.req.valid("param").id), 200));
}
