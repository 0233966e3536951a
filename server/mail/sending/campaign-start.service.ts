import { createHash, randomUUID } from "node:crypto";
import type { z } from "zod";
import type { startCampaignSchema } from "#contract/campaigns.schema.ts";
import type { CampaignKind } from "#contract/email.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";
import { findServiceReason } from "#server/mail/templates/templates.service.ts";
import type { DomainChecker, Mail } from "../mail.ts";
import { mayCarryUnsubscribeLinks } from "./campaign-checks.rules.ts";
import {
  alreadyStarted,
  campaignNotFound,
  confirmationProtected,
  newsHindered,
  newsNeedHttps,
  noRecipients,
  noRecipientsLeft,
  scheduledInThePast,
  segmentChanged,
  serviceProtected,
  stillRunning,
} from "./campaigns.errors.ts";
import {
  findCampaignDetail,
  findTwin,
  insertCampaign,
  lockFingerprint,
  lockResends,
  type NewCampaign,
  type StoredCampaign,
  setTotal,
} from "./campaigns.queries.ts";
import { ensureNoInvitationVariables } from "./invitation-messages.service.ts";
import { insertCampaignMessages, insertResendMessages } from "./recipients.queries.ts";
import { findRecipientSegment, lockSegment } from "./recipients.service.ts";

type Parts = Pick<AppDependencies, "db" | "now" | "config">;

/** `simulated`: whether simulation mode is on. */
export type Starter = {
  admin: Pick<CurrentAdmin, "email" | "isSuperAdmin">;
  simulated: boolean;
};

export type StartInput = z.output<typeof startCampaignSchema>;

/** A second identical start within this time counts as a double click, also when the first campaign has ended. */
const twinWindowMs = 60_000;

/**
 * Starts a campaign, or schedules it. The same transaction writes a message for each recipient, so that there is no campaign without
 * its messages. The messages of a scheduled campaign are written when it starts.
 * @throws 409 `campaign_running` with the first one's id for a second identical start; 409 `no_recipients`; see `ensureMayStart`
 */
export async function startCampaign(
  deps: Parts,
  input: StartInput,
  starter: Starter,
): Promise<StoredCampaign> {
  return deps.db.transaction(async (tx) => {
    const campaign = await newCampaign(deps, tx, { input, starter });
    return launch(tx, campaign, { now: deps.now(), store: () => insertCampaign(tx, campaign) });
  });
}

type Startable = Pick<StoredCampaign, "kind" | "subject" | "content"> & {
  reason?: string | null | undefined;
};

/**
 * Checks the right to start a campaign. A service message needs a super administrator, or the text and reason of an allowed template. A
 * request to confirm needs a super administrator.
 * @returns the reason of a service message, null for the other kinds
 * @throws 403 without these rights; 409 `news_need_https`; 400 as `ensureNoInvitationVariables`
 */
async function ensureMayStart(
  tx: Db,
  { kind, reason = null, ...text }: Startable,
  { baseUrl, isSuperAdmin }: { baseUrl: string; isSuperAdmin: boolean },
): Promise<string | null> {
  ensureNoInvitationVariables(text);
  if (kind === "news") {
    if (!mayCarryUnsubscribeLinks(baseUrl)) throw newsNeedHttps();
    return null;
  }
  if (kind === "confirmation") {
    if (!isSuperAdmin) throw confirmationProtected();
    return null;
  }
  if (isSuperAdmin) return reason;
  const allowed = await findServiceReason(tx, text);
  if (allowed === null) throw serviceProtected();
  return allowed;
}

/**
 * Returns the campaign of an input, after checking that it may start. Locks its segment until the transaction ends.
 * @param confirmedSegment the version of the segment that the admin confirmed; undefined when the client sent none
 * @throws see `ensureMayStart`; 400 for a time in the past, 409 for another version of the segment
 */
export async function newCampaign(
  { now, config }: Pick<Parts, "now" | "config">,
  tx: Db,
  {
    input,
    starter: { admin, simulated },
    confirmedSegment,
  }: { input: StartInput; starter: Starter; confirmedSegment?: number | null | undefined },
): Promise<NewCampaign> {
  const rights = { baseUrl: config.baseUrl, isSuperAdmin: admin.isSuperAdmin };
  const reason = await ensureMayStart(tx, input, rights);
  const scheduledAt = input.scheduledAt ? new Date(input.scheduledAt) : null;
  if (scheduledAt && scheduledAt <= now()) throw scheduledInThePast();
  const { subject, content, recipientType, statusFilter, segmentId, kind } = input;
  const segment = await lockSegment(tx, segmentId);
  if (segment && confirmedSegment !== undefined && segment.version !== confirmedSegment)
    throw segmentChanged();
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([subject, content, recipientType, statusFilter, kind, segmentId ?? []].flat()))
    .digest("hex");
  return {
    subject,
    content,
    recipientType,
    statusFilter,
    segmentId,
    segmentName: segment?.name ?? null,
    kind,
    reason,
    fingerprint,
    createdBy: admin.email,
    simulated,
    scheduledAt,
    status: scheduledAt ? "scheduled" : "running",
  };
}

