import { createHash } from "node:crypto";
import type { z } from "zod";
import type { startCampaignSchema } from "#contract/campaigns.schema.ts";
import type { CampaignKind } from "#contract/email.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";
import type { Recipients } from "#server/signups/recipients.statement.ts";
import {
  alreadyStarted,
  newsNeedHttps,
  noRecipients,
  scheduledInThePast,
  serviceProtected,
} from "./campaigns.errors.ts";
import {
  findTwin,
  insertCampaign,
  lockFingerprint,
  type NewCampaign,
  type StoredCampaign,
  setTotal,
} from "./campaigns.queries.ts";
import { mayCarryLeaveLinks } from "./campaigns.rules.ts";
import { writeCampaign } from "./outbox.service.ts";
import { selectRecipients } from "./recipients.queries.ts";

type Parts = Pick<AppDependencies, "db" | "now" | "config">;

/** `simulated`: whether simulation mode is on. */
export type Starter = { admin: Pick<CurrentAdmin, "email" | "isSuperAdmin">; simulated: boolean };

export type StartInput = z.output<typeof startCampaignSchema>;

/** A second identical start within this time is taken for a double click, also when the first has ended already. */
const twinWindowMs = 60_000;

/**
 * Starts a campaign, or notes it for later. Its recipients are frozen in the same transaction: either all of them wait in
 * the log, or there is no campaign. The recipients of a scheduled one are frozen when it starts.
 * @throws 409 `campaign_running` with the first one's id for a second identical start; 409 `no_recipients`; see `ensureMayStart`
 */
export async function startCampaign(
  deps: Parts,
  input: StartInput,
  starter: Starter,
): Promise<StoredCampaign> {
  const campaign = newCampaign(deps, input, starter);
  return deps.db.transaction((tx) =>
    launch(tx, campaign, { now: deps.now(), store: () => insertCampaign(tx, campaign) }),
  );
}

/** @throws 403 for a message of service by whoever is no super administrator; 409 `news_need_https` */
export function ensureMayStart(
  { kind }: { kind: CampaignKind },
  { baseUrl, isSuperAdmin }: { baseUrl: string; isSuperAdmin: boolean },
): void {
  if (kind === "service" && !isSuperAdmin) throw serviceProtected();
  if (kind === "news" && !mayCarryLeaveLinks(baseUrl)) throw newsNeedHttps();
}

/** What becomes of an input that may start. @throws see `ensureMayStart`; 400 for a time that has passed */
export function newCampaign(
  { now, config }: Pick<Parts, "now" | "config">,
  input: StartInput,
  { admin, simulated }: Starter,
): NewCampaign {
  ensureMayStart(input, { baseUrl: config.baseUrl, isSuperAdmin: admin.isSuperAdmin });
  const scheduledAt = input.scheduledAt ? new Date(input.scheduledAt) : null;
  if (scheduledAt && scheduledAt <= now()) throw scheduledInThePast();
  const { subject, content, recipientType, statusFilter, kind } = input;
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([subject, content, recipientType, statusFilter, kind]))
    .digest("hex");
  return {
    ...{ subject, content, recipientType, statusFilter, kind },
    reason: kind === "service" ? (input.reason ?? null) : null,
    ...{ fingerprint, createdBy: admin.email, simulated, scheduledAt },
    status: scheduledAt ? "scheduled" : "running",
  };
}

type Launch = {
  now: Date;
  /** Writes the campaign's row. */
  store: () => Promise<StoredCampaign>;
  /** Those that its filters name unless others are given. */
  recipients?: Recipients;
  /** The refusal when there are none. */
  nobody?: () => Error;
};

/**
 * The one way in which a campaign begins, within a transaction that either does all of it or nothing.
 * @throws 409 `campaign_running`, 409 `no_recipients`
 */
export async function launch(
  tx: Db,
  campaign: NewCampaign,
  { now, store, recipients, nobody = noRecipients }: Launch,
): Promise<StoredCampaign> {
  const { fingerprint, createdBy, kind, reason, recipientType, statusFilter, simulated } = campaign;
  await lockFingerprint(tx, fingerprint);
  const twin = await findTwin(tx, { fingerprint, since: new Date(now.getTime() - twinWindowMs) });
  if (twin) throw alreadyStarted(twin.id);
  const stored = await store();
  const scheduled = campaign.status === "scheduled";
  const total = scheduled ? 0 : await freeze(tx, stored, recipients);
  if (!scheduled && total === 0) throw nobody();
  await recordEntry(tx, {
    actor: createdBy,
    action: "campaign.created",
    subject: stored.id,
    details: {
      ...{ kind, ...(reason !== null && { reason }), recipientType, statusFilter },
      ...{ total, simulated, scheduled },
    },
  });
  return { ...stored, total };
}

/** @returns how many */
export async function freeze(
  tx: Db,
  campaign: StoredCampaign,
  recipients: Recipients = selectRecipients(campaign),
): Promise<number> {
  const total = await writeCampaign(tx, campaign, recipients);
  await setTotal(tx, campaign.id, total);
  return total;
}
