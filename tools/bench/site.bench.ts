import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import lighthouse, { type Result } from "lighthouse";
import { startServerProcess } from "#test/support/server-process.ts";
import type { BenchRow } from "./lib/bench-options.ts";
import { markdownTable, replaceTable } from "./lib/markdown-table.ts";
import { measureOpening, measureSlowLink } from "./lib/slow-link.ts";

const documentPath = "docs/performance.md";
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

/** Lighthouse's mobile preset on the built site, each figure the median of the runs; then the slow link, and the opening of the dialog. */
async function measureSite(runs: number): Promise<BenchRow[][]> {
  const server = await startServerProcess({ entry: "build" });
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: [
      `--remote-debugging-port=${port}`,
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
  try {
    const rows: BenchRow[] = [];
    for (const path of paths) {
      const results: Result[] = [];
      for (let run = 0; run < runs; run += 1) results.push(await audit(server.url + path, port));
      rows.push(rowOf(path, results));
    }
    return [rows, await measureSlowLink(browser, server.url), await measureOpening(browser, server.url)];
  } finally {
    await browser.close();
    await server.remove();
  }
}

async function audit(url: string, port: number): Promise<Result> {
  console.error(`Lighthouse on ${new URL(url).pathname}`);
  const result = await lighthouse(url, { port, logLevel: "error", onlyCategories: categories });
  if (!result) throw new Error(`Lighthouse said nothing about ${url}`);
  return result.lhr;
}

function rowOf(path: string, results: Result[]): BenchRow {
  const score = (category: string) =>
    median(results.map(({ categories }) => (categories[category]?.score ?? 0) * 100));
  const figure = (audit: string) =>
    median(results.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
  return {
    page: path,
    performance: Math.round(score("performance")),
    accessibility: Math.round(score("accessibility")),
    "best practices": Math.round(score("best-practices")),
    SEO: Math.round(score("seo")),
    FCP: `${(figure("first-contentful-paint") / 1_000).toFixed(2)} s`,
    LCP: `${(figure("largest-contentful-paint") / 1_000).toFixed(2)} s`,
    TBT: `${Math.round(figure("total-blocking-time"))} ms`,
    CLS: figure("cumulative-layout-shift").toFixed(3),
    transferred: `${Math.round(figure("total-byte-weight") / 1_000)} kB`,
  };
}

function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port is free");
  return address.port;
}
