import { createHmac, type KeyObject } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ShieldState } from "#contract/shield.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import {
  type CountKind,
  type Counts,
  countsOfMinute,
  nextState,
  noCounts,
  slotMs,
  slotRetentionMs,
  type Thresholds,
} from "./pressure.rules.ts";
import { SharedBuckets } from "./rate-limit.rules.ts";
import { addCounts, addToBuckets, findPressure, updateMeasuredState } from "./shield.queries.ts";

/** How long an instance counts alone before it tells the others. */
const intervalMs = 250;
/** A view older than this is read again before anything is decided by it. */
const freshMs = 1_000;
/** How long anybody waits for that: when the database does not answer, the last view counts. */
const patienceMs = 500;
/** Networks that are remembered by one instance. */
const capacity = 100_000;
const sharedAtOnce = 5_000;

/** What all instances together saw. */
export type PressureView = {
  measured: ShieldState;
  forced: ShieldState | null;
  since: Date;
  minute: Counts;
};

type Deps = Pick<AppDependencies, "db" | "log" | "now">;
type Options = { key: KeyObject; thresholds: Thresholds };

/**
 * What this instance counts, and what it knows of the others. No request waits for the exchange: it runs afterwards, some
 * times a second while there is something to tell. Without the database each instance goes on by itself.
 */
export function createExchange({ db, log, now }: Deps, { key, thresholds }: Options) {
  const buckets = new SharedBuckets(capacity);
  let counts = { ...noCounts };
  let view: PressureView = { measured: "calm", forced: null, since: now(), minute: noCounts };
  let readAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;

  const hasNews = () => buckets.hasUnshared || Object.values(counts).some((count) => count > 0);

  function schedule(): void {
    if (timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      void exchange();
    }, intervalMs);
    timer.unref();
  }

  /** Shares and reads; of several callers at once all wait for the same run. Never rejects. */
  function exchange(): Promise<void> {
    running ??= run()
      .catch((error: unknown) => log.warn("failed to exchange the shield's counts", { error }))
      .finally(() => {
        running = null;
        if (hasNews()) schedule();
      });
    return running;
  }

  async function run(): Promise<void> {
    const at = now();
    readAt = at.getTime(); // also when it fails: the database is not asked again at once
    await shareBuckets(at);
    await shareCounts(at);
    view = await readView(at);
  }

  async function shareBuckets(at: Date): Promise<void> {
    const taken = buckets.takeUnshared(at.getTime(), sharedAtOnce);
    if (taken.length === 0) return;
    const named = new Map(taken.map((share) => [nameOf(share.key), share]));
    try {
      const shares = [...named].map(([name, { ms }]) => ({ key: name, ms }));
      for (const [name, usedUntil] of await addToBuckets(db, shares, at)) {
        buckets.settle(named.get(name)?.key ?? "", usedUntil);
      }
    } catch (error) {
      buckets.giveBack(taken);
      throw error;
    }
  }

  async function shareCounts(at: Date): Promise<void> {
    const taken = counts;
    if (Object.values(taken).every((count) => count === 0)) return;
    counts = { ...noCounts };
    try {
      await addCounts(db, new Date(Math.floor(at.getTime() / slotMs) * slotMs), taken);
    } catch (error) {
      for (const kind of Object.keys(taken) as CountKind[]) counts[kind] += taken[kind];
      throw error;
    }
  }

  async function readView(at: Date): Promise<PressureView> {
    const time = at.getTime();
    const stored = await findPressure(db, new Date(time - slotRetentionMs - slotMs));
    const measured = nextState(stored.measured, stored.slots, { now: time, thresholds });
    if (measured !== stored.measured)
      await updateMeasuredState(db, { from: stored.measured, to: measured, at });
    const hasChanged = measured !== stored.measured && stored.forced === null;
    return {
      measured,
      forced: stored.forced,
      since: hasChanged ? at : (stored.since ?? view.since),
      minute: countsOfMinute(stored.slots, time),
    };
  }

  /** In the table a network has no name that could be read. */
  function nameOf(network: string): string {
    return createHmac("sha256", key).update(`network ${network}`).digest("base64url");
  }

  return {
    buckets,
    count(kind: CountKind): void {
      counts[kind] += 1;
      schedule();
    },
    /** As it is now, or as last known when the database does not answer. */
    async view(): Promise<PressureView> {
      if (Math.abs(now().getTime() - readAt) >= freshMs) {
        await Promise.race([exchange(), sleep(patienceMs, undefined, { ref: false })]);
      }
      return view;
    },
    /** Shares and reads at once. */
    async exchange(): Promise<void> {
      await running;
      await exchange();
    },
  };
}
