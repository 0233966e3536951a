import { setTimeout as sleep } from "node:timers/promises";
import { createRoute } from "@hono/zod-openapi";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import { z } from "zod";
import {
  audienceOfCampaignSchema,
  type Campaign,
  campaignListSchema,
  campaignSchema,
  recipientCountSchema,
  startCampaignSchema,
} from "#contract/campaigns.schema.ts";
import { limits } from "#contract/limits.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { sanitizeMailHtml } from "#server/features/email/content/sanitize-mail-html.ts";
import { createApiRouter, jsonAnswer, jsonBody, problems } from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import { campaignNotFound } from "./campaigns.errors.ts";
import { listCampaigns } from "./campaigns.repository.ts";
import { controlCampaign, getCampaign, presentCampaign, startCampaign } from "./campaigns.service.ts";
import { countRecipients } from "./recipients.repository.ts";

const path = "/api/admin/campaigns";
const idParam = z.object({ id: z.uuid() });
const shownCampaigns = 20;
const eventIntervalMs = 400;
/** Without a sign of life, proxies take a silent connection for a dead one. */
const commentAfterMs = 15_000;

const recipientsRoute = createRoute({
  method: "get",
  path: `${path}/recipients`,
  request: { query: audienceOfCampaignSchema },
  responses: {
    200: jsonAnswer(recipientCountSchema, "How many messages would be sent"),
    ...problems(400, 401),
  },
});

const listRoute = createRoute({
  method: "get",
  path,
  responses: { 200: jsonAnswer(campaignListSchema, "The newest campaigns"), ...problems(401) },
});

const startRoute = createRoute({
  method: "post",
  path,
  middleware: [limitBody(limits.emailBodyBytes)] as const,
  request: jsonBody(startCampaignSchema),
  responses: {
    202: jsonAnswer(campaignSchema, "Started, or noted for later"),
    ...problems(400, 401, 409, 413),
  },
});

const getRoute = createRoute({
  method: "get",
  path: `${path}/{id}`,
  request: { params: idParam },
  responses: { 200: jsonAnswer(campaignSchema, "Its state"), ...problems(400, 401, 404) },
});

const controlRoute = createRoute({
  method: "post",
  path: `${path}/{id}/{action}`,
  request: { params: idParam.extend({ action: z.enum(["pause", "resume", "cancel"]) }) },
  responses: { 200: jsonAnswer(campaignSchema, "Its new state"), ...problems(400, 401, 404, 409) },
});

/** Bulk sends: who would get one, start, watch, pause, resume, cancel. */
export function campaignsRoutes(dependencies: AppDependencies) {
  const { db, mail, log } = dependencies;
  const router = createApiRouter();

  /** The campaign's state as server-sent events, whenever it changes, until it has ended or the browser goes away. */
  router.get(`${path}/:id/events`, async (c) => {
    const params = idParam.safeParse(c.req.param());
    if (!params.success) throw campaignNotFound();
    const { id } = params.data;
    await getCampaign(db, id);
    // Some proxies hold events back until the answer is complete.
    c.header("x-accel-buffering", "no");
    return streamSSE(c, async (stream) => {
      try {
        await writeChanges(stream, async () => presentCampaign(await getCampaign(db, id)));
      } catch (error) {
        log.warn("the events of a campaign broke off", { error }); // the browser connects again by itself
      }
    });
  });

  return router
    .openapi(recipientsRoute, async (c) =>
      c.json({ count: await countRecipients(db, c.req.valid("query")) }, 200),
    )
    .openapi(listRoute, async (c) => {
      const items = await listCampaigns(db, shownCampaigns);
      return c.json({ items: items.map(presentCampaign) }, 200);
    })
    .openapi(startRoute, async (c) => {
      const input = c.req.valid("json");
      const { simulationMode } = await mail.settings();
      const campaign = await startCampaign(
        dependencies,
        { ...input, content: sanitizeMailHtml(input.content) },
        { createdBy: c.var.admin.email, simulated: simulationMode },
      );
      mail.wake();
      return c.json(presentCampaign(campaign), 202);
    })
    .openapi(getRoute, async (c) =>
      c.json(presentCampaign(await getCampaign(db, c.req.valid("param").id)), 200),
    )
    .openapi(controlRoute, async (c) => {
      const { id, action } = c.req.valid("param");
      const campaign = await controlCampaign(dependencies, id, { action, by: c.var.admin.email });
      mail.wake();
      return c.json(presentCampaign(campaign), 200);
    });
}

async function writeChanges(stream: SSEStreamingApi, read: () => Promise<Campaign>): Promise<void> {
  let last = "";
  let silentMs = 0;
  while (!stream.aborted) {
    const campaign = await read();
    const data = JSON.stringify(campaign);
    if (data !== last) {
      await stream.writeSSE({ event: "campaign", data });
      silentMs = 0;
    } else if (silentMs >= commentAfterMs) {
      await stream.write(": still here\n\n");
      silentMs = 0;
    }
    last = data;
    if (campaign.status === "completed" || campaign.status === "cancelled") return;
    await sleep(eventIntervalMs);
    silentMs += eventIntervalMs;
  }
}
