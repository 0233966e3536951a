import type { PreviewSegment, SegmentPreview } from "#contract/segments.schema.ts";
import type { SegmentRule } from "#contract/segments.ts";
import { createBenchDatabase } from "./lib/bench-database.ts";
import type { BenchOptions, BenchRow } from "./lib/bench-options.ts";
import { runLoad } from "./lib/http-load.ts";
import { type MeasuredServer, startMeasuredServer } from "./lib/measured-server.ts";
import { benchQuestions } from "./lib/sample-data.ts";
import { seedConsents, seedSignups } from "./lib/seed-signups.ts";
import { count, percentile, roundMilliseconds } from "./lib/statistics.ts";

const requests = 40;
const clients = 4;
const [city, rhythm, styles, age] = benchQuestions;

const approved: SegmentRule = { field: "status", op: "is", value: "approved" };
const anyStyle: SegmentRule = {
  field: "answer",
  questionId: styles.id,
  op: "anyOf",
  value: ["Chic", "Vintage"],
};

const segments: { title: string; rules: SegmentRule[] }[] = [
  { title: "status", rules: [approved] },
  { title: "status and one of two answers", rules: [approved, anyStyle] },
  {
    title: "two answers",
    rules: [anyStyle, { field: "answer", questionId: age.id, op: "is", value: "18 à 25 ans" }],
  },
  {
    title: "not an answer",
    rules: [{ field: "answer", questionId: rhythm.id, op: "isNot", value: "Parfois" }],
  },
  { title: "no answer", rules: [{ field: "answer", questionId: city.id, op: "none" }] },
  {
    title: "text contains, 1 in 5,000",
    rules: [{ field: "answer", questionId: city.id, op: "contains", value: "ville 1300" }],
  },
  { title: "agreed to news (40 %)", rules: [{ field: "news", op: "is", value: true }] },
  {
    title: "status, answer, confirmed, news and date",
    rules: [
      approved,
      anyStyle,
      { field: "confirmed", op: "is", value: false },
      { field: "news", op: "is", value: true },
      { field: "date", op: "after", value: "2025-01-01" },
    ],
  },
];

/** `POST /api/admin/segments/preview` at growing numbers of rows on PostgreSQL: p95 of four clients. */
export async function run(options: BenchOptions): Promise<BenchRow[]> {
  const database = await createBenchDatabase(options.databaseUrl);
  const rows: BenchRow[] = segments.map(({ title }) => ({ "preview, p95 of four clients, ms": title }));
  const server = await startMeasuredServer(database);
  try {
    const cookie = await server.signIn();
    let present = 0;
    for (const size of options.sizes.toSorted((a, b) => a - b)) {
      await seedSignups(database.databaseUrl ?? "", present, size);
      await seedConsents(database.databaseUrl ?? "");
      present = size;
      for (const [index, { title, rules }] of segments.entries()) {
        const cell = await measure(server, cookie, rules);
        options.log(`${count(size)} rows, ${title}: ${cell}`);
        Object.assign(rows[index] ?? {}, { [count(size)]: cell });
      }
    }
  } finally {
    await server.stop();
    await database.remove();
  }
  return rows;
}

async function measure(server: MeasuredServer, cookie: string, rules: SegmentRule[]): Promise<string> {
  const segment: PreviewSegment = {
    audience: "user",
    conditions: { match: "all", groups: [{ match: "all", rules }] },
  };
  const request = {
    method: "POST",
    path: "/api/admin/segments/preview",
    headers: { cookie },
    body: JSON.stringify(segment),
  };
  await checkAnswer(server, request);
  const { latenciesMs, statuses } = await runLoad({
    port: server.port,
    connections: clients,
    requests,
    next: () => request,
  });
  if (statuses[200] !== latenciesMs.length) throw new Error(`preview: ${JSON.stringify(statuses)}`);
  return roundMilliseconds(percentile(latenciesMs, 0.95));
}

/** Checks that the segment matches sign-ups, because a segment without its question would be faster. */
async function checkAnswer(
  { port }: MeasuredServer,
  {
    path,
    headers,
    ...request
  }: { path: string; method: string; headers: Record<string, string>; body: string },
): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    ...request,
    headers: { ...headers, "content-type": "application/json" },
  });
  const { missing } = (await answer.json()) as SegmentPreview;
  if (missing !== null) throw new Error(`preview: ${answer.status} ${missing}`);
}
