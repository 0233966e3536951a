import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { BenchOptions, BenchRow } from "./lib/bench-options.ts";
import { markdownTables, replaceTable } from "./lib/markdown-table.ts";

/** One table, or several that belong together. */
type Bench = { run(options: BenchOptions): Promise<BenchRow[] | BenchRow[][]> };

/** The benchmarks by name. Without a name, all of them run in this order. */
const benches: Record<string, () => Promise<Bench>> = {
  signups: () => import("./signups.bench.ts"),
  lists: () => import("./lists.bench.ts"),
  segments: () => import("./segments.bench.ts"),
  review: () => import("./review.bench.ts"),
  screens: () => import("./screens.bench.ts"),
  start: () => import("./start.bench.ts"),
  idle: () => import("./idle.bench.ts"),
  campaigns: () => import("./campaigns.bench.ts"),
  imports: () => import("./imports.bench.ts"),
  growth: () => import("./growth.bench.ts"),
};

const usage = `npm run bench -- [${Object.keys(benches).join("|")} …] [--sizes 1000,10000] [--seconds 5] [--write]`;
const documentPath = "docs/performance.md";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: "string", default: "100000,1000000" },
    seconds: { type: "string", default: "5" },
    write: { type: "boolean", default: false },
  },
});
const unknown = positionals.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(", ")}. ${usage}`);
  process.exit(1);
}

const options: BenchOptions = {
  sizes: values.sizes.split(",").map(Number),
  seconds: Number(values.seconds),
  databaseUrl: process.env.BENCH_DATABASE_URL ?? "postgres://postgres@127.0.0.1:5432/postgres",
  log: (line) => console.error(line),
};

for (const name of positionals.length > 0 ? positionals : Object.keys(benches)) {
  const bench = await benches[name]?.();
  if (!bench) continue;
  const table = markdownTables(await bench.run(options));
  console.log(`\n${name}\n\n${table}`);
  if (values.write) {
    await writeFile(documentPath, replaceTable(await readFile(documentPath, "utf8"), name, table));
  }
}
