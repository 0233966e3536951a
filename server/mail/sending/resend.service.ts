import { createHash, randomUUID } from "node:crypto";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { ensureMayStart, launch, type Starter } from "./campaign-start.service.ts";
import { campaignNotFound, nobodyMissing, stillRunning } from "./campaigns.errors.ts";
import {
  findWholeCampaign,
  insertCampaign,
  lockResends,
  type NewCampaign,
  type StoredCampaign,
} from "./campaigns.queries.ts";
import { selectMissing } from "./recipients.queries.ts";

/**
 * Sends a campaign again, as one of its own, to those who did not get it: their message failed for good, they have not got it
 * since, are still signed up and may be written to. What was cancelled or skipped was decided, and is not sent. All that are sent
 * again of one campaign have the same root and lock it first: of two at the same moment the second finds nobody left.
 * @param uncertain also where nobody knows whether the message left
 * @throws 404, 409 while it is under way, 409 `no_recipients` when everybody got it; see `ensureMayStart`
 */
export async function resendCampaign(
  { db, now, config }: Pick<AppDependencies, "db" | "now" | "config">,
  id: string,
  { uncertain }: { uncertain: boolean },
  { admin, simulated }: Starter,
): Promise<StoredCampaign> {
  return db.transaction(async (tx) => {
    const asked = await findWholeCampaign(tx, id);
    if (!asked) throw campaignNotFound();
    const root = asked.resendOf ?? id;
    const family = await lockResends(tx, root);
    const original = await findWholeCampaign(tx, id);
    if (!original) throw campaignNotFound();
    if (original.status !== "completed" && original.status !== "cancelled") throw stillRunning();
    ensureMayStart(original, { baseUrl: config.baseUrl, isSuperAdmin: admin.isSuperAdmin });
    const { subject, content, recipientType, statusFilter, kind, reason } = original;
    const campaign: NewCampaign = {
      ...{ subject, content, recipientType, statusFilter, kind, reason, simulated },
      ...{ createdBy: admin.email, status: "running", scheduledAt: null, resendOf: root },
      // Not a twin of anything: who gets it is settled by who did not.
      fingerprint: createHash("sha256").update(randomUUID()).digest("hex"),
    };
    return launch(tx, campaign, {
      now: now(),
      store: () => insertCampaign(tx, campaign),
      recipients: selectMissing(family, { kind, uncertain }),
      nobody: nobodyMissing,
    });
  });
}
