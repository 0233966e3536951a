import { createHash } from "node:crypto";
import type { z } from "zod";
import type { Campaign, startCampaignSchema } from "#contract/campaigns.schema.ts";
import type { CampaignKind } from "#contract/email.ts";
import { limits } from "#contract/limits.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/features/journal/journal.service.ts";
import type { CampaignQueue } from "#server/features/mailing/outbox/delivery/campaign-queue.ts";
import { probePauses } from "#server/features/mailing/outbox/delivery.rules.ts";
import {
  cancelCampaign,
  isCampaignDone,
  simulateCampaign,
  writeCampaign,
} from "#server/features/mailing/outbox/outbox.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";
import {
  alreadyStarted,
  campaignNotFound,
  newsNeedHttps,
  noRecipients,
  scheduledInThePast,
  serviceProtected,
  wrongState,
} from "./campaigns.errors.ts";
import {
  addToCount,
  changeStatus,
  findCampaign,
  findTwin,
  insertCampaign,
  listRunning,
  lockCampaign,
  lockFingerprint,
  noteFailedProbe,
  noteReached,
  noteUnreachable,
  type StatusChange,
  type StoredCampaign,
  setTotal,
  takeDue,
  takeProbe,
} from "./campaigns.repository.ts";
import { mayCarryLeaveLinks } from "./campaigns.rules.ts";
import { selectRecipients } from "./recipients.repository.ts";

type Parts = Pick<AppDependencies, "db" | "now">;

/** A second identical start within this time is taken for a double click, also when the first has ended already. */
const twinWindowMs = 60_000;

/** @throws 403 for a message of service by whoever is no super administrator; 409 `news_need_https` */
function ensureMayStart(
  { kind }: { kind: CampaignKind },
  { baseUrl, isSuperAdmin }: { baseUrl: string; isSuperAdmin: boolean },
): void {
  if (kind === "service" && !isSuperAdmin) throw serviceProtected();
  if (kind === "news" && !mayCarryLeaveLinks(baseUrl)) throw newsNeedHttps();
}

/**
 * Starts a campaign, or notes it for later. Its recipients are frozen in the same transaction: either all of them wait in
 * the log, or there is no campaign. The recipients of a scheduled one are frozen when it starts.
 * @param simulated whether simulation mode is on
 * @throws 409 `campaign_running` with the first one's id for a second identical start; 409 `no_recipients`; see `ensureMayStart`
 */
export async function startCampaign(
  { db, now, config }: Parts & Pick<AppDependencies, "config">,
  input: z.output<typeof startCampaignSchema>,
  { admin, simulated }: { admin: Pick<CurrentAdmin, "email" | "isSuperAdmin">; simulated: boolean },
): Promise<StoredCampaign> {
  ensureMayStart(input, { baseUrl: config.baseUrl, isSuperAdmin: admin.isSuperAdmin });
  const createdBy = admin.email;
  const scheduledAt = input.scheduledAt ? new Date(input.scheduledAt) : null;
  if (scheduledAt && scheduledAt <= now()) throw scheduledInThePast();
  const { subject, content, recipientType, statusFilter, kind } = input;
  const reason = kind === "service" ? (input.reason ?? null) : null;
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([subject, content, recipientType, statusFilter, kind]))
    .digest("hex");

  return db.transaction(async (tx) => {
    await lockFingerprint(tx, fingerprint);
    const twin = await findTwin(tx, { fingerprint, since: new Date(now().getTime() - twinWindowMs) });
    if (twin) throw alreadyStarted(twin.id);
    const campaign = await insertCampaign(tx, {
      ...{ subject, content, recipientType, statusFilter, kind, reason },
      ...{ fingerprint, createdBy, simulated, scheduledAt },
      status: scheduledAt ? "scheduled" : "running",
    });
    const total = scheduledAt ? 0 : await freeze(tx, campaign);
    if (!scheduledAt && total === 0) throw noRecipients();
    await recordEntry(tx, {
      actor: createdBy,
      action: "campaign.created",
      subject: campaign.id,
      details: {
        ...{ kind, ...(reason !== null && { reason }), recipientType, statusFilter },
        ...{ total, simulated, scheduled: scheduledAt !== null },
      },
    });
    return { ...campaign, total };
  });
}

async function freeze(tx: AppDependencies["db"], campaign: StoredCampaign): Promise<number> {
  const total = await writeCampaign(tx, campaign, selectRecipients(campaign));
  await setTotal(tx, campaign.id, total);
  return total;
}

export async function getCampaign(
  db: AppDependencies["db"],
  id: string,
): Promise<Omit<StoredCampaign, "content">> {
  const campaign = await findCampaign(db, id);
  if (!campaign) throw campaignNotFound();
  return campaign;
}

/** The campaign's row is this transaction's already: what is under way meanwhile is counted as it ends. */
async function cancelMessages(tx: Db, id: string): Promise<void> {
  await addToCount(tx, id, { count: "cancelled", by: await cancelCampaign(tx, id) });
}

export type CampaignAction = "pause" | "resume" | "cancel";

