import type { SuppressionReason } from "#contract/privacy.ts";
import { skipWaitingNews } from "#server/features/mailing/outbox/outbox.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import {
  deleteReasons,
  findByAddress,
  insertSuppression,
  type NewSuppression,
  type StoredSuppression,
} from "./suppressions.repository.ts";

export type { NewSuppression, StoredSuppression };

/**
 * From now on an address gets no news, what waits for it included; with the scope `all` nothing but what its owner asks for.
 * @param tx the transaction of what causes it
 * @returns null when that was so already, for this reason
 */
export async function suppress(tx: Db, suppression: NewSuppression): Promise<StoredSuppression | null> {
  const added = await insertSuppression(tx, suppression);
  await skipWaitingNews(tx, suppression.emailHash);
  return added;
}

/** @returns whether there was anything to lift */
export async function lift(
  tx: Db,
  { emailHash, reasons }: { emailHash: string; reasons: SuppressionReason[] },
): Promise<boolean> {
  return (await deleteReasons(tx, { emailHash, reasons })) > 0;
}

/** Why an address is not written to, oldest first. */
export function findSuppressions(db: Db, emailHash: string): Promise<StoredSuppression[]> {
  return findByAddress(db, emailHash);
}
