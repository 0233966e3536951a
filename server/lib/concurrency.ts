/** Nothing came in time. Its code makes it count as an outage of the database, which is all that callers wait for. */
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
 * Answers like `ask`, or with its last answer when the next one fails or takes longer than `ms` milliseconds. Without an answer of the last
 * `maxAgeMs` it waits.
 */
export function orLastAnswer<Answer>(
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
 * Bounds concurrency: at most `running` tasks at a time, `waiting` more queue in order.
 * @returns a function that runs a task in a slot, and throws what `refuse` makes when the queue is full
 */
export function createSlots({
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

  /** A freed slot goes to the next in the queue. */
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

/** Wakes what waits in this process for something to do. Another process does not hear it. */
export type Bell = {
  ring(): void;
  /** How often it rang: read it before a look, so that no ring during the look is missed. */
  rings(): number;
  /** Waits `mostMs`, or until it rings after `since`, but `leastMs` in any case. */
  rest(wait: (ms: number) => Promise<void>, times: Rest): Promise<void>;
};

type Rest = { since: number; leastMs: number; mostMs: number };

export function createBell(): Bell {
  let rings = 0;
  const sleepers = new Set<() => void>();
  return {
    ring() {
      rings += 1;
      for (const wakeUp of sleepers) wakeUp();
    },
    rings: () => rings,
    async rest(wait, { since, leastMs, mostMs }) {
      await wait(Math.min(leastMs, mostMs));
      if (rings !== since || mostMs <= leastMs) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      sleepers.add(resolve);
      await Promise.race([wait(mostMs - leastMs), promise]);
      sleepers.delete(resolve);
    },
  };
}
