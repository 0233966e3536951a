import { privacyPeriods } from "#contract/privacy.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { addMonths } from "#server/lib/add-months.ts";
import { clearMailboxKeys, type PurgeKind, purgeNext } from "./purge.queries.ts";

/** Messages per transaction, so that other queries wait for one step at most. */
const stepSize = 500;
/** Limits the work of one round of upkeep; the next round continues. */
const stepsPerRound = 40;

/** Purges the log at the ages that the privacy policy promises: first the texts of messages, later their recipients. */
export async function purgeMailLog({ db, now }: Pick<AppDependencies, "db" | "now">): Promise<void> {
  await clearMailboxKeys(db);
  const texts = now();
  texts.setDate(texts.getDate() - privacyPeriods.mailTextDays);
  await purgeAll(db, "addresses", addMonths(now(), -privacyPeriods.mailAddressMonths));
  await purgeAll(db, "texts", texts);
}

async function purgeAll(db: AppDependencies["db"], kind: PurgeKind, before: Date): Promise<void> {
  for (let step = 0; step < stepsPerRound; step += 1) {
    const count = await db.transaction((tx) => purgeNext(tx, { kind, before, limit: stepSize }));
    if (count < stepSize) return;
  }
}
