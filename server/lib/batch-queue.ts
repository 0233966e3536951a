/** The queue is full. */
export class QueueFullError extends Error {
  override name = "QueueFullError";
}

type Options<Item, Outcome> = {
  /** Stores a whole batch in one call and returns each item's outcome, in their order. */
  store(items: Item[]): Promise<Outcome[]>;
  /** True when an error concerns the whole batch. After any other error the items are stored one by one. */
  concernsAll(error: unknown): boolean;
  weightOf(item: Item): number;
  batchSize: number;
  batchWeight: number;
  parallelBatches: number;
  capacity: number;
  capacityWeight: number;
};

type Waiting<Item, Outcome> = {
  item: Item;
  weight: number;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
};

/**
 * Groups items that arrive at about the same time. A batch does not wait until it is full: it leaves as soon as one of the
 * parallel slots is free, with all items that have arrived meanwhile.
 */
export class BatchQueue<Item, Outcome> {
  readonly #options: Options<Item, Outcome>;
  #waiting: Waiting<Item, Outcome>[] = [];
  #weight = 0;
  #running = 0;
  #scheduled = false;

  constructor(options: Options<Item, Outcome>) {
    this.#options = options;
  }

  /** @throws QueueFullError, or the error with which this item could not be stored */
  add(item: Item): Promise<Outcome> {
    const weight = this.#options.weightOf(item);
    const { capacity, capacityWeight } = this.#options;
    if (this.#waiting.length >= capacity || this.#weight + weight > capacityWeight) {
      return Promise.reject(new QueueFullError("too many items are waiting to be stored"));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, weight, resolve, reject });
      this.#weight += weight;
      this.#schedule();
    });
  }

  /** Starts a batch after all items of this turn of the event loop have arrived. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      while (this.#waiting.length > 0 && this.#running < this.#options.parallelBatches) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running += 1;
    await this.#storeBatch(this.#take());
    this.#running -= 1;
    if (this.#waiting.length > 0) this.#schedule();
  }

  #take(): Waiting<Item, Outcome>[] {
    const { batchSize, batchWeight } = this.#options;
    let weight = 0;
    let count = 0;
    for (const { weight: next } of this.#waiting) {
      if (count > 0 && (count >= batchSize || weight + next > batchWeight)) break;
      weight += next;
      count += 1;
    }
    this.#weight -= weight;
    return this.#waiting.splice(0, count);
  }

  /** Never rejects: each caller gets the outcome or the error of its item. */
  async #storeBatch(batch: Waiting<Item, Outcome>[]): Promise<void> {
    try {
      const outcomes = await this.#options.store(batch.map(({ item }) => item));
      for (const [index, waiting] of batch.entries()) waiting.resolve(outcomes[index] as Outcome);
    } catch (error) {
      if (batch.length === 1 || this.#options.concernsAll(error)) {
        for (const waiting of batch) waiting.reject(error);
      } else {
        for (const waiting of batch) await this.#storeBatch([waiting]);
      }
    }
  }
}
