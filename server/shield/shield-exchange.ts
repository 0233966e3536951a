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

/** How long an instance counts alone before it shares its counts. */
const intervalMs = 250;
/** A view older than this is read again before a decision uses it. */
const freshMs = 1_000;
/** The longest wait for a new view: when the database does not answer in time, the last view is used. */
const timeoutMs = 500;
/** Number of networks that one instance keeps. */
const capacity = 100_000;
const sharedAtOnce = 5_000;

/** The counts of all instances together. */
export type PressureView = {
  measured: ShieldState;
  forced: ShieldState | null;
  since: Date;
  minute: Counts;
};

type Deps = Pick<AppDependencies, "db" | "log" | "now">;
type Options = { key: KeyObject; thresholds: Thresholds };

/**
 * Counts of this instance, and the last known counts of the others. No request waits for the exchange: it runs afterwards, several
 * times a second while there are new counts. Without the database each instance continues alone.
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

  /** Shares and reads counts. Simultaneous callers wait for the same run. Never rejects. */
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
    readAt = at.getTime(); // also set before a failure, so that the database is not asked again immediately
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

  /** The key of a network in the table, from which the network cannot be read. */
  function nameOf(network: string): string {
    return createHmac("sha256", key).update(`network ${network}`).digest("base64url");
  }

  return {
    buckets,
    count(kind: CountKind): void {
      counts[kind] += 1;
      schedule();
    },
    /** The current view, or the last known one when the database does not answer. */
    async view(): Promise<PressureView> {
      if (Math.abs(now().getTime() - readAt) >= freshMs) {
        await Promise.race([exchange(), sleep(timeoutMs, undefined, { ref: false })]);
      }
      return view;
    },
    /** Shares and reads counts immediately. */
    async exchange(): Promise<void> {
      await running;
      await exchange();
    },
  };
}
