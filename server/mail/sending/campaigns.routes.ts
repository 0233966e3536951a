import { setTimeout as sleep } from "node:timers/promises";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import {
  type Campaign,
  campaignDetailSchema,
  campaignListQuerySchema,
  campaignListSchema,
  campaignSchema,
  isSettled,
  newCampaignSchema,
  recipientCountSchema,
  recipientsQuerySchema,
} from "#contract/campaigns.schema.ts";
import { guardBySession } from "#server/accounts/sessions.service.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { createApiRouter, jsonBody, jsonResponse, problems } from "#server/lib/http/api-router.ts";
import { limitContent } from "#server/lib/http/request-guards.ts";
import { eventStreamResponse } from "#server/lib/http/streamed-response.ts";
import type { Logger } from "#server/lib/logger.ts";
import type { Site } from "#server/site/site-settings.service.ts";
import type { DomainChecker, Mail } from "../mail.ts";
import { draftsRoutes } from "./campaign-drafts.routes.ts";
import { createDraft } from "./campaign-drafts.service.ts";
import { startCampaign, starterOf } from "./campaign-start.service.ts";
import { campaignNotFound } from "./campaigns.errors.ts";
import type { CampaignSummary } from "./campaigns.queries.ts";
import {
  controlCampaign,
  getCampaign,
  getCampaignDetail,
  listCampaignPage,
  presentCampaign,
  presentCampaignDetail,
} from "./campaigns.service.ts";
import type { LinkChecker } from "./link-checker.ts";
import { countRecipients } from "./recipients.queries.ts";
import { findRecipientSegment } from "./recipients.service.ts";

const tags = ["campaigns"];
const path = "/api/admin/campaigns";
const idParam = z.object({ id: z.uuid() });
const eventIntervalMs = 400;
/** The interval of comments, because proxies close a silent connection. */
const commentAfterMs = 15_000;

const recipientsRoute = createRoute({
  method: "get",
  path: `${path}/recipients`,
  tags,
  summary: "Count the recipients of a campaign, and the people left out, by reason",
  request: { query: recipientsQuerySchema },
  responses: {
    200: jsonResponse(recipientCountSchema, "How many messages would be sent, and why not to all"),
    ...problems(400, 401),
  },
});

const listRoute = createRoute({
  method: "get",
  path,
  tags,
  summary: "List campaigns and drafts page by page, newest first",
  request: { query: campaignListQuerySchema },
  responses: { 200: jsonResponse(campaignListSchema, "The page"), ...problems(400, 401) },
});

const startRoute = createRoute({
  method: "post",
  path,
  tags,
  middleware: limitContent,
  summary: "Start a campaign, or save it with `draft`",
  request: jsonBody(newCampaignSchema),
  responses: {
    201: jsonResponse(campaignDetailSchema, "Kept as a draft"),
    202: jsonResponse(campaignSchema, "Started, or noted for later"),
    ...problems(400, 401, 403, 409, 413),
  },
});

const getRoute = createRoute({
  method: "get",
  path: `${path}/{id}`,
  tags,
  summary: "Get a campaign with its message",
  request: { params: idParam },
  responses: {
    200: jsonResponse(campaignDetailSchema, "Its state and its message"),
    ...problems(400, 401, 404),
  },
});

const controlRoute = createRoute({
  method: "post",
  path: `${path}/{id}/{action}`,
  tags,
  summary: "Pause, resume or cancel a campaign",
  request: { params: idParam.extend({ action: z.enum(["pause", "resume", "cancel"]) }) },
  responses: { 200: jsonResponse(campaignSchema, "Its new state"), ...problems(400, 401, 404, 409) },
});

/** The routes of campaigns: recipients, start, progress, pause, resume, cancel. */
export function campaignsRoutes(
  dependencies: AppDependencies & {
    mail: Mail;
    links: LinkChecker;
    domainChecker: DomainChecker;
    site: Site;
  },
) {
  const { db, mail, log, now } = dependencies;
  const router = createApiRouter();
  const nextAttempt = ({ nextAttemptAt }: CampaignSummary) => ({
    nextAttemptInMs: nextAttemptAt && Math.max(0, nextAttemptAt.getTime() - now().getTime()),
  });
  const present = (campaign: CampaignSummary) => ({ ...presentCampaign(campaign), ...nextAttempt(campaign) });

  /** Streams each change of the campaign's state as a server-sent event, until the campaign ends or the browser disconnects. */
  router.get(`${path}/:id/events`, async (c) => {
    const params = idParam.safeParse(c.req.param());
    if (!params.success) throw campaignNotFound();
    const { id } = params.data;
    await getCampaign(db, id);
    const lines = changesOf(() => getCampaign(db, id), present, log);
    return eventStreamResponse(lines, guardBySession(dependencies, c.var.admin));
  });

  return router
    .openapi(recipientsRoute, async (c) => {
      const { segment: id = null, ...filter } = c.req.valid("query");
      const segment = await findRecipientSegment(db, { ...filter, segmentId: id });
      return c.json(await countRecipients(db, { ...filter, segment }), 200);
    })
    .openapi(listRoute, async (c) => c.json(await listCampaignPage(db, c.req.valid("query")), 200))
    .openapi(startRoute, async (c) => {
      const input = c.req.valid("json");
      if (input.draft === true) return c.json(await createDraft(dependencies, input, c.var.admin.email), 201);
      const starter = await starterOf(dependencies, { kind: input.kind, admin: c.var.admin });
      const content = await mail.html.sanitise(input.content);
      const campaign = await startCampaign(dependencies, { ...input, content }, starter);
      mail.wake();
      return c.json(presentCampaign(campaign), 202);
    })
    .openapi(getRoute, async (c) => {
      const campaign = await getCampaignDetail(db, c.req.valid("param").id);
      return c.json({ ...presentCampaignDetail(campaign), ...nextAttempt(campaign) }, 200);
    })
    .route("/", draftsRoutes(dependencies))
    .openapi(controlRoute, async (c) => {
      const { id, action } = c.req.valid("param");
      if (action === "resume") await dependencies.domainChecker.ensureKeyIsPublished();
      const campaign = await controlCampaign(dependencies, id, { action, by: c.var.admin.email });
      mail.wake();
      return c.json(present(campaign), 200);
    });
}

type Read = () => Promise<CampaignSummary>;
type Present = (campaign: CampaignSummary) => Campaign;

/** Ends the stream without an error when the state cannot be read, because the browser reconnects automatically. */
async function* changesOf(read: Read, present: Present, log: Logger): AsyncGenerator<string, void> {
  try {
    yield* changeLines(read, present);
  } catch (error) {
    log.warn("the events of a campaign broke off", { error });
  }
}

/** Compares the stored state, because the shown time until the next attempt always changes. */
async function* changeLines(read: Read, present: Present): AsyncGenerator<string, void> {
  let last = "";
  let silentMs = 0;
  while (true) {
    const campaign = await read();
    const stored = JSON.stringify(campaign);
    if (stored !== last) silentMs = 0;
    yield stored === last
      ? keepAliveComment(silentMs)
      : `event: campaign\ndata: ${JSON.stringify(present(campaign))}\n\n`;
    if (silentMs >= commentAfterMs) silentMs = 0;
    last = stored;
    if (isSettled(campaign)) return;
    await sleep(eventIntervalMs);
    silentMs += eventIntervalMs;
  }
}

/** Returns a comment after a long silence, else an empty text, with which the stream checks that the client is still connected. */
const keepAliveComment = (silentMs: number) => (silentMs >= commentAfterMs ? ": still here\n\n" : "");