type Launch = {
  now: Date;
  /** Writes the campaign's row. */
  store: () => Promise<StoredCampaign>;
  /** Writes a message per recipient and returns their number. Default: the recipients that the filters select. */
  write?: (campaign: StoredCampaign) => Promise<number>;
  /** Makes the error for a campaign without recipients. */
  emptyError?: () => Error;
};

/**
 * Begins a campaign, within a transaction. Every start uses this function.
 * @throws 409 `campaign_running`, 409 `no_recipients`
 */
export async function launch(
  tx: Db,
  campaign: NewCampaign,
  { now, store, write, emptyError = noRecipients }: Launch,
): Promise<StoredCampaign> {
  const { fingerprint, createdBy, kind, reason, recipientType, statusFilter, segmentName, simulated } =
    campaign;
  await lockFingerprint(tx, fingerprint);
  const twin = await findTwin(tx, { fingerprint, since: new Date(now.getTime() - twinWindowMs) });
  if (twin) throw alreadyStarted(twin.id);
  const stored = await store();
  const scheduled = campaign.status === "scheduled";
  const total = scheduled ? 0 : await freeze(tx, stored, write);
  if (!scheduled && total === 0) throw emptyError();
  await recordEntry(tx, {
    actor: createdBy,
    action: "campaign.created",
    subject: stored.id,
    details: {
      kind,
      ...(reason !== null && { reason }),
      recipientType,
      statusFilter,
      ...(segmentName !== null && { segment: segmentName }),
      total,
      simulated,
      scheduled,
    },
  });
  return { ...stored, total };
}

/** Writes the messages of a campaign, then stores and returns their number. */
export async function freeze(
  tx: Db,
  campaign: StoredCampaign,
  write: (campaign: StoredCampaign) => Promise<number> = async (stored) =>
    insertCampaignMessages(tx, {
      ...stored,
      segment: await findRecipientSegment(tx, stored),
    }),
): Promise<number> {
  const total = await write(campaign);
  await setTotal(tx, campaign.id, total);
  return total;
}

/**
 * Returns who starts a campaign, and whether simulation is on.
 * @throws 409 with the transport's reason when it cannot send news, 409 `dkim_key_gone` when the DNS lacks the signing key
 */
export async function starterOf(
  { mail, domainChecker }: { mail: Mail; domainChecker: DomainChecker },
  { kind, admin }: { kind: CampaignKind; admin: Pick<CurrentAdmin, "email" | "isSuperAdmin"> },
): Promise<Starter> {
  const { simulationMode } = await mail.settings();
  const hindrance = kind === "news" ? await mail.newsHindrance() : null;
  if (hindrance !== null) throw newsHindered(hindrance);
  await domainChecker.ensureKeyIsPublished();
  return { admin, simulated: simulationMode };
}

/**
 * Sends a campaign again, as a new one, to the recipients whose message failed and who have not got it since. They must still be
 * signed up and allowed to get it. Cancelled and skipped messages are not sent. All resends of a campaign have the same root and lock it
 * first, so that the second of two concurrent resends finds no recipients.
 * @param uncertain includes messages of which it is unknown whether they left
 * @throws 404, 409 while the campaign runs, 409 `no_recipients` when all recipients got it; see `ensureMayStart`
 */
export async function resendCampaign(
  { db, now, config }: Pick<AppDependencies, "db" | "now" | "config">,
  id: string,
  { uncertain }: { uncertain: boolean },
  { admin, simulated }: Starter,
): Promise<StoredCampaign> {
  return db.transaction(async (tx) => {
    const asked = await findCampaignDetail(tx, id);
    if (!asked) throw campaignNotFound();
    const root = asked.resendOf ?? id;
    const family = await lockResends(tx, root);
    const original = await findCampaignDetail(tx, id);
    if (!original) throw campaignNotFound();
    if (original.status !== "completed" && original.status !== "cancelled") throw stillRunning();
    const rights = { baseUrl: config.baseUrl, isSuperAdmin: admin.isSuperAdmin };
    const reason = await ensureMayStart(tx, original, rights);
    const { subject, content, recipientType, statusFilter, segmentId, segmentName, kind } = original;
    const campaign: NewCampaign = {
      subject,
      content,
      recipientType,
      statusFilter,
      segmentId,
      segmentName,
      kind,
      reason,
      simulated,
      createdBy: admin.email,
      status: "running",
      scheduledAt: null,
      resendOf: root,
      // The fingerprint is random, because a resend never counts as a double click: its recipients did not get the first campaign.
      fingerprint: createHash("sha256").update(randomUUID()).digest("hex"),
    };
    return launch(tx, campaign, {
      now: now(),
      store: () => insertCampaign(tx, campaign),
      write: (stored) => insertResendMessages(tx, stored, { campaignIds: family, uncertain }),
      emptyError: noRecipientsLeft,
    });
  });
}
