import { createBenchDatabase } from "./lib/bench-database.ts";
import type { BenchOptions, BenchRow } from "./lib/bench-options.ts";
import { median, milliseconds, perSecond, times } from "./lib/figures.ts";
import { runLoad } from "./lib/http-load.ts";
import { type MeasuredServer, startMeasuredServer } from "./lib/measured-server.ts";
import { getWithWrk } from "./lib/wrk.ts";

const path = "/inscription";
const connections = 64;
const rounds = 3;
/** Forms that are sent one after the other. */
const refusals = 200;

/**
 * The sign-up's page, with its tokens and packed, in turns with the home page, which is a file in memory; and what a form
 * costs that is refused. Needs the built site.
 */
export async function run(options: BenchOptions): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const databaseUrl of [options.databaseUrl, undefined]) {
    const database = await createBenchDatabase(databaseUrl);
    try {
      const server = await startMeasuredServer(database, { site: true });
      try {
        rows.push({ database: database.mode, ...(await measure(server, options)) });
      } finally {
        await server.stop();
      }
    } finally {
      await database.remove();
    }
  }
  return rows;
}

async function measure(server: MeasuredServer, { seconds, log }: BenchOptions): Promise<BenchRow> {
  const rates: Record<string, number[]> = { "/": [], [path]: [] };
  await getWithWrk({ port: server.port, path, connections, seconds: 1 });
  for (let round = 1; round <= rounds; round += 1) {
    for (const [page, measured] of Object.entries(rates)) {
      const { rate } = await getWithWrk({ port: server.port, path: page, connections, seconds });
      measured.push(rate);
      log(`GET ${page}: ${perSecond(rate)}`);
    }
  }
  const [home, form] = [median(rates["/"] ?? []), median(rates[path] ?? [])];
  // From networks of their own, so that the form is looked at; then from one, whose allowance is soon used up.
  const mistaken = await sendForms(server, (index) => `10.${index}.0.1`);
  const flooding = await sendForms(server, () => "192.0.2.1");
  return {
    "GET /": perSecond(home),
    "GET /inscription": perSecond(form),
    ratio: times(form / home),
    target: "≥ 1,500/s",
    "form with mistakes, drawn again": mistaken,
    "refused in a flood": flooding,
  };
}

/** One after the other: what each takes of the one thread. */
async function sendForms({ port }: MeasuredServer, from: (index: number) => string): Promise<string> {
  let index = 0;
  const next = () => {
    index += 1;
    return {
      ...{ method: "POST", path },
      headers: { "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": from(index) },
      body: "type=moi&firstname=Zo%C3%A9&name=&email=pas+une+adresse",
    };
  };
  const { latenciesMs } = await runLoad({ ...{ port, next }, connections: 1, requests: refusals });
  return milliseconds(median(latenciesMs));
}
