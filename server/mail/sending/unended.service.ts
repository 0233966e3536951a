import type { Db } from "#server/lib/database/database.ts";
import { controlCampaign } from "./campaigns.service.ts";
import { findUnended } from "./unended.queries.ts";

/** Cancels what had begun by then or was due, with what of it waits. @param tx a transaction. @returns how many campaigns */
export async function cancelUnended(tx: Db, { at, by }: { at: Date; by: string }): Promise<number> {
  const ids = await findUnended(tx, at);
  for (const id of ids) await controlCampaign({ db: tx }, id, { action: "cancel", by });
  return ids.length;
}
