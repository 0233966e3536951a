import type { z } from "zod";
import type {
  Campaign,
  CampaignDetail,
  CampaignList,
  campaignListQuerySchema,
} from "#contract/campaigns.schema.ts";
import type { Sending } from "#contract/dashboard.schema.ts";
import { placeOf } from "#contract/place.schema.ts";
import { segmentMessages } from "#contract/segments.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { conflict } from "#server/lib/http/errors.ts";
import { campaignNotFound, restoredAfterDue, wrongState } from "./campaigns.errors.ts";
import {
  addToCount,
  type CampaignSummary,
  changeStatus,
  countCampaigns,
  findCampaign,
  findCampaignDetail,
  findSubjectsOfSegment,
  findUnfinishedCampaigns,
  listActive,
  listCampaigns,
  type StatusChange,
  type StoredCampaign,
  unscheduleDue,
} from "./campaigns.queries.ts";
import { cancelCampaignMessages } from "./withdrawals.queries.ts";

const pageSize = 20;

export async function getCampaign(db: AppDependencies["db"], id: string): Promise<CampaignSummary> {
  const campaign = await findCampaign(db, id);
  if (!campaign) throw campaignNotFound();
  return campaign;
}

/** Cancels the waiting messages. This transaction has locked the campaign, so messages in flight are counted when they end. */
async function cancelMessages(tx: Db, id: string): Promise<void> {
  await addToCount(tx, id, { count: "cancelled", by: await cancelCampaignMessages(tx, id) });
}

/**
 * Refuses to delete a segment that a draft uses, or to change one that a scheduled campaign uses, because its sender confirmed the
 * recipients. @throws ApiError 409 that quotes the subjects
 */
export async function ensureNoCampaignUses(
  db: Db,
  segmentId: string,
  status: "draft" | "scheduled",
): Promise<void> {
  const subjects = await findSubjectsOfSegment(db, segmentId, status);
  if (subjects.length === 0) return;
  const quoted = subjects.map((subject) => `«\u00a0${subject || "Sans objet"}\u00a0»`).join(", ");
  throw conflict(
    status === "draft" ? segmentMessages.usedByDraft(quoted) : segmentMessages.usedBySchedule(quoted),
  );
}

export type CampaignAction = "pause" | "resume" | "cancel";

const steps = {
  // A pause by an admin also stops the automatic resume of a campaign that paused itself.
  pause: { from: ["running"], fromWaiting: true, to: "paused", action: "campaign.paused" },
  resume: { from: ["paused"], to: "running", action: "campaign.resumed" },
  cancel: { from: ["scheduled", "running", "paused"], to: "cancelled", action: "campaign.cancelled" },
} as const;

/** @throws 404, or 409 when the present state of the campaign does not allow the action */
export async function controlCampaign(
  { db }: Pick<AppDependencies, "db">,
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

/** Pauses all running campaigns, and those that paused themselves, until an admin resumes them. */
export async function pauseRunningCampaigns(
  { db }: Pick<AppDependencies, "db">,
  pausedReason: string,
): Promise<void> {
  for (const id of await listActive(db)) await pauseBySystem(db, id, { pausedReason, fromWaiting: true });
}

/** Keeps the scheduled campaigns of a restored backup whose time has passed from starting: they may have been sent since. */
export function holdDueCampaigns(tx: Db): Promise<void> {
  return unscheduleDue(tx, restoredAfterDue);
}

/** Pauses a running campaign and journals the reason. @returns whether it changed */
export async function pauseBySystem(
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

/** Returns a page of the newest campaigns, and the count of each group. */
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

/** Returns the campaigns under way, the number of scheduled ones, and the last one that ended. */
export async function getSending(db: Db): Promise<Sending> {
  const [running, ended, { scheduled }] = await Promise.all([
    listCampaigns(db, { group: "running" }, pageSize),
    listCampaigns(db, { group: "done" }, 1),
    countCampaigns(db),
  ]);
  const last = ended[0] ? presentCampaign(ended[0]) : null;
  return { running: running.map(presentCampaign), scheduled, last };
}

/** Returns a campaign with its content. @throws 404 */
export async function getCampaignDetail(db: Db, id: string): Promise<StoredCampaign> {
  const campaign = await findCampaignDetail(db, id);
  if (!campaign) throw campaignNotFound();
  return campaign;
}

export function presentCampaignDetail(campaign: StoredCampaign): CampaignDetail {
  return { ...presentCampaign(campaign), content: campaign.content };
}

/** Returns a campaign in the form of the API. */
export function presentCampaign(campaign: CampaignSummary): Campaign {
  return {
    id: campaign.id,
    kind: campaign.kind,
    reason: campaign.reason,
    subject: campaign.subject,
    recipientType: campaign.recipientType,
    statusFilter: campaign.statusFilter,
    segmentId: campaign.segmentId,
    segmentName: campaign.segmentName,
    status: campaign.status,
    simulated: campaign.simulated,
    pausedReason: campaign.pausedReason,
    total: campaign.total,
    sent: campaign.sent,
    failed: campaign.failed,
    cancelled: campaign.cancelled,
    skipped: campaign.skipped,
    bounced: campaign.bounced,
    unsubscribed: campaign.unsubscribed,
    complained: campaign.complained,
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

/**
 * Cancels campaigns that had begun or were due at that time, with their pending messages.
 * @param tx a transaction
 * @returns the number of campaigns
 */
export async function cancelUnfinishedCampaigns(
  tx: Db,
  { at, by }: { at: Date; by: string },
): Promise<number> {
  const ids = await findUnfinishedCampaigns(tx, at);
  for (const id of ids) await controlCampaign({ db: tx }, id, { action: "cancel", by });
  return ids.length;
}
