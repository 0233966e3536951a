import { statsAudiences, statsPeriods } from "#contract/stats.ts";
import { type BenchDatabase, createBenchDatabase } from "./lib/bench-database.ts";
import type { BenchOptions, BenchRow } from "./lib/bench-options.ts";
import { count, median, milliseconds, percentile, perSecond, times } from "./lib/figures.ts";
import { runLoad } from "./lib/http-load.ts";
import { type MeasuredServer, startMeasuredServer } from "./lib/measured-server.ts";
import { benchSignup } from "./lib/sample-data.ts";
import {
  choiceQuestion,
  insertMoreQuestions,
  moreAnswers,
  seedAnswers,
  textQuestion,
  withClient,
} from "./lib/seed-answers.ts";

const requestsPerCall = 60;
const smallest = 10_000;
const connections = 16;
const rounds = 5;

type Call = { title: string; path: string; target: number };

const calls: Call[] = [
  { title: "dashboard", path: "/api/admin/overview", target: 30 },
  ...statsAudiences.flatMap((audience) => [
    ...statsPeriods.map((period) => statsCall(audience, period, "choice")),
    statsCall(audience, "all", "free text"),
  ]),
];

function statsCall(audience: string, period: string, kind: "choice" | "free text"): Call {
  const questionId = kind === "choice" ? choiceQuestion : textQuestion;
  return {
    title: `statistics: ${audience}, ${period === "all" ? "whole time" : `${period} days`}, ${kind}`,
    path: `/api/admin/stats?${new URLSearchParams({ audience, period, questionId })}`,
    target: 60,
  };
}

/**
 * Dashboard and statistics at growing numbers of sign-ups with ten answers each, and what the upkeep of the counts costs
 * a sign-up. On PostgreSQL.
 */
export async function run(options: BenchOptions): Promise<BenchRow[]> {
  const database = await createBenchDatabase(options.databaseUrl);
  const server = await startMeasuredServer(database, { signupLimit: 0 });
  try {
    return await withClient(database.databaseUrl ?? "", async (client) => {
      await insertMoreQuestions(client);
      const cookie = await server.signIn();
      const latencies = new Map<string, { size: number; p50: number; p95: number }[]>();
      let present = 0;
      for (const size of sizesOf(options)) {
        await seedAnswers(client, present, size);
        present = size;
        for (const { title, path } of calls) {
          const measured = { size, ...(await measure(server, cookie, path)) };
          latencies.set(title, [...(latencies.get(title) ?? []), measured]);
          options.log(`${count(size)} sign-ups, ${title}: p95 ${milliseconds(measured.p95)}`);
        }
      }
      const slowdown = await measureSlowdown(server, database, options);
      return [...calls.map((call) => rowOf(call, latencies.get(call.title) ?? [])), slowdown];
    });
  } finally {
    await server.stop();
    await database.remove();
  }
}

const sizesOf = ({ sizes }: BenchOptions) =>
  sizes.filter((size) => size >= Math.min(smallest, Math.max(...sizes))).toSorted((a, b) => a - b);

function rowOf({ title, target }: Call, latencies: { size: number; p50: number; p95: number }[]): BenchRow {
  const row: BenchRow = { "p50 / p95": title };
  for (const { size, p50, p95 } of latencies)
    row[count(size)] = `${milliseconds(p50)} / ${milliseconds(p95)}`;
  row["last : first (p95)"] = times((latencies.at(-1)?.p95 ?? 0) / (latencies[0]?.p95 ?? 1));
  row.target = `p95 ≤ ${target} ms, < 3×`;
  return row;
}

async function measure(server: MeasuredServer, cookie: string, path: string) {
  const next = () => ({ method: "GET", path, headers: { cookie } });
  await runLoad({ port: server.port, connections: 1, requests: 5, next });
  const { latenciesMs, statuses } = await runLoad({
    port: server.port,
    connections: 1,
    requests: requestsPerCall,
    next,
  });
  if (statuses[200] !== latenciesMs.length) throw new Error(`${path}: ${JSON.stringify(statuses)}`);
  return { p50: percentile(latenciesMs, 0.5), p95: percentile(latenciesMs, 0.95) };
}

/** `POST /api/signups/user` with and without the triggers, in turns in one run. */
async function measureSlowdown(
  server: MeasuredServer,
  { databaseUrl = "" }: BenchDatabase,
  { seconds, log }: BenchOptions,
): Promise<BenchRow> {
  const rates = { with: [] as number[], without: [] as number[] };
  for (let round = 1; round <= rounds; round += 1) {
    for (const triggers of round % 2 === 0
      ? (["with", "without"] as const)
      : (["without", "with"] as const)) {
      const action = triggers === "with" ? "enable" : "disable";
      await withClient(databaseUrl, (client) =>
        client.query(`alter table beta_signups ${action} trigger user`),
      );
      rates[triggers].push(await signUp(server, { seconds, run: `${triggers}-${round}` }));
    }
    log(
      `round ${round}: ${rates.without.at(-1)?.toFixed(0)}/s without, ${rates.with.at(-1)?.toFixed(0)}/s with the ledger`,
    );
  }
  const slowdown = median(rates.with.map((rate, round) => 1 - rate / (rates.without[round] ?? rate)));
  return {
    "p50 / p95": `POST /api/signups/user, ten answers: ${perSecond(median(rates.without))} without the ledger, ${perSecond(median(rates.with))} with it`,
    "last : first (p95)": `${(slowdown * 100).toFixed(1)} % slower`,
    target: "< 15 %",
  };
}

async function signUp(
  server: MeasuredServer,
  { seconds, run }: { seconds: number; run: string },
): Promise<number> {
  let sent = 0;
  const { rate, statuses, latenciesMs } = await runLoad({
    port: server.port,
    connections,
    seconds,
    next: () => {
      sent += 1;
      const signup = benchSignup(`${run}-${sent}`);
      const body = JSON.stringify({ ...signup, responses: { ...signup.responses, ...moreAnswers() } });
      return { method: "POST", path: "/api/signups/user", body };
    },
  });
  if (statuses[201] !== latenciesMs.length) throw new Error(`refused: ${JSON.stringify(statuses)}`);
  return rate;
}
