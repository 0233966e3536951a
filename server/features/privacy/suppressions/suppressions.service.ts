import type { SuppressionReason } from "#contract/privacy.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { skipWaitingNews } from "#server/features/mailing/outbox/outbox.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import {
  type AutomaticSuppression,
  deleteEnded,
  deleteReasons,
  findByAddress,
  insertAutomatic,
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

/**
 * The same for many, by a rule that nobody decides on by hand: of several reasons for one address the one that reaches further
 * counts.
 * @param tx has locked the campaigns in which something waits for them
 */
export async function suppressAutomatically(tx: Db, automatic: AutomaticSuppression[]): Promise<void> {
  const strongest = new Map<string, AutomaticSuppression>();
  for (const one of automatic) {
    const key = `${one.emailHash} ${one.reason}`;
    if (strongest.get(key)?.until !== null) strongest.set(key, one);
  }
  if (strongest.size === 0) return;
  await insertAutomatic(tx, [...strongest.values()]);
  await skipWaitingNews(tx, ...new Set(automatic.map(({ emailHash }) => emailHash)));
}

/** Upkeep: what was for a while is over. */
export async function endSuppressions({ db, now }: Pick<AppDependencies, "db" | "now">): Promise<void> {
  await deleteEnded(db, now());
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
