import { openDatabase } from "#server/lib/database/database.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { type ServerProcess, startServerProcess } from "#server/testing/server-process.ts";
import { seedSignups as seedDemo } from "#tools/seed/seed.ts";
import { settleLedger } from "#tools/seed/seed-ledger.ts";
import { openBackOffice, openPage, slowDown } from "./lib/back-office.ts";
import type { BenchOptions, BenchRow } from "./lib/bench-options.ts";
import { count, median, milliseconds, percentile } from "./lib/figures.ts";
import { gestures, measureGesture } from "./lib/review-times.ts";
import { measureScreens, type ScreenTimes } from "./lib/screen-times.ts";
import { seedSignups } from "./lib/seed-signups.ts";

const slowdown = 4;
/** For each second that a rate is measured elsewhere: 25 times each, unless a quick try is asked for. */
const gesturesPerSecond = 5;
const embeddedSize = 50_000;
const screenGoalMs = 150;
/** What a million sign-ups span: the newest one is of this moment, and none is old enough to be deleted for it. */
const yearMs = 365 * 24 * 60 * 60 * 1_000;

/**
 * The back office in Chromium, told by the page itself: decisions and pages at the largest number of sign-ups on PostgreSQL with a
 * processor four times slower, then every screen on the embedded database. Needs the built site.
 */
export async function run(options: BenchOptions): Promise<BenchRow[][]> {
  return [await measureReview(options), await measureEmbedded(options)];
}

async function measureReview({ sizes, seconds, databaseUrl, log }: BenchOptions): Promise<BenchRow[]> {
  const size = Math.max(...sizes);
  const server = await startServerProcess({ entry: "build", postgresUrl: databaseUrl });
  try {
    await seedSignups(server.databaseUrl ?? "", 0, size, new Date(Date.now() - yearMs));
    const office = await openBackOffice(server);
    try {
      const rows: BenchRow[] = [];
      for (const gesture of gestures) {
        const context = await office.openContext();
        const page = await openPage(context);
        await slowDown(page, slowdown);
        const times = await measureGesture(page, gesture, Math.ceil(seconds * gesturesPerSecond));
        await context.close();
        log(`${gesture.title}: ${times.map(Math.round).join(", ")} ms`);
        rows.push({
          [`${count(size)} sign-ups, processor ${slowdown} times slower`]: gesture.title,
          p50: milliseconds(median(times)),
          p95: milliseconds(percentile(times, 0.95)),
          goal: `≤ ${gesture.goalMs} ms`,
          met: verdict(percentile(times, 0.95), gesture.goalMs),
        });
      }
      return rows;
    } finally {
      await office.close();
    }
  } finally {
    await server.remove();
  }
}

async function measureEmbedded({ sizes, seconds, log }: BenchOptions): Promise<BenchRow[]> {
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

/** The demo data: both audiences, answers, the last 120 days. */
async function seedEmbedded(server: ServerProcess, size: number): Promise<void> {
  await server.kill("SIGTERM");
  const database = await openDatabase({ dataDir: server.dataDir, log: silentLogger });
  try {
    await seedDemo(database.db, { signups: size });
    await settleLedger(database.pool);
  } finally {
    await database.close();
  }
  await server.start();
}

function screenRow(size: number, { label, first, warm, slowed, again }: ScreenTimes): BenchRow {
  const cell = (times: number[]) => `${milliseconds(median(times))} / ${milliseconds(Math.max(...times))}`;
  return {
    [`${count(size)} sign-ups, embedded: median / slowest`]: label,
    "first opening": cell(first),
    "code there": cell(warm),
    goal: `≤ ${screenGoalMs} ms`,
    met: verdict(median(warm), screenGoalMs),
    [`code there, processor ${slowdown} times slower`]: cell(slowed),
    again: cell(again),
  };
}

const verdict = (measuredMs: number, goalMs: number) => (measuredMs <= goalMs ? "yes" : "no");
