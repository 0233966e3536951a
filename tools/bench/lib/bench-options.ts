/** Options of a benchmark. */
export type BenchOptions = {
  /** Numbers of sign-ups to measure at. */
  sizes: number[];
  /** How long each rate is measured. */
  seconds: number;
  /** A PostgreSQL on which databases may be made and dropped. */
  databaseUrl: string;
  log(line: string): void;
};

/** A line of the printed table, by column. */
export type BenchRow = Record<string, string | number>;
