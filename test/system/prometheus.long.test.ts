import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "#test/support/free-port.ts";
import { type ServerProcess, startServerProcess } from "#test/support/server-process.ts";

/** Tests the files of deploy/ for Prometheus and Grafana with a real server's metrics. */
const timeout = 120_000;
const deploy = resolve(import.meta.dirname, "../../deploy");
const rules = join(deploy, "prometheus/alerts.yml");
const alertCount = 15;
const isInstalled = ["/usr/bin/prometheus", "/usr/bin/promtool"].every((program) => existsSync(program));
if (!isInstalled)
  process.stderr.write("LEFT OUT: a real Prometheus reads the metrics (Debian: prometheus)\n");

let server: ServerProcess;
let metricsPort: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tenue-prometheus-"));
  server = await startServerProcess({ entry: "source", environment: { METRICS_LISTEN: "127.0.0.1:0" } });
  metricsPort = /Metrics for Prometheus are at port (\d+)/.exec(server.output())?.[1] ?? "";
}, timeout);

afterAll(async () => {
  await server?.remove();
  rmSync(folder, { recursive: true, force: true });
});

type Panel = { title: string; targets?: { expr: string }[] };
const dashboard = () =>
  JSON.parse(readFileSync(join(deploy, "grafana-dashboard.json"), "utf8")) as { panels: Panel[] };
const expressions = () => dashboard().panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
test("the lines of the access log are whole JSON objects, and hold no path", async () => {
  await fetch(`${server.url}/api/health?secret=zoe`);
  await expect.poll(() => server.output()).toContain('"route":"/api/health"');
  const line =
    server
      .output()
      .split("\n")
      .find((each) => each.includes('"route":"/api/health"')) ?? "";
  expect(JSON.parse(line)).toMatchObject({ message: "request", method: "GET", status: 200 });
  expect(server.output()).not.toContain("secret=zoe");
});

test.runIf(isInstalled)(
  "each Prometheus alert fires for its problem and is silent on a healthy server",
  { timeout },
  () => {
    const output = execFileSync("promtool", ["test", "rules", "alerts.test.yml"], {
      cwd: join(deploy, "prometheus"),
      encoding: "utf8",
    });
    expect(output).toContain("SUCCESS");
    expect(execFileSync("promtool", ["check", "rules", rules], { encoding: "utf8" })).toContain(
      `${alertCount} rules found`,
    );
  },
);

test.runIf(isInstalled)(
  "Prometheus reads the metrics and accepts every rule and every panel's query",
  { timeout },
  async () => {
    const port = await freePort();
    const file = join(folder, "prometheus.yml");
    writeFileSync(file, configuration());
    execFileSync("promtool", ["check", "config", file]);
    const args = [
      `--config.file=${file}`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
    ];
    const prometheus = spawn("prometheus", args, { stdio: "ignore" });
    const ask = async <Data>(path: string): Promise<Data | null> => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`).catch(() => null);
      return answer?.ok ? ((await answer.json()) as { data: Data }).data : null;
    };
    type Result = { result: { value: [number, string] }[] };
    const valuesOf = async (expression: string) =>
      (await ask<Result>(`query?query=${encodeURIComponent(expression)}`))?.result.map(
        ({ value }) => value[1],
      );
    try {
      await expect.poll(() => valuesOf('up{job="tenue"}'), { timeout, interval: 250 }).toEqual(["1"]);
      await expect.poll(() => valuesOf("tenue_ready"), { timeout, interval: 250 }).toEqual(["1"]);
      type Groups = { groups: { rules: { name: string; health: string; state: string }[] }[] };
      const states = async () =>
        (await ask<Groups>("rules"))?.groups.flatMap((group) =>
          group.rules.map(({ health, state }) => `${health} ${state}`),
        );
      await expect.poll(states, { timeout, interval: 250 }).toEqual(Array(alertCount).fill("ok inactive"));
      for (const expression of expressions()) {
        const plain = expression.replaceAll("$instance", ".*").replaceAll("$__rate_interval", "1m");
        expect([expression, await valuesOf(plain)]).toEqual([expression, expect.any(Array)]);
      }
    } finally {
      prometheus.kill("SIGKILL");
    }
  },
);

/** The configuration of deploy/ with another port and shorter intervals. */
function configuration(): string {
  const shipped = readFileSync(join(deploy, "prometheus/prometheus.yml"), "utf8");
  return `global: { evaluation_interval: 1s }\n${shipped}`
    .replace("alerts.yml", rules)
    .replace("scrape_interval: 15s", "scrape_interval: 1s\n    scrape_timeout: 1s")
    .replace("127.0.0.1:9464", `127.0.0.1:${metricsPort}`);
}
