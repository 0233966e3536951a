import { Counter, Gauge, type Histogram, type Registry } from "prom-client";
import { withTimeout } from "#server/lib/concurrency.ts";
import type { DatabaseMetrics } from "#server/lib/database/database.ts";
import { type Durations, turnBounds } from "#server/lib/database/turn-times.ts";
import type { Logger } from "#server/lib/logger.ts";

/** Milliseconds after which a scrape is answered without the metrics that are not read yet. */
const timeoutMs = 3_000;

type Sample = { labels?: Record<string, string>; value: number };
export type StoredMetric<Read> = {
  name: string;
  help: string;
  labels?: string[];
  of: (read: Read) => Sample[];
};

/**
 * Gauges that are read at each scrape. When a reading fails they have no value, which an alert can detect (`absent`): an old value
 * would look current.
 * @param keptForMs milliseconds for which scrapes reuse one reading
 */
export function addStoredMetrics<Read>(
  { registry, log, keptForMs = 5_000 }: { registry: Registry; log: Logger; keptForMs?: number },
  read: () => Promise<Read>,
  metrics: readonly StoredMetric<Read>[],
): void {
  let last: { at: number; reading: Promise<Read> } | null = null;
  const present = () => {
    if (last === null || performance.now() - last.at > keptForMs)
      last = { at: performance.now(), reading: read() };
    return withTimeout(timeoutMs, last.reading);
  };
  for (const { name, help, labels = [], of } of metrics) {
    new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [registry],
      async collect() {
        const found = await present().catch((error: unknown) => {
          log.warn("failed to read a metric", { name, error });
          return null;
        });
        this.reset();
        if (labels.length === 0) this.remove(); // otherwise the gauge would be 0, which is a value
        if (found !== null) for (const { labels: given = {}, value } of of(found)) this.set(given, value);
      },
    });
  }
}

/** Metrics of the connection pools, and of the waiting times for the session of the embedded database. */
export function addDatabaseMetrics(registry: Registry, metrics: () => DatabaseMetrics): void {
  addPools(registry, metrics);
  if (metrics().embedded === null) return;
  const embedded = () => metrics().embedded ?? { restarts: 0, wait: nothing, hold: nothing };
  new Counter({
    name: "tenue_embedded_restarts_total",
    help: "How often the embedded database ended by itself and was started again",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(embedded().restarts);
    },
  });
  addDurations(registry, {
    name: "tenue_embedded_session_wait_seconds",
    help: "How long connections waited for the one session of the embedded database",
    read: () => embedded().wait,
  });
  addDurations(registry, {
    name: "tenue_embedded_session_hold_seconds",
    help: "How long each connection had the session: a statement, or a whole transaction",
    read: () => embedded().hold,
  });
}

const nothing: Durations = { counts: [], seconds: 0 };

function addPools(registry: Registry, metrics: () => DatabaseMetrics): void {
  const states = ["max", "size", "idle", "waiting"] as const;
  const helps = {
    max: "Connections that a pool may open",
    size: "Connections that are open",
    idle: "Open connections without a query",
    waiting: "Who waits for a connection",
  };
  for (const state of states) {
    new Gauge({
      name: `tenue_db_pool_${state}`,
      help: `${helps[state]}, by pool`,
      labelNames: ["pool"],
      registers: [registry],
      collect() {
        for (const [pool, values] of Object.entries(metrics().pools)) this.set({ pool }, values[state]);
      },
    });
  }
}

/** Exposes a histogram that is collected elsewhere: the library's own histogram only takes single values. */
function addDurations(
  registry: Registry,
  { name, help, read }: { name: string; help: string; read: () => Durations },
): void {
  const metric = {
    name,
    get: async () => ({ name, help, type: "histogram", values: samplesOf(name, read()) }),
  };
  registry.registerMetric(metric as unknown as Histogram);
}

function samplesOf(name: string, { counts, seconds }: Durations) {
  let total = 0;
  const buckets = [...turnBounds, "+Inf"].map((le, bucket) => {
    total += counts[bucket] ?? 0;
    return { metricName: `${name}_bucket`, labels: { le }, value: total };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels: {}, value: seconds },
    { metricName: `${name}_count`, labels: {}, value: total },
  ];
}
