import { harmlessMail, hostileMails } from "#test/support/hostile-mails.ts";
import { createBenchDatabase } from "./bench-database.ts";
import type { BenchOptions, BenchRow } from "./bench-options.ts";
import { milliseconds, percentile, times } from "./figures.ts";
import { type MeasuredServer, startMeasuredServer } from "./measured-server.ts";
import { benchSignup } from "./sample-data.ts";

const ratioMax = 2;
/** How long sign-ups are sent while a mail is read, one after the other. */
const watchedMs = 2_000;
/** Of several tries the shortest counts: the others were held up by something else. */
const tries = 3;

type Waits = { p95: number; longest: number };

/** How long sign-ups wait while the server reads a mailbox full of one kind of hostile mail, against one of harmless mail. */
export async function measureMails({ databaseUrl, log }: BenchOptions): Promise<BenchRow[]> {
  const database = await createBenchDatabase(databaseUrl);
  const server = await startMeasuredServer(database, { signupLimit: 0 });
  try {
    await waitsDuring(server, harmlessMail.what, "warm-up");
    const rows: BenchRow[] = [];
    for (const { what } of hostileMails) {
      // In turns, so that what else the machine does meets both.
      const [harmless, hostile]: [Waits[], Waits[]] = [[], []];
      for (let attempt = 0; attempt < tries; attempt += 1) {
        harmless.push(await waitsDuring(server, harmlessMail.what, `${what} harmless ${attempt}`));
        hostile.push(await waitsDuring(server, what, `${what} ${attempt}`));
      }
      const row = rowOf(what, shortest(harmless), shortest(hostile));
      log(Object.values(row).join(" | "));
      rows.push(row);
    }
    return rows;
  } finally {
    await server.stop();
    await database.remove();
  }
}

async function waitsDuring(server: MeasuredServer, what: string, run: string): Promise<Waits> {
  const key = run.replaceAll(/[^a-z0-9]+/gi, "-").toLowerCase();
  const waits = await server.readMails(what, async () => {
    const all: number[] = [];
    for (const end = performance.now() + watchedMs; performance.now() < end; ) {
      all.push(await signUp(server.port, `${key}-${all.length}`));
    }
    return all;
  });
  return { p95: percentile(waits, 0.95), longest: Math.max(...waits) };
}

/** @returns how long the answer took, in milliseconds */
async function signUp(port: number, key: string): Promise<number> {
  const start = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/api/signups/user`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(benchSignup(key)),
  });
  await answer.arrayBuffer();
  if (answer.status !== 201) throw new Error(`a sign-up was answered ${answer.status}`);
  return performance.now() - start;
}

const shortest = (all: Waits[]): Waits => ({
  p95: Math.min(...all.map(({ p95 }) => p95)),
  longest: Math.min(...all.map(({ longest }) => longest)),
});

function rowOf(what: string, harmless: Waits, hostile: Waits): BenchRow {
  return {
    mail: what.replaceAll("|", "\\|"),
    "harmless, p95 / longest": `${milliseconds(harmless.p95)} / ${milliseconds(harmless.longest)}`,
    "hostile, p95 / longest": `${milliseconds(hostile.p95)} / ${milliseconds(hostile.longest)}`,
    ratio: times(hostile.p95 / harmless.p95),
    target: `≤ ${ratioMax}×`,
  };
}
