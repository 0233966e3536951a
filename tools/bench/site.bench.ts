import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { browserArguments } from "#test/support/browser.ts";
import { startServerProcess } from "#test/support/server-process.ts";
import type { BenchRow } from "./lib/bench-options.ts";
import { markdownTable, replaceTable } from "./lib/markdown-table.ts";
import { measureOpening, measureSlowLink } from "./lib/slow-link.ts";

const documentPath = "docs/performance.md";
const lighthouse = resolve(import.meta.dirname, "../workshop/node_modules/.bin/lighthouse");
const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
const paths = ["/", "/inscription", "/privacy", "/mentions-legales"];
const categories = ["performance", "accessibility", "best-practices", "seo"];

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "3" },
    write: { type: "boolean", default: false },
  },
});

const tables = await measureSite(Number(values.runs));
const table = tables.map(markdownTable).join("\n\n");
console.log(`\nsite\n\n${table}`);
if (values.write) {
  await writeFile(documentPath, replaceTable(await readFile(documentPath, "utf8"), "site", table));
}

/** Measures the built site: Lighthouse's mobile preset (medians of the runs), the slow link, and the opening of the dialog. */
async function measureSite(runs: number): Promise<BenchRow[][]> {
  const server = await startServerProcess({ entry: "build" });
  const browser = await chromium.launch({ executablePath, args: browserArguments });
  try {
    const rows: BenchRow[] = [];
    for (const path of paths) {
      const results: Result[] = [];
      for (let run = 0; run < runs; run += 1) results.push(audit(server.url + path));
      rows.push(rowOf(path, results));
    }
    return [rows, await measureSlowLink(browser, server.url), await measureOpening(browser, server.url)];
  } finally {
    await browser.close();
    await server.remove();
  }
}

/** The parts of Lighthouse's report that the table shows. */
type Result = {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
};

function audit(url: string): Result {
  console.error(`Lighthouse on ${new URL(url).pathname}`);
  const report = execFileSync(
    lighthouse,
    [
      url,
      "--output=json",
      "--quiet",
      `--only-categories=${categories.join(",")}`,
      `--chrome-flags=--headless=new ${browserArguments.join(" ")}`,
    ],
    { env: { ...process.env, CHROME_PATH: executablePath }, maxBuffer: 64 * 1024 * 1024, encoding: "utf8" },
  );
  return JSON.parse(report) as Result;
}

function rowOf(path: string, results: Result[]): BenchRow {
  const score = (category: string) =>
    Math.round(median(results.map((result) => (result.categories[category]?.score ?? 0) * 100)));
  const value = (audit: string) =>
    median(results.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
  return {
    page: path,
    [categories.join(", ")]: categories.map(score).join(", "),
    FCP: `${(value("first-contentful-paint") / 1_000).toFixed(2)} s`,
    LCP: `${(value("largest-contentful-paint") / 1_000).toFixed(2)} s`,
    TBT: `${Math.round(value("total-blocking-time"))} ms`,
    CLS: value("cumulative-layout-shift").toFixed(3),
    transferred: `${Math.round(value("total-byte-weight") / 1_000)} kB`,
  };
}

function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
