import type { SignupList } from "#contract/signup-list.schema.ts";
import { createBenchDatabase } from "./lib/bench-database.ts";
import type { BenchOptions, BenchRow } from "./lib/bench-options.ts";
import { runLoad } from "./lib/http-load.ts";
import { type MeasuredServer, startMeasuredServer } from "./lib/measured-server.ts";
import { benchQuestions } from "./lib/sample-data.ts";
import { seedSignups } from "./lib/seed-signups.ts";
import { count, milliseconds, percentile, perSecond, roundMilliseconds } from "./lib/statistics.ts";

const requestsPerQuery = 60;
const loadSize = 100_000;
const loadConnections = 16;
const [city, , styles] = benchQuestions;

type Query = { title: string; query(size: number): Record<string, string | number> };

const lastPage = (size: number) => Math.ceil(size / 10);

const queries: Query[] = [
  { title: "first page", query: () => ({}) },
  { title: "first page of one status", query: () => ({ status: "rejected" }) },
  { title: "search, in every row (exemple.fr)", query: () => ({ search: "exemple.fr" }) },
  { title: "search, in 2 % of the rows (martin)", query: () => ({ search: "martin" }) },
  {
    title: "the same, its last page",
    query: (size) => ({ search: "martin", page: Math.min(100, lastPage(size / 58)) }),
  },
  { title: "search, one row (personne777@)", query: () => ({ search: "personne777@" }) },
  { title: "search, no row (introuvable)", query: () => ({ search: "introuvable" }) },
  { title: "search, two frequent letters (an)", query: () => ({ search: "an" }) },
  { title: "search, two letters in no row (qx)", query: () => ({ search: "qx" }) },
  { title: "search, two letters in 4 % (77)", query: () => ({ search: "77" }) },
  { title: "search, one letter in no row (w)", query: () => ({ search: "w" }) },
  { title: "search and status", query: () => ({ search: "lefèvre", status: "approved" }) },
  {
    title: "the same, its last page",
    query: (size) => ({ search: "lefèvre", status: "approved", page: Math.min(100, lastPage(size / 290)) }),
  },
  { title: "answer, 40 % (Chic)", query: () => ({ answer: `${styles.id}:Chic` }) },
  {
    title: "the same, page 100",
    query: (size) => ({ answer: `${styles.id}:Chic`, page: Math.min(100, lastPage(size * 0.4)) }),
  },
  { title: "the same, of one status", query: () => ({ answer: `${styles.id}:Chic`, status: "rejected" }) },
  { title: "answer, 1 in 5,000 (Ville 13)", query: () => ({ answer: `${city.id}:Ville 13` }) },
  {
    title: "the same, of one status",
    query: () => ({ answer: `${city.id}:Ville 13`, status: "approved" }),
  },
  { title: "answer that no row has", query: () => ({ answer: `${styles.id}:Autre` }) },
  { title: "last page", query: (size) => ({ page: lastPage(size) }) },
  { title: "page in the middle", query: (size) => ({ page: lastPage(size / 2) }) },
];

/** `GET /api/admin/signups/user` with the total, at growing numbers of rows on PostgreSQL: p95 of one client. */
export async function run(options: BenchOptions): Promise<BenchRow[]> {
  const database = await createBenchDatabase(options.databaseUrl);
  const rows: BenchRow[] = queries.map(({ title }) => ({ "p95, ms": title }));
  const load: BenchRow = { "p95, ms": `first pages per second, ${loadConnections} connections` };
  const server = await startMeasuredServer(database);
  try {
    const cookie = await server.signIn();
    let present = 0;
    for (const size of options.sizes.toSorted((a, b) => a - b)) {
      await seedSignups(database.databaseUrl ?? "", present, size);
      present = size;
      for (const [index, query] of queries.entries()) {
        const cell = await measure(server, cookie, query.query(size));
        options.log(`${count(size)} rows, ${query.title}: ${cell}`);
        Object.assign(rows[index] ?? {}, { [count(size)]: cell });
      }
      load[count(size)] = size === loadSize ? await measureRate(server, cookie, options.seconds) : "";
    }
  } finally {
    await server.stop();
    await database.remove();
  }
  return [...rows, load];
}

async function measure(
  server: MeasuredServer,
  cookie: string,
  query: Record<string, string | number>,
): Promise<string> {
  const path = pathOf(query);
  await checkAnswer(server, cookie, path);
  const { latenciesMs, statuses } = await runLoad({
    port: server.port,
    connections: 1,
    requests: requestsPerQuery,
    next: () => ({ method: "GET", path, headers: { cookie } }),
  });
  if (statuses[200] !== latenciesMs.length) throw new Error(`${path}: ${JSON.stringify(statuses)}`);
  return roundMilliseconds(percentile(latenciesMs, 0.95));
}

function pathOf(query: Record<string, string | number>): string {
  const entries = Object.entries(query).map(([key, value]) => [key, String(value)]);
  return `/api/admin/signups/user?${new URLSearchParams(entries)}`;
}

/** Checks that the page has rows, because an empty page would be faster. */
async function checkAnswer({ port }: MeasuredServer, cookie: string, path: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } });
  const { items, total } = (await answer.json()) as SignupList;
  if (items.length === 0 && total > 0) throw new Error(`${path}: no items of ${total}`);
}

async function measureRate(server: MeasuredServer, cookie: string, seconds: number): Promise<string> {
  const { rate, latenciesMs } = await runLoad({
    port: server.port,
    connections: loadConnections,
    seconds,
    next: () => ({ method: "GET", path: pathOf({}), headers: { cookie } }),
  });
  return `${perSecond(rate)}, p95 ${milliseconds(percentile(latenciesMs, 0.95))}`;
}
