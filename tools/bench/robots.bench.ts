import { type ShieldState, shieldStates } from "#contract/shield.ts";
import { type BenchDatabase, createBenchDatabase } from "./lib/bench-database.ts";
import type { BenchOptions, BenchRow } from "./lib/bench-options.ts";
import { count } from "./lib/figures.ts";
import { type MeasuredServer, startMeasuredServer } from "./lib/measured-server.ts";
import { attack, robotAddresses } from "./lib/robots.ts";
import { type SolverTimes, timeSolver } from "./lib/solver-times.ts";

/** Attempts within one window, so that an attack on a server without limits ends. */
const attemptsMax = 40_000;
/** A window lasts twelve times what a rate is measured elsewhere: a minute by default. */
const windowsPerSecond = 12;

type Row = { title: string; signupLimit?: 0; forced: ShieldState | null };

const rows: Row[] = [
  { title: "all layers off", signupLimit: 0, forced: null },
  ...shieldStates.map((state) => ({ title: `${state}, held by hand`, forced: state })),
  { title: "automatic, beginning in calm", forced: null },
];

/**
 * Accepted fakes per minute, by what robots bring and where they come from, before and after; and how long the browser of
 * an honest visitor works for it. Each attack finds a server and a database of its own.
 */
export async function run(options: BenchOptions): Promise<BenchRow[]> {
  const solver = await timeSolver();
  const table: BenchRow[] = [];
  for (const row of rows) {
    table.push({
      "POST /api/signups/user": row.title,
      ...(await acceptedUnder(row, options)),
      "browser works, processor 1× / 6× slower": worksFor(row, solver),
    });
  }
  return table;
}

async function acceptedUnder(row: Row, { seconds, databaseUrl, log }: BenchOptions): Promise<BenchRow> {
  const cells: BenchRow = {};
  for (const from of ["one /48", "1,000 addresses"] as const) {
    for (const plays of [false, true]) {
      const column = `${from}, ${plays ? "tokens and proofs" : "nothing but the form"}`;
      cells[column] = count(
        await onNewServer(databaseUrl, row, (server) =>
          attack({
            ...{ port: server.port, plays, addresses: robotAddresses[from], attemptsMax },
            windowMs: seconds * windowsPerSecond * 1_000,
          }),
        ),
      );
      log(`${row.title}, ${column}: ${cells[column]} a minute`);
    }
  }
  return cells;
}

async function onNewServer<Result>(
  databaseUrl: string,
  { signupLimit, forced }: Row,
  measure: (server: MeasuredServer) => Promise<Result>,
): Promise<Result> {
  const database: BenchDatabase = await createBenchDatabase(databaseUrl);
  try {
    const server = await startMeasuredServer(database, signupLimit === undefined ? {} : { signupLimit });
    try {
      if (forced) await server.forceShield(forced);
      return await measure(server);
    } finally {
      await server.stop();
    }
  } finally {
    await database.remove();
  }
}

function worksFor({ forced }: Row, solver: SolverTimes): string {
  if (forced !== "raised" && forced !== "attack") return forced === "calm" ? "0 s" : "";
  const [normal, slow] = solver[forced].map((ms) => `${(ms / 1000).toFixed(2)} s`);
  return `${normal} / ${slow}`;
}
