import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import * as counts from "./counts.repository.ts";

const batchSize = 1_000;
/** So that one round of upkeep ends although sign-ups keep coming in. */
const batchesPerRound = 500;
const tidyFrom = 1_000;

const verified = new WeakSet<Db>();

/**
 * Folds the changes of the ledger into its totals, in batches short enough that nobody notices. Instances may run it at
 * once: one folds, the others have nothing to do. The first run of a process also checks the ledger against the rows.
 */
export async function foldCounts({ db, log }: Pick<AppDependencies, "db" | "log">): Promise<void> {
  if (!verified.has(db)) {
    await verifyCounts({ db, log });
    verified.add(db);
  }
  let folded = 0;
  for (let batch = 0; batch < batchesPerRound; batch += 1) {
    const size = await counts.foldBatch(db, batchSize);
    folded += size ?? 0;
    if (size === null || size < batchSize) break;
  }
  if (folded >= tidyFrom) await counts.tidyLedger(db);
}

/** Puts the ledger right when it disagrees with the rows: a data-only dump, restored with triggers, counts twice. */
export async function verifyCounts({ db, log }: Pick<AppDependencies, "db" | "log">): Promise<void> {
  if (await counts.isLedgerComplete(db)) return;
  log.warn("the ledger of counts disagrees with the sign-ups and is counted anew");
  await counts.rebuildCounts(db);
}

/** How many sign-ups answered each question; questions that nobody answered are missing. */
export function countRespondents(db: Db): Promise<Map<string, number>> {
  return counts.countRespondents(db);
}

/** More of them say nothing that this number does not. */
const unfoldedMax = 1_000_000;

/** How many changes of counts upkeep has not folded yet. */
export function countUnfolded({ db }: Pick<AppDependencies, "db">): Promise<number> {
  return counts.countUnfolded(db, unfoldedMax);
}
