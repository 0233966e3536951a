import { type BenchDatabase, createBenchDatabase } from "./lib/bench-database.ts";
import type { BenchOptions, BenchRow } from "./lib/bench-options.ts";
import { median, milliseconds, perSecond, times } from "./lib/figures.ts";
import { type MeasuredServer, startMeasuredServer } from "./lib/measured-server.ts";
import { benchSignup } from "./lib/sample-data.ts";
import { postWithWrk, type WrkResult } from "./lib/wrk.ts";

const connections = 64;
const rounds = 3;
const targets = { postgresql: 1.5, embedded: 2 } as const;

/** `POST /api/signups/user` against bare single-row inserts through the same pool of the same process, in turns. */
export async function run(options: BenchOptions): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const serverUrl of [options.databaseUrl, undefined]) {
    const database = await createBenchDatabase(serverUrl);
    try {
      rows.push(await measure(database, options));
    } finally {
      await database.remove();
    }
  }
  return rows;
}

async function measure(database: BenchDatabase, { seconds, log }: BenchOptions): Promise<BenchRow> {
  const server = await startMeasuredServer(database);
  try {
    await signUp(server, { seconds: 1, run: "warm-up" });
    const bare: number[] = [];
    const signups: WrkResult[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      bare.push(await server.measureBareInserts({ seconds, inFlight: connections, run: `bare-${round}` }));
      signups.push(await signUp(server, { seconds, run: `post-${round}` }));
      log(
        `${database.mode}, round ${round}: ${bare.at(-1)?.toFixed(0)} inserts/s, ${signups.at(-1)?.rate.toFixed(0)} sign-ups/s`,
      );
    }
    const ratio = median(signups.map(({ rate }, round) => rate / (bare[round] ?? 1)));
    return {
      database: database.mode,
      "bare single-row inserts": perSecond(median(bare)),
      "POST /api/signups/user": perSecond(median(signups.map(({ rate }) => rate))),
      ratio: times(ratio),
      target: `≥ ${times(targets[database.mode])}`,
      "p50, p95": `${milliseconds(median(signups.map(({ p50Ms }) => p50Ms)))}, ${milliseconds(median(signups.map(({ p95Ms }) => p95Ms)))}`,
    };
  } finally {
    await server.stop();
  }
}

function signUp(
  server: MeasuredServer,
  { seconds, run }: { seconds: number; run: string },
): Promise<WrkResult> {
  const placeholder = "@number@";
  return postWithWrk({
    ...{ port: server.port, path: "/api/signups/user", connections, seconds, placeholder },
    body: JSON.stringify(benchSignup(`${run}-${placeholder}`)),
  });
}
