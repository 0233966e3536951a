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
