/** No answer came in time. Its code makes a database call that timed out count as an outage. */
class NoAnswerError extends Error {
  override name = "NoAnswerError";
  readonly code = "ETIMEDOUT";

  constructor(ms: number) {
    super(`no answer within ${ms / 1_000} seconds`);
  }
}

/** Waits at most `ms` milliseconds for a result; a later one is dropped. */
export async function withTimeout<Result>(ms: number, result: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new NoAnswerError(ms)), ms);
  return await Promise.race([result, late.promise]).finally(() => clearTimeout(timer));
}

/**
 * Answers like `ask`, but gives the last answer when the next one fails or takes longer than `ms` milliseconds. Without a last answer,
 * or with one older than `maxAgeMs`, it waits for the next one.
 */
export function withStaleFallback<Answer>(
  { ms, maxAgeMs }: { ms: number; maxAgeMs: number },
  ask: () => Promise<Answer>,
): () => Promise<Answer> {
  let last: { askedAt: number; answer: Promise<Answer> } | undefined;
  return async () => {
    const askedAt = performance.now();
    const known = last && askedAt - last.askedAt < maxAgeMs ? last.answer : undefined;
    const answer = ask();
    answer.then(
      () => {
        if (!last || last.askedAt <= askedAt) last = { askedAt, answer };
      },
      () => undefined, // the caller handles it
    );
    return known ? await withTimeout(ms, answer).catch(() => known) : await answer;
  };
}

/**
 * Limits concurrency: at most `running` tasks run, and `waiting` more queue in order.
 * @returns a function that runs a task in a slot, and throws what `refuse` makes when the queue is full
 */
export function createSemaphore({
  running,
  waiting,
  refuse,
}: {
  running: number;
  waiting: number;
  refuse: () => Error;
}) {
  let active = 0;
  const queue: (() => void)[] = [];

  async function enter(): Promise<void> {
    if (active < running) {
      active += 1;
      return;
    }
    if (queue.length >= waiting) throw refuse();
    await new Promise<void>((resolve) => queue.push(resolve));
  }

  /** Gives a freed slot to the next task in the queue. */
  function leave(): void {
    const next = queue.shift();
    if (next) next();
    else active -= 1;
  }

  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    await enter();
    try {
      return await task();
    } finally {
      leave();
    }
  };
}

/** Concurrent callers share one request. Its result may date from just after the first call. */
export function shareInFlight<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<Result> | null = null;
  return () => {
    underWay ??= ask().finally(() => {
      underWay = null;
    });
    return underWay;
  };
}

/** Wakes tasks of this process that wait for work. Does not reach other processes. */
export type WakeSignal = {
  notify(): void;
  /** Counts the notifications. Read it before a query, so that none during the query is missed. */
  count(): number;
  /** Waits until a notification after `since`, but at least `minMs` and at most `maxMs`. */
  wait(wait: (ms: number) => Promise<void>, times: WaitTimes): Promise<void>;
};

type WaitTimes = { since: number; minMs: number; maxMs: number };

export function createWakeSignal(): WakeSignal {
  let count = 0;
  const sleepers = new Set<() => void>();
  return {
    notify() {
      count += 1;
      for (const wakeUp of sleepers) wakeUp();
    },
    count: () => count,
    async wait(wait, { since, minMs, maxMs }) {
      await wait(Math.min(minMs, maxMs));
      if (count !== since || maxMs <= minMs) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      sleepers.add(resolve);
      await Promise.race([wait(maxMs - minMs), promise]);
      sleepers.delete(resolve);
    },
  };
}
