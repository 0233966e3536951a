import {
  type Campaign,
  type CampaignCheck,
  type CampaignDetail,
  type CampaignGroup,
  type CampaignList,
  isSettled,
  type RecipientCount,
} from "#contract/campaigns.schema.ts";
import type { CampaignStatus } from "#contract/email.ts";
import type { SegmentList } from "#contract/segments.schema.ts";
import { type FakeAnswers, refuse } from "./fake-api.ts";
import { storedSettings } from "./mail-fake.ts";

export const campaignId = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;

const start = "2026-01-31T12:00:00.000Z";

/** By default a draft "La bêta ouvre" by Inès. */
export function campaign(index: number, changes: Partial<CampaignDetail> = {}): CampaignDetail {
  return {
    id: campaignId(index),
    subject: "La bêta ouvre",
    content: "<p>Bonjour à vous</p>",
    recipientType: "all",
    statusFilter: "approved",
    segmentId: null,
    segmentName: null,
    status: "draft",
    kind: "news",
    reason: null,
    simulated: false,
    total: 0,
    sent: 0,
    failed: 0,
    cancelled: 0,
    skipped: 0,
    bounced: 0,
    unsubscribed: 0,
    complained: 0,
    pausedReason: null,
    nextAttemptAt: null,
    resendOf: null,
    version: 1,
    updatedBy: null,
    updatedAt: null,
    createdBy: "ines@tenue.example",
    createdAt: start,
    scheduledAt: null,
    startedAt: null,
    finishedAt: null,
    ...changes,
  };
}

/** A campaign that was started. */
export const sentCampaign = (index: number, status: CampaignStatus, changes: Partial<CampaignDetail> = {}) =>
  campaign(index, { status, startedAt: start, total: 5, ...changes });

/** `count` recipients: all people of the filters can be reached. */
export const reached = (count: number): RecipientCount => ({
  count,
  total: count,
  withoutConsent: 0,
  unsubscribed: 0,
  bounced: 0,
  blocked: 0,
});

type Options = {
  /** Answers the recipients for a query, e.g. `{ recipientType: "user" }`. */
  recipients?: (query: Record<string, string>) => RecipientCount;
  checks?: (draft: CampaignDetail) => CampaignCheck[];
  simulationMode?: boolean;
  segments?: SegmentList["items"];
};

const groups: Record<CampaignGroup, CampaignStatus[]> = {
  draft: ["draft"],
  scheduled: ["scheduled"],
  running: ["running", "paused"],
  done: ["completed", "cancelled"],
};

