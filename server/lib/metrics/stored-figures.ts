import { Gauge, type Registry } from "prom-client";
import type { Logger } from "#server/lib/logger.ts";
import { within } from "#server/lib/within.ts";

/** However many ask, and however often, the database is asked once in so many milliseconds. */
const keptForMs = 5_000;
/** Whoever asks is answered without the figures of a database that is slower than this. */
const patienceMs = 3_000;

type Sample = { labels?: Record<string, string>; value: number };
export type StoredFigure<Read> = {
  name: string;
  help: string;
  labels?: string[];
  of: (read: Read) => Sample[];
};

/**
 * Gauges of what stands in the database, read at the moment of asking. While it is away they have no value, which a rule may ask for
 * (`absent`); what is kept from before would pass for the present.
 */
export function addStoredFigures<Read>(
  { registry, log }: { registry: Registry; log: Logger },
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
          log.warn("a figure of the database could not be read", { name, error });
          return null;
        });
        this.reset();
        if (labels.length === 0) this.remove(); // or it would be 0, which is a figure
        if (found !== null) for (const { labels: given = {}, value } of of(found)) this.set(given, value);
      },
    });
  }
}
