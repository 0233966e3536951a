import { openDatabase } from "#server/lib/database/database.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { type ServerProcess, startServerProcess } from "#test/support/server-process.ts";
import { seedSignups } from "#tools/seed/seed.ts";
import { settleLedger } from "#tools/seed/seed-ledger.ts";
import { openBackOffice } from "./lib/back-office.ts";
import type { BenchOptions, BenchRow } from "./lib/bench-options.ts";
import { measureScreens, pointedMs, type ScreenTimes } from "./lib/screen-times.ts";
import { count, median } from "./lib/statistics.ts";

const embeddedSize = 50_000;

/** Measures every screen of the back office in Chromium, on the embedded database with 50,000 sign-ups. Needs the built site. */
export async function run({ sizes, seconds, log }: BenchOptions): Promise<BenchRow[]> {
  const size = Math.min(embeddedSize, Math.max(...sizes));
  const server = await startServerProcess({ entry: "build", postgresUrl: "" });
  try {
    await seedEmbedded(server, size);
    const office = await openBackOffice(server);
    try {
      return (await measureScreens(office, Math.ceil(seconds), log)).map((times) => screenRow(size, times));
    } finally {
      await office.close();
    }
  } finally {
    await server.remove();
  }
}

/** Inserts the demo data: both audiences, with answers, over the last 120 days. */
async function seedEmbedded(server: ServerProcess, size: number): Promise<void> {
  await server.kill("SIGTERM");
  const database = await openDatabase({ dataDir: server.dataDir, log: silentLogger });
  try {
    await seedSignups(database.db, { signups: size });
    await settleLedger(database.pool);
  } finally {
    await database.close();
  }
  await server.start();
}

function screenRow(size: number, { label, first, fetched, pointed, again }: ScreenTimes): BenchRow {
  const cell = (times: number[]) => Math.round(median(times));
  return {
    [`${count(size)} sign-ups, embedded: median, ms`]: label,
    "first opening": cell(first),
    "first, code fetched while idle": cell(fetched),
    [`pointed at for ${pointedMs} ms`]: cell(pointed),
    again: cell(again),
  };
}
