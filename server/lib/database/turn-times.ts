/** Upper bounds in seconds. */
export const turnBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** `counts`: how many durations are up to each bound; the last one counts longer durations. `seconds`: their sum. */
export type Durations = { counts: number[]; seconds: number };

const cells = turnBounds.length + 2;
const kinds = ["wait", "hold"] as const;

/** Memory for the durations of one database. One thread at a time may write it, and all threads may read it. */
export function turnTimesMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(kinds.length * cells * Float64Array.BYTES_PER_ELEMENT);
}

/** How long connections waited for the session of the embedded database, and how long each had it. */
export class TurnTimes {
  readonly #cells: Float64Array;
  readonly #askedAt = new WeakMap<object, number>();
  #begunAt = 0;

  /** @param memory made by `turnTimesMemory`; existing values are kept and added to */
  constructor(memory: SharedArrayBuffer) {
    this.#cells = new Float64Array(memory);
  }

  /** A second request while waiting has no effect. */
  asked(connection: object): void {
    if (!this.#askedAt.has(connection)) this.#askedAt.set(connection, performance.now());
  }

  begun(connection: object): void {
    this.#begunAt = performance.now();
    this.#add("wait", this.#begunAt - (this.#askedAt.get(connection) ?? this.#begunAt));
    this.#askedAt.delete(connection);
  }

  ended(): void {
    this.#add("hold", performance.now() - this.#begunAt);
  }

  read(kind: (typeof kinds)[number]): Durations {
    const from = kinds.indexOf(kind) * cells;
    const counts = [...this.#cells.subarray(from, from + cells - 1)];
    return { counts, seconds: this.#cells[from + cells - 1] ?? 0 };
  }

  #add(kind: (typeof kinds)[number], ms: number): void {
    const seconds = ms / 1_000;
    const bound = turnBounds.findIndex((limit) => seconds <= limit);
    const from = kinds.indexOf(kind) * cells;
    this.#increase(from + (bound < 0 ? turnBounds.length : bound), 1);
    this.#increase(from + cells - 1, seconds);
  }

  #increase(cell: number, by: number): void {
    this.#cells[cell] = (this.#cells[cell] ?? 0) + by;
  }
}
