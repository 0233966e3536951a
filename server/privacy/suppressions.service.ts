import { privacyPeriods, type SuppressionReason } from "#contract/privacy.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import { skipWaitingNews } from "#server/mail/sending/messages.service.ts";
import { logErasures } from "#server/privacy/erasure/erasure-log.service.ts";
import type { SignupHandlers } from "#server/signups/signup-events.ts";
import {
  type AutomaticSuppression,
  deleteEndedLimitations,
  deleteExpired,
  deleteSuppressions,
  deleteSuppressionsByReason,
  findSuppressions,
  insertErasedSuppressions,
  insertSuppression,
  type NewSuppression,
  renewSuppressions,
  type StoredSuppression,
  upsertAutomaticSuppressions,
} from "./suppressions.queries.ts";

export type { NewSuppression, StoredSuppression };
export { findSuppressions };

/**
 * Stops news to an address, also news that already wait. The scope `all` stops everything except messages that the owner requests.
 * @param tx the transaction of the change that causes it
 * @returns null when the address already has a suppression for this reason
 */
export async function suppress(tx: Db, suppression: NewSuppression): Promise<StoredSuppression | null> {
  const added = await insertSuppression(tx, suppression);
  if (added) await note(tx, "suppressed", [added]);
  await skipWaitingNews(tx, suppression.emailHash);
  return added;
}

/**
 * Suppresses many addresses by a rule. Of several suppressions for one address and reason, the one with the wider scope counts.
 * @param tx has locked the campaigns in which messages to these addresses wait
 */
export async function suppressAutomatically(tx: Db, automatic: AutomaticSuppression[]): Promise<void> {
  const strongest = new Map<string, AutomaticSuppression>();
  for (const one of automatic) {
    const key = `${one.emailHash} ${one.reason}`;
    if (strongest.get(key)?.until !== null) strongest.set(key, one);
  }
  if (strongest.size === 0) return;
  await note(tx, "suppressed", await upsertAutomaticSuppressions(tx, [...strongest.values()]));
  await renewSuppressions(tx, [...strongest.values()]);
  await skipWaitingNews(tx, ...new Set(automatic.map(({ emailHash }) => emailHash)));
}

/** Upkeep: deletes suppressions whose term is over. Not logged, because the upkeep repeats it after a restore. */
export async function deleteExpiredSuppressions({
  db,
  now,
}: Pick<AppDependencies, "db" | "now">): Promise<void> {
  const since = now();
  since.setFullYear(since.getFullYear() - privacyPeriods.suppressionYears);
  await deleteExpired(db, { now: now(), since });
}

/** @returns whether there was a suppression to lift */
export async function lift(
  db: Db,
  { emailHash, reasons }: { emailHash: string; reasons: SuppressionReason[] },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const lifted = await deleteSuppressionsByReason(tx, { emailHash, reasons });
    await note(tx, "lifted", lifted);
    return lifted.length > 0;
  });
}

/** Lifts suppressions of the list. @param tx a transaction. @returns the suppressions that still existed */
export async function liftByIds(tx: Db, ids: string[]): Promise<StoredSuppression[]> {
  const lifted = await deleteSuppressions(tx, ids);
  await note(tx, "lifted", lifted);
  return lifted;
}

/** Logged, so that a restore of an older backup repeats it. */
function note(tx: Db, kind: "suppressed" | "lifted", stored: StoredSuppression[]): Promise<void> {
  return logErasures(
    tx,
    stored.map(({ emailHash, scope, reason, until }) => ({ kind, emailHash, scope, reason, until })),
  );
}

/** Not logged: a restore brings the sign-up back with its earlier address, limited. */
async function moveLimitation(tx: Db, { emailHash }: { emailHash: string }, source: string): Promise<void> {
  await insertSuppression(tx, { emailHash, scope: "all", reason: "limited", source });
  await skipWaitingNews(tx, emailHash);
}

/** These blocks follow a person who moves to a new address. A bounce is about the address, and a withdrawn consent moves by itself. */
const isAboutPerson = (reason: SuppressionReason) => reason === "complained" || reason === "manual";

/**
 * Keeps the keyed hash of people who requested the erasure. The end of a retention period leaves no hash. A limitation ends with the data
 * that it limited, so that a new sign-up gets its messages. Not logged: a sign-up that a restore brings back is limited again.
 */
export const suppressionHandlers: SignupHandlers = {
  deleted: (tx, { signups }) =>
    deleteEndedLimitations(
      tx,
      signups.map(({ emailHash }) => emailHash),
    ),
  async readdressed(tx, { before, after }) {
    for (const { reason, scope, source } of await findSuppressions(tx, before.emailHash)) {
      if (isAboutPerson(reason) && after.confirmedAt !== null) {
        await suppress(tx, { emailHash: after.emailHash, scope, reason, source });
      } else if (reason === "limited" && after.limitedAt !== null) {
        await moveLimitation(tx, after, source);
      }
    }
    await deleteEndedLimitations(tx, [before.emailHash]);
  },
  async erased(tx, { emailHashes, asked, source }) {
    await deleteEndedLimitations(tx, emailHashes);
    if (asked) await insertErasedSuppressions(tx, { emailHashes, source });
  },
};