/** The calls of drafts and campaigns on rows in memory, newest first; `rows` is the present state. */
export function fakeCampaigns(
  stored: CampaignDetail[] = [],
  { recipients = () => reached(5), checks = () => [], simulationMode = false, segments = [] }: Options = {},
) {
  const rows = [...stored];
  const streams = new Map<string, Set<ReadableStreamDefaultController<Uint8Array>>>();
  const find = (id: string) => rows.find((row) => row.id === id);
  const notFound = () => refuse(404, { code: "not_found", message: "Cet envoi n’existe pas." });
  const started = (id: string, message: string) =>
    refuse(409, { code: "campaign_running", message, fields: { id } });
  const stale = (current: CampaignDetail) => {
    const message = `${current.updatedBy} a enregistré une autre version entre-temps.`;
    return refuse(409, { code: "stale", message }, { current });
  };
  const event = (row: Campaign) =>
    new TextEncoder().encode(`event: campaign\ndata: ${JSON.stringify(row)}\n\n`);

  const add = (row: CampaignDetail) => {
    rows.unshift(row);
    return row;
  };
  const nextId = () => campaignId(900 + rows.length);
  /** Changes a row as the server does, and writes it to the streams that watch it. */
  const change = (id: string, changes: Partial<CampaignDetail>): CampaignDetail => {
    const index = rows.findIndex((row) => row.id === id);
    const row = { ...(rows[index] ?? campaign(0)), ...changes };
    rows[index] = row;
    for (const stream of streams.get(id) ?? []) stream.enqueue(event(row));
    return row;
  };
  const events = (id: string) => {
    const row = find(id);
    if (!row) return notFound();
    const watching = streams.get(id) ?? new Set();
    streams.set(id, watching);
    let own: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        own = controller;
        controller.enqueue(event(row));
        if (isSettled(row)) controller.close();
        else watching.add(controller);
      },
      cancel: () => void watching.delete(own),
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  };

  const answers: FakeAnswers = {
    "GET /api/admin/email/settings": () => ({ ...storedSettings, simulationMode }),
    "GET /api/admin/segments": (): SegmentList => ({ items: segments }),
    "GET /api/admin/email/hold": () => ({ hold: null }),
    "GET /api/admin/email/log": () => ({ items: [], next: null }),
    "GET /api/admin/campaigns": ({ query }): CampaignList => {
      const { group } = query as { group?: CampaignGroup };
      const isIn = (name: CampaignGroup) => (row: Campaign) => groups[name].includes(row.status);
      const count = (name: CampaignGroup) => rows.filter(isIn(name)).length;
      return {
        items: group ? rows.filter(isIn(group)) : [...rows],
        next: null,
        counts: {
          draft: count("draft"),
          scheduled: count("scheduled"),
          running: count("running"),
          done: count("done"),
        },
      };
    },
    "GET /api/admin/campaigns/recipients": ({ query }) => recipients(query as Record<string, string>),
    "GET /api/admin/campaigns/:id/events": ({ param }) => events(param.id),
    "GET /api/admin/campaigns/:id/checks": ({ param }) => {
      const draft = find(param.id);
      return draft ? { items: checks(draft), version: draft.version } : notFound();
    },
    "GET /api/admin/campaigns/:id/figures": () => ({ step: "hour", points: [] }),
    "GET /api/admin/campaigns/:id": ({ param }) => find(param.id) ?? notFound(),
    "POST /api/admin/campaigns": ({ json }) => {
      const { draft: _, ...fields } = json as Partial<CampaignDetail> & { draft: true };
      return add(campaign(0, { ...fields, id: nextId() }));
    },
    "PUT /api/admin/campaigns/:id": ({ param, json }) => {
      const row = find(param.id);
      if (!row) return notFound();
      if (row.status !== "draft") return started(row.id, "Ce brouillon a déjà été envoyé ou programmé.");
      const { version, ...fields } = json;
      if (row.version !== version) return stale(row);
      return change(row.id, { ...(fields as Partial<CampaignDetail>), version: version + 1 });
    },
    "DELETE /api/admin/campaigns/:id": ({ param }) => {
      const index = rows.findIndex((row) => row.id === param.id);
      if (index < 0) return notFound();
      rows.splice(index, 1);
      return undefined;
    },
    "POST /api/admin/campaigns/:id/start": ({ param, json }) => {
      const row = find(param.id);
      if (!row) return notFound();
      if (row.status !== "draft") return started(row.id, "Cet envoi a déjà été lancé.");
      const { recipientType, statusFilter, segmentId, kind } = row;
      const total = recipients({
        recipientType,
        statusFilter,
        kind,
        ...(segmentId && { segment: segmentId }),
      }).count;
      const { scheduledAt } = (json ?? {}) as { scheduledAt?: string };
      if (scheduledAt) return change(row.id, { status: "scheduled", scheduledAt });
      const begun = {
        total,
        reason: kind === "service" ? row.reason : null,
        startedAt: start,
        simulated: simulationMode,
      };
      if (!simulationMode) return change(row.id, { ...begun, status: "running" });
      return change(row.id, { ...begun, status: "completed", sent: total, finishedAt: start });
    },
    "POST /api/admin/campaigns/:id/duplicate": ({ param }) => {
      const row = find(param.id);
      if (!row) return notFound();
      return add(campaign(0, { ...row, status: "draft", id: nextId() }));
    },
    "POST /api/admin/campaigns/:id/resend": () =>
      refuse(409, { code: "no_recipients", message: "Il n’y a personne à qui renvoyer ce message." }),
    "POST /api/admin/campaigns/:id/:action": ({ param }) => {
      const row = find(param.id);
      if (!row) return notFound();
      const { action } = param as { action: "pause" | "resume" | "cancel" };
      const byPerson = { pausedReason: null, nextAttemptAt: null };
      if (action === "pause") return change(row.id, { status: "paused", ...byPerson });
      if (action === "resume") return change(row.id, { status: "running", ...byPerson });
      const cancelled = row.total - row.sent - row.failed;
      return change(row.id, { status: "cancelled", cancelled, finishedAt: start, ...byPerson });
    },
  };
  return { answers, rows, change };
}
