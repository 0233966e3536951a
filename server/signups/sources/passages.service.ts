import type { Audience } from "#contract/audience.ts";
import { limits } from "#contract/limits.ts";
import { privacyPeriods } from "#contract/privacy.ts";
import { otherSources, type PassageStep, type VisitSource } from "#contract/sources.ts";
import { dayOf } from "#contract/stats.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { addMonths } from "#server/lib/add-months.ts";
import { addPassages, type CountedPassage, deletePassagesBefore } from "./passages.queries.ts";

export type Passage = { step: PassageStep; audience: Audience | null; source: VisitSource };

export type Passages = ReturnType<typeof createPassages>;

const storeEveryMs = 1_000;

/**
 * Counts passages in memory and stores all of them once a second in one statement. A process that is killed loses at most
 * the last second. Counts that could not be stored are kept for the next attempt.
 */
export function createPassages({ db, now, log }: Pick<AppDependencies, "db" | "now" | "log">) {
  let waiting = new Map<string, CountedPassage>();
  let storing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  const add = (passage: CountedPassage) => {
    const isFull = waiting.size >= limits.waitingPassages && !waiting.has(keyOf(passage));
    const counted = isFull ? { ...passage, ...otherSources } : passage;
    const count = (waiting.get(keyOf(counted))?.count ?? 0) + passage.count;
    waiting.set(keyOf(counted), { ...counted, count });
  };

  const store = async () => {
    const taken = waiting;
    waiting = new Map();
    try {
      await addPassages(db, [...taken.values()]);
    } catch (error) {
      for (const passage of taken.values()) add(passage);
      log.error("failed to store passages", { error });
    }
  };

  /** Stores the passages counted so far. */
  const flush = async () => {
    await storing;
    if (waiting.size === 0) return;
    storing = store().finally(() => {
      storing = null;
    });
    await storing;
  };

  return {
    count({ step, audience, source }: Passage) {
      add({ day: dayOf(now()), step, audience, ...source, count: 1 });
    },
    flush,
    start() {
      timer = setInterval(() => {
        if (!storing) void flush();
      }, storeEveryMs).unref();
    },
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}

function keyOf({ day, step, audience, source, medium, campaign }: CountedPassage): string {
  return JSON.stringify([day, step, audience, source, medium, campaign]);
}

/** Upkeep: deletes counts of visits after the period of the privacy policy. */
export async function deleteOldPassages({ db, now }: Pick<AppDependencies, "db" | "now">): Promise<void> {
  await deletePassagesBefore(db, dayOf(addMonths(now(), -privacyPeriods.passageMonths)));
}
