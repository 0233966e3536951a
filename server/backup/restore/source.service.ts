import type pg from "pg";
import { campaignRuns, type RestoreRefusedError, sameDatabase, serverRuns } from "./restore.errors.ts";
import { findIdentity, findTargetState } from "./target.queries.ts";

/**
 * Why nothing can be moved from one database to the other; null: it can.
 * What a server stored or sent meanwhile would be missing.
 */
export async function refuseMove(source: pg.Client, target: pg.Client): Promise<RestoreRefusedError | null> {
  const { isServed, hasRunningCampaign } = await findTargetState(source);
  if (isServed) return serverRuns();
  if (hasRunningCampaign) return campaignRuns();
  const [here, there] = [await findIdentity(source), await findIdentity(target)];
  return here === there ? sameDatabase() : null;
}
