import { execFile } from "node:child_process";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { StartCampaign } from "#contract/campaigns.schema.ts";
import type { PreviewSegment } from "#contract/segments.schema.ts";
import type { SignupList } from "#contract/signup-list.schema.ts";
import { type BenchDatabase, createBenchDatabase } from "./lib/bench-database.ts";
import type { BenchOptions, BenchRow } from "./lib/bench-options.ts";
import { type MeasuredServer, startMeasuredServer } from "./lib/measured-server.ts";
import { authSecret, benchQuestions } from "./lib/sample-data.ts";
import { seedConsents, seedSignups } from "./lib/seed-signups.ts";
import { count, median, milliseconds } from "./lib/statistics.ts";

const smallest = 10_000;
const repeats = 5;
const command = resolve(import.meta.dirname, "../../build/server/tenue.js");
const [city, rhythm, styles] = benchQuestions;

type Measured = { ms: number; mebibytes: number };
type Cells = Record<string, Measured>;

/** Measures duration and peak memory of a person's actions, at growing numbers of sign-ups on PostgreSQL. */
export async function run(options: BenchOptions): Promise<BenchRow[]> {
  const rows = new Map<string, BenchRow>();
  const database = await createBenchDatabase(options.databaseUrl);
  const server = await startMeasuredServer(database);
  try {
    let present = 0;
    for (const size of [...new Set([smallest, ...options.sizes])].sort((a, b) => a - b)) {
      await seedSignups(database.databaseUrl ?? "", present, size);
      await seedConsents(database.databaseUrl ?? "");
      present = size;
      const cells: Cells = {
        ...(await measureRequests(server, size)),
        ...(await measureCommands(database, options.databaseUrl)),
      };
      for (const [title, { ms, mebibytes }] of Object.entries(cells)) {
        const time = ms < 1_000 ? milliseconds(ms) : `${(ms / 1_000).toFixed(1)} s`;
        const row = rows.get(title) ?? { "time, memory": title };
        rows.set(title, { ...row, [count(size)]: `${time}, ${count(mebibytes)} MiB` });
        options.log(`${count(size)} rows, ${title}: ${time}, ${count(mebibytes)} MiB`);
      }
    }
  } finally {
    await server.stop();
    await database.remove();
  }
  return [...rows.values()];
}

async function measureRequests(server: MeasuredServer, size: number): Promise<Cells> {
  const cookie = await server.signIn();
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`http://127.0.0.1:${server.port}/api/admin${path}`, {
      method,
      headers: { cookie, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    let bytes = 0;
    for await (const part of answer.body ?? []) bytes += part.length;
    if (bytes === 0) throw new Error(`${path}: an empty answer`);
  };
  const pending = await fetch(`http://127.0.0.1:${server.port}/api/admin/signups/user?status=pending`, {
    headers: { cookie },
  });
  const { items } = (await pending.json()) as SignupList;
  const undecided = items.map(({ id }) => id);
  const segment: PreviewSegment = {
    audience: "user",
    conditions: {
      match: "all",
      groups: [
        {
          match: "all",
          rules: [
            { field: "status", op: "is", value: "approved" },
            { field: "answer", questionId: styles.id, op: "anyOf", value: ["Chic", "Vintage"] },
          ],
        },
      ],
    },
  };
  const campaign: StartCampaign = {
    subject: `La bêta ouvre ${size}`,
    content: "<p>Bonjour {{firstName}}, votre accès est prêt.</p>",
    recipientType: "user",
    statusFilter: "approved",
    kind: "news",
  };
  const crossed = new URLSearchParams({ audience: "user", question: styles.id, by: rhythm.id });
  const several = (work: () => Promise<void>) => measure(server.pid, repeats, work);
  const once = (work: () => Promise<void>) => measure(server.pid, 1, work);
  return {
    "open the list": await several(() => ask("GET", "/signups/user")),
    "search (martin)": await several(() => ask("GET", "/signups/user?search=martin")),
    "filter by an answer": await several(() =>
      ask("GET", `/signups/user?${new URLSearchParams({ answer: `${city.id}:Ville 13` })}`),
    ),
    decide: await several(() => ask("PATCH", `/signups/user/${undecided.pop()}`, { status: "approved" })),
    "count a segment": await several(() => ask("POST", "/segments/preview", segment)),
    "cross two questions": await several(() => ask("GET", `/stats/crossed?${crossed}`)),
    "statistics, all time": await several(() => ask("GET", "/stats?audience=user&period=all")),
    "start a campaign (8 %)": await once(() => ask("POST", "/campaigns", campaign)),
    "export as CSV": await once(() => ask("GET", "/signups/user/export.csv")),
  };
}

async function measureCommands(database: BenchDatabase, serverUrl: string): Promise<Cells> {
  const file = join(database.dataDir, "growth.backup");
  const backup = await measureCommand(["backup", file], database);
  if ((await stat(file)).size === 0) throw new Error("an empty backup");
  const target = await createBenchDatabase(serverUrl);
  try {
    const restore = await measureCommand(["restore", file, "--without-erasures"], target);
    return { "back up": backup, restore };
  } finally {
    await target.remove();
  }
}

/** @returns the median time and the process's peak memory */
async function measure(pid: number, times: number, work: () => Promise<void>): Promise<Measured> {
  await writeFile(`/proc/${pid}/clear_refs`, "5"); // resets the peak
  const taken: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const begin = performance.now();
    await work();
    taken.push(performance.now() - begin);
  }
  return { ms: median(taken), mebibytes: await peakOf(pid) };
}

async function peakOf(pid: number): Promise<number> {
  const kibibytes = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kibibytes ?? 0) / 1024;
}

async function measureCommand(args: string[], { databaseUrl, dataDir }: BenchDatabase): Promise<Measured> {
  const begin = performance.now();
  const { promise, resolve: end, reject } = Promise.withResolvers<void>();
  const env = {
    PATH: process.env.PATH,
    AUTH_SECRET: authSecret,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
  };
  const child = execFile(process.execPath, [command, ...args], { env }, (error) =>
    error ? reject(error) : end(),
  );
  const ended = promise.then(() => true);
  let mebibytes = 0;
  while (!(await Promise.race([ended, pause(50, false)]))) {
    mebibytes = Math.max(mebibytes, await peakOf(child.pid ?? 0).catch(() => 0)); // the process may just have ended
  }
  return { ms: performance.now() - begin, mebibytes };
}
