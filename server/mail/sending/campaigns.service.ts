import type { z } from "zod";
import type {
  Campaign,
  CampaignDetail,
  CampaignList,
  campaignListQuerySchema,
} from "#contract/campaigns.schema.ts";
import { limits } from "#contract/limits.ts";
import { placeOf } from "#contract/place.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { CampaignQueue } from "./campaign-queue.ts";
import { freeze } from "./campaign-start.service.ts";
import { campaignNotFound, wrongState } from "./campaigns.errors.ts";
import {
  addToCount,
  type CampaignSummary,
  changeStatus,
  countCampaigns,
  findCampaign,
  findWholeCampaign,
  listCampaigns,
  listRunning,
  lockCampaign,
  noteFailedProbe,
  noteReached,
  noteUnreachable,
  type StatusChange,
  type StoredCampaign,
  takeDue,
  takeProbe,
} from "./campaigns.queries.ts";
import { probePauses } from "./delivery.rules.ts";
import { cancelCampaign, isCampaignDone, simulateCampaign } from "./outbox.service.ts";

type Parts = Pick<AppDependencies, "db" | "now">;

const pageSize = 20;

export async function getCampaign(db: AppDependencies["db"], id: string): Promise<CampaignSummary> {
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
): Promise<CampaignSummary> {
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
    async pause(id, reason) {
      await pauseBySystem(db, id, { pausedReason: reason, fromWaiting: true });
    },
    noteUnreachable: (id, pausedReason, nextAttemptAt) =>
      noteUnreachable(db, id, { pausedReason, nextAttemptAt }),
    async pauseUntilReached(id, reason) {
      await pauseBySystem(db, id, {
        pausedReason: reason,
        nextAttemptAt: new Date(now().getTime() + probePauses[0] * 1_000),
      });
    },
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

/** Until somebody resumes them: what they wait for does not mend itself. */
export async function pauseRunningCampaigns({ db }: Pick<Parts, "db">, pausedReason: string): Promise<void> {
  for (const { id, simulated } of await listRunning(db)) {
    if (!simulated) await pauseBySystem(db, id, { pausedReason });
  }
}

/**
 * Pauses a campaign that servers refuse for what it is; it stays so until somebody resumes it.
 * @param tx has locked the campaign. @returns whether it ran
 */
export async function pauseBlocked(tx: Db, id: string, pausedReason: string): Promise<boolean> {
  return pauseBySystem(tx, id, { pausedReason, fromWaiting: true });
}

/** What a campaign was about; null when it is gone. */
export async function findCampaignSubject(db: Db, id: string): Promise<string | null> {
  return (await findCampaign(db, id))?.subject ?? null;
}

async function pauseBySystem(
  db: AppDependencies["db"],
  id: string,
  change: Omit<StatusChange, "from" | "to"> & { pausedReason: string },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const paused = await changeStatus(tx, id, { from: ["running"], to: "paused", ...change });
    if (!paused) return false;
    const details = { reason: change.pausedReason };
    await recordEntry(tx, { actor: "system", action: "campaign.paused", subject: id, details });
    return true;
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

/** A page of the newest, and how many there are of each group. */
export async function listCampaignPage(
  db: Db,
  query: z.output<typeof campaignListQuerySchema>,
): Promise<CampaignList> {
  const [found, counts] = await Promise.all([listCampaigns(db, query, pageSize + 1), countCampaigns(db)]);
  const page = found.slice(0, pageSize);
  const last = page.at(-1);
  return {
    items: page.map(presentCampaign),
    next: found.length > page.length && last ? placeOf(last) : null,
    counts,
  };
}

/** With what it says. @throws 404 */
export async function getWholeCampaign(db: Db, id: string): Promise<StoredCampaign> {
  const campaign = await findWholeCampaign(db, id);
  if (!campaign) throw campaignNotFound();
  return campaign;
}

export function presentWholeCampaign(campaign: StoredCampaign): CampaignDetail {
  return { ...presentCampaign(campaign), content: campaign.content };
}

/** As the API shows it. */
export function presentCampaign(campaign: CampaignSummary): Campaign {
  const { id, subject, recipientType, statusFilter, status, simulated, pausedReason } = campaign;
  const { kind, reason, total, sent, failed, cancelled, skipped } = campaign;
  const { bounced, unsubscribed, complained } = campaign;
  return {
    ...{ kind, reason },
    ...{ id, subject, recipientType, statusFilter, status, simulated, pausedReason },
    ...{ total, sent, failed, cancelled, skipped, bounced, unsubscribed, complained },
    nextAttemptAt: campaign.nextAttemptAt?.toISOString() ?? null,
    resendOf: campaign.resendOf,
    version: campaign.version,
    updatedBy: campaign.updatedBy,
    updatedAt: campaign.updatedAt?.toISOString() ?? null,
    createdBy: campaign.createdBy,
    createdAt: campaign.createdAt.toISOString(),
    scheduledAt: campaign.scheduledAt?.toISOString() ?? null,
    startedAt: campaign.startedAt?.toISOString() ?? null,
    finishedAt: campaign.finishedAt?.toISOString() ?? null,
  };
}
