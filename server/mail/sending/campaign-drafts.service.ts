import type { z } from "zod";
import {
  type CampaignDetail,
  type createDraftSchema,
  type saveDraftSchema,
  startCampaignSchema,
  type startDraftSchema,
} from "#contract/campaigns.schema.ts";
import { staleMessage } from "#contract/version.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { fieldMessages } from "#server/lib/http/api-router.ts";
import { type ApiError, invalid, stale } from "#server/lib/http/errors.ts";
import type { MailHtml } from "#server/mail/content/mail-html.service.ts";
import { findSavedSegment } from "#server/signups/segments/segments.service.ts";
import {
  becomeCampaign,
  type DraftFields,
  deleteDraftRow,
  insertDraft,
  lockCampaignDetail,
  updateDraft,
} from "./campaign-drafts.queries.ts";
import { launch, newCampaign, type Starter, type StartInput } from "./campaign-start.service.ts";
import { alreadyStarted, campaignNotFound, noDraft } from "./campaigns.errors.ts";
import type { StoredCampaign } from "./campaigns.queries.ts";
import { getCampaignDetail, presentCampaignDetail } from "./campaigns.service.ts";

type Deps = Pick<AppDependencies, "db"> & { mail: { html: MailHtml } };

/** Stores a draft, which all admins see. */
export async function createDraft(
  { db, mail }: Deps,
  draft: z.output<typeof createDraftSchema>,
  actor: string,
): Promise<CampaignDetail> {
  return storeDraft(db, await readFields({ db, mail }, draft), actor);
}

/** Creates a draft with the text and the filters of another campaign, in any state. @throws 404 */
export async function duplicateCampaign(
  { db }: Pick<Deps, "db">,
  id: string,
  actor: string,
): Promise<CampaignDetail> {
  return storeDraft(db, fieldsOf(await getCampaignDetail(db, id)), actor);
}

function storeDraft(db: Db, fields: DraftFields, actor: string): Promise<CampaignDetail> {
  return db.transaction(async (tx) => {
    const stored = await insertDraft(tx, fields, actor);
    await recordEntry(tx, { actor, action: "campaign.draft_created", subject: stored.id });
    return presentCampaignDetail(stored);
  });
}

/**
 * Saves the next version of a draft. The journal records only the creation and end of a draft, because autosave calls this often.
 * @throws 409 `stale` when another version was saved meanwhile, 409 `campaign_running` when the draft was started, 404
 */
export async function saveDraft(
  { db, mail }: Deps,
  { id, version, ...draft }: z.output<typeof saveDraftSchema> & { id: string },
  actor: string,
): Promise<CampaignDetail> {
  const fields = await readFields({ db, mail }, draft);
  const saved = await updateDraft(db, id, { ...fields, version, updatedBy: actor });
  if (saved) return presentCampaignDetail(saved);
  const current = await getCampaignDetail(db, id);
  throw current.status === "draft" ? staleDraft(current, actor) : noDraft(id);
}

/**
 * Deletes a draft, also one that another admin is editing; the text stays on their screen.
 * @throws 404, 409 `campaign_running` when the draft was started
 */
export async function deleteDraft({ db }: Pick<Deps, "db">, id: string, actor: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (await deleteDraftRow(tx, id)) {
      return recordEntry(tx, { actor, action: "campaign.draft_deleted", subject: id });
    }
    await getCampaignDetail(tx, id);
    throw noDraft(id);
  });
}

/**
 * Turns the row of a draft into a campaign, so that a second start finds it started and a crash leaves a draft.
 * @throws 409 `campaign_running` when it was started, 409 `stale` for another version than the given one, 409 for another version of
 *   its segment, 400 for missing fields, and the errors of `launch` and `newCampaign`
 */
export async function startDraft(
  deps: Pick<AppDependencies, "db" | "now" | "config">,
  id: string,
  { scheduledAt, version, segmentVersion }: z.output<typeof startDraftSchema>,
  starter: Starter,
): Promise<StoredCampaign> {
  return deps.db.transaction(async (tx) => {
    const draft = await lockCampaignDetail(tx, id);
    if (!draft) throw campaignNotFound();
    if (draft.status !== "draft") throw alreadyStarted(id);
    if (version !== undefined && version !== draft.version) throw staleDraft(draft, starter.admin.email);
    const input = complete(draft, scheduledAt);
    // A client that confirms the draft's version also confirms the segment's version.
    const confirmedSegment = version === undefined ? undefined : (segmentVersion ?? null);
    const campaign = await newCampaign(deps, tx, { input, starter, confirmedSegment });
    return launch(tx, campaign, { now: deps.now(), store: () => becomeCampaign(tx, id, campaign) });
  });
}

/** @throws 400 with each missing field */
function complete(draft: DraftFields, scheduledAt: string | undefined): StartInput {
  const { reason, segmentName: _, ...fields } = fieldsOf(draft);
  const checked = startCampaignSchema.safeParse({
    ...fields,
    ...(reason !== null && { reason }),
    ...(scheduledAt !== undefined && { scheduledAt }),
  });
  if (!checked.success) throw invalid(fieldMessages(checked.error));
  return checked.data;
}

/** Returns the fields of an input with sanitised content and the present name of its segment. */
async function readFields(
  { db, mail }: Deps,
  draft: Omit<DraftFields, "segmentName" | "reason"> & { reason: string },
): Promise<DraftFields> {
  const segment = draft.segmentId === null ? null : await findSavedSegment(db, draft.segmentId);
  const content = await mail.html.sanitise(draft.content);
  return fieldsOf({ ...draft, content, segmentName: segment?.name ?? null });
}

function fieldsOf({
  kind,
  reason,
  recipientType,
  statusFilter,
  segmentId,
  segmentName,
  subject,
  content,
}: Omit<DraftFields, "reason"> & { reason: string | null }): DraftFields {
  return {
    kind,
    recipientType,
    statusFilter,
    segmentId,
    segmentName,
    subject,
    content,
    reason: reason || null,
  };
}

function staleDraft(current: StoredCampaign, reader: string): ApiError {
  return stale(presentCampaignDetail(current), staleMessage(current.updatedBy, reader));
}
