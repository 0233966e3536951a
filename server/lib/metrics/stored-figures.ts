import { Gauge, type Registry } from "prom-client";
import type { Logger } from "#server/lib/logger.ts";
import { within } from "#server/lib/within.ts";

/** Milliseconds after which a scrape is answered without figures that are not read yet. */
const patienceMs = 3_000;

type Sample = { labels?: Record<string, string>; value: number };
export type StoredFigure<Read> = {
  name: string;
  help: string;
  labels?: string[];
  of: (read: Read) => Sample[];
};

/**
 * Gauges that are read when they are scraped. While reading fails they have no value, which an alert can detect (`absent`): an old value
 * would look current.
 * @param keptForMs milliseconds for which one reading serves all scrapes
 */
export function addStoredFigures<Read>(
  { registry, log, keptForMs = 5_000 }: { registry: Registry; log: Logger; keptForMs?: number },
  read: () => Promise<Read>,
  figures: readonly StoredFigure<Read>[],
): void {
  let last: { at: number; reading: Promise<Read> } | null = null;
  const present = () => {
    if (last === null || performance.now() - last.at > keptForMs)
      last = { at: performance.now(), reading: read() };
    return within(patienceMs, last.reading);
  };
  for (const { name, help, labels = [], of } of figures) {
    new Gauge({
      ...{ name, help, labelNames: labels, registers: [registry] },
      async collect() {
        const found = await present().catch((error: unknown) => {
          log.warn("failed to read a figure", { name, error });
          return null;
        });
        this.reset();
        if (labels.length === 0) this.remove(); // or it would be 0, which is a figure
        if (found !== null) for (const { labels: given = {}, value } of of(found)) this.set(given, value);
      },
    });
  }
}
