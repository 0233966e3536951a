import { startServerProcess } from "#test/support/server-process.ts";
import { type BackOffice, openBackOffice, openPage, slowDown } from "./lib/back-office.ts";
import type { BenchOptions, BenchRow } from "./lib/bench-options.ts";
import { bareRows, type Gesture, gestures, measureGesture } from "./lib/review-times.ts";
import { seedSignups } from "./lib/seed-signups.ts";
import { count, median, percentile, times as timesOf } from "./lib/statistics.ts";

const slowdown = 4;
/** How often each gesture is repeated per second of `seconds`: 25 times by default, fewer in a quick trial. */
const gesturesPerSecond = 5;
/** The period of a million sign-ups: the newest is now, and none is old enough to be deleted. */
const yearMs = 365 * 24 * 60 * 60 * 1_000;

/**
 * Measures decisions and pages of a list in Chromium, at the largest number of sign-ups on PostgreSQL with a four times slower
 * processor. Compares each with the time that the browser alone needs for ten new rows. Needs the built site.
 */
export async function run({ sizes, seconds, databaseUrl, log }: BenchOptions): Promise<BenchRow[]> {
  const size = Math.max(...sizes);
  const repetitions = Math.ceil(seconds * gesturesPerSecond);
  const server = await startServerProcess({ entry: "build", postgresUrl: databaseUrl });
  try {
    await seedSignups(server.databaseUrl ?? "", 0, size, new Date(Date.now() - yearMs));
    const office = await openBackOffice(server);
    try {
      const bare = await measure(office, bareRows, repetitions, log);
      const measured = [];
      for (const gesture of gestures) {
        const times = await measure(office, gesture, repetitions, log);
        measured.push(gestureRow({ size, gesture, times, bareMs: median(bare) }));
      }
      return [...measured, gestureRow({ size, gesture: bareRows, times: bare, bareMs: median(bare) })];
    } finally {
      await office.close();
    }
  } finally {
    await server.remove();
  }
}

async function measure(
  office: BackOffice,
  gesture: Gesture,
  repetitions: number,
  log: (line: string) => void,
): Promise<number[]> {
  const context = await office.openContext();
  const page = await openPage(context);
  await slowDown(page, slowdown);
  const times = await measureGesture(page, gesture, repetitions);
  await context.close();
  log(`${gesture.title}: ${times.map(Math.round).join(", ")} ms`);
  return times;
}

type Measured = { size: number; gesture: Gesture; times: number[]; bareMs: number };

function gestureRow({ size, gesture: { title, goalMs }, times, bareMs }: Measured): BenchRow {
  const [p50, p95] = [median(times), percentile(times, 0.95)];
  return {
    [`${count(size)} sign-ups, processor ${slowdown} times slower`]: title,
    "p50, ms": Math.round(p50),
    "p95, ms": Math.round(p95),
    "goal, ms": goalMs ?? "",
    "p50 : browser alone": timesOf(p50 / bareMs),
  };
}