const steps = {
  // By hand, also one that paused itself stays paused until somebody resumes it.
  pause: { from: ["running"], fromWaiting: true, to: "paused", action: "campaign.paused" },
  resume: { from: ["paused"], to: "running", action: "campaign.resumed" },
  cancel: { from: ["scheduled", "running", "paused"], to: "cancelled", action: "campaign.cancelled" },
} as const;

/** @throws 404, or 409 when the campaign is not (or no longer) in a state from which this is possible */
export async function controlCampaign(
  { db }: Pick<Parts, "db">,
  id: string,
  { action, by }: { action: CampaignAction; by: string },
): Promise<Omit<StoredCampaign, "content">> {
  const { action: entry, ...change } = steps[action];
  return db.transaction(async (tx) => {
    const campaign = await changeStatus(tx, id, change);
    if (!campaign) {
      await getCampaign(tx, id);
      throw wrongState();
    }
    if (action === "cancel") await cancelMessages(tx, id);
    await recordEntry(tx, { actor: by, action: entry, subject: id, details: {} });
    return getCampaign(tx, id);
  });
}

/** What the delivery worker needs to know of campaigns. */
export function createCampaignQueue({ db, now }: Parts): CampaignQueue {
  return {
    async advance() {
      while (await startDue({ db, now }));
      for (const { id, simulated, startedAt } of await listRunning(db)) {
        const age = now().getTime() - (startedAt?.getTime() ?? 0);
        if (simulated && age >= limits.simulatedCampaignMs) await endSimulated(db, id);
      }
    },
    running: async () => (await listRunning(db)).filter(({ simulated }) => !simulated).map(({ id }) => id),
    isRunning: async (id) => (await findCampaign(db, id))?.status === "running",
    pause: (id, reason) => pauseBySystem(db, id, { pausedReason: reason, fromWaiting: true }),
    noteUnreachable: (id, pausedReason, nextAttemptAt) =>
      noteUnreachable(db, id, { pausedReason, nextAttemptAt }),
    pauseUntilReached: (id, reason) =>
      pauseBySystem(db, id, {
        pausedReason: reason,
        nextAttemptAt: new Date(now().getTime() + probePauses[0] * 1_000),
      }),
    async noteReached(id) {
      await db.transaction(async (tx) => {
        if (!(await noteReached(tx, id))) return;
        await recordEntry(tx, { actor: "system", action: "campaign.resumed", subject: id, details: {} });
      });
    },
    takeProbe: () => takeProbe(db, { now: now(), pauses: probePauses }),
    noteFailedProbe: (id, reason) => noteFailedProbe(db, id, reason),
    settle: (id) => endIfDone(db, id),
  };
}

async function pauseBySystem(
  db: AppDependencies["db"],
  id: string,
  change: Omit<StatusChange, "from" | "to"> & { pausedReason: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const paused = await changeStatus(tx, id, { from: ["running"], to: "paused", ...change });
    if (!paused) return;
    const details = { reason: change.pausedReason };
    await recordEntry(tx, { actor: "system", action: "campaign.paused", subject: id, details });
  });
}

/** Completes a campaign that has nothing waiting any more, if it runs or would go on by itself. */
async function endIfDone(db: Db, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockCampaign(tx, id);
    if (await isCampaignDone(tx, id))
      await changeStatus(tx, id, { from: ["running"], fromWaiting: true, to: "completed" });
  });
}

/** Ends a simulated campaign, whose messages all count as sent. */
async function endSimulated(db: Db, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    if ((await lockCampaign(tx, id)) !== "running") return;
    const { sent, skipped } = await simulateCampaign(tx, id);
    await addToCount(tx, id, { count: "sent", by: sent });
    await addToCount(tx, id, { count: "skipped", by: skipped });
    await changeStatus(tx, id, { from: ["running"], to: "completed" });
  });
}

/** @returns whether one was due */
async function startDue({ db, now }: Parts): Promise<boolean> {
  return db.transaction(async (tx) => {
    const due = await takeDue(tx, now());
    if (due) await freeze(tx, due);
    return due !== null;
  });
}

/** As the API shows it. */
export function presentCampaign(campaign: Omit<StoredCampaign, "content">): Campaign {
  const { id, subject, recipientType, statusFilter, status, simulated, pausedReason } = campaign;
  const { kind, reason, total, sent, failed, cancelled, skipped } = campaign;
  const { bounced, unsubscribed, complained } = campaign;
  return {
    ...{ kind, reason },
    ...{ id, subject, recipientType, statusFilter, status, simulated, pausedReason },
    ...{ total, sent, failed, cancelled, skipped, bounced, unsubscribed, complained },
    nextAttemptAt: campaign.nextAttemptAt?.toISOString() ?? null,
    createdBy: campaign.createdBy,
    createdAt: campaign.createdAt.toISOString(),
    scheduledAt: campaign.scheduledAt?.toISOString() ?? null,
    startedAt: campaign.startedAt?.toISOString() ?? null,
    finishedAt: campaign.finishedAt?.toISOString() ?? null,
  };
}
