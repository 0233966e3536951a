import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";
import { silentLogger } from "./lib/logger.ts";
import { serveMetrics } from "./serve-metrics.ts";

let context: TestApp;
let url: string;
let close: () => Promise<void>;
let mailIsAlive = true;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  context = await createTestApp({
    config: { backupDir: tmpdir() },
    now: () => new Date("2026-11-23T10:00:00Z"),
  });
  const parts = { ...context.dependencies, log: silentLogger };
  const served = await serveMetrics(
    { parts, database: context.database, mailIsAlive: () => mailIsAlive },
    { host: "127.0.0.1", port: 0 },
  );
  url = `http://127.0.0.1:${served.port}`;
  close = served.close;
});

afterAll(async () => {
  vi.useRealTimers();
  await close();
  await context.close();
});

/** The value of a series; undefined when it is not exposed. */
async function read(series: string): Promise<number | undefined> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = text.split("\n").find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

/** Reads a series after the cache of five seconds for database metrics has expired. */
async function readAgain(series: string): Promise<number | undefined> {
  vi.advanceTimersByTime(5_001);
  return read(series);
}

test("requests are counted by the pattern of their route, never by the requested path", async () => {
  await context.app.request("/api/health");
  await context.app.request("/api/admin/questions/7f7bd2c2-5f0c-4b2c-9d39-7d3f2d0a6a11?search=zoe", {
    method: "DELETE",
  });
  const name = "tenue_http_request_duration_seconds_count";
  expect(await read(`${name}{method="GET",route="/api/health",status="200"}`)).toBe(1);
  expect(await read(`${name}{method="DELETE",route="/api/admin/questions/:id",status="401"}`)).toBe(1);
  expect(await (await fetch(`${url}/metrics`)).text()).not.toMatch(/7f7bd2c2|zoe/);
});

test("the version, the readiness, the pools and the event loop are exposed", async () => {
  const text = await (await fetch(`${url}/metrics`)).text();
  expect(text).toMatch(/^tenue_build_info\{version="\d+\.\d+\.\d+",node="v\d+[^"]*",database="\w+"\} 1$/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  expect(await read("tenue_ready")).toBe(1);
  expect(await read('tenue_db_pool_max{pool="visitors"}')).toBe(4);
});

test("an instance that sends no mail is not ready, as /api/ready says", async () => {
  // The readiness is checked again after a second.
  const ready = () => expect.poll(() => read("tenue_ready"), { timeout: 30_000, interval: 100 });
  mailIsAlive = false;
  await ready().toBe(0);
  mailIsAlive = true;
  await ready().toBe(1);
});

test("the disk of each folder is measured, and no certificate is read without https", async () => {
  const free = await read('tenue_disk_free_bytes{folder="BACKUP_DIR"}');
  expect(free).toBeGreaterThan(0);
  expect(await read('tenue_disk_size_bytes{folder="BACKUP_DIR"}')).toBeGreaterThanOrEqual(free ?? 0);
  expect(await read("tenue_certificate_end_timestamp_seconds")).toBeUndefined();
});

test("the session of the embedded database is exposed with its waiting times, which a PostgreSQL does not have", async () => {
  await context.db.execute(sql`select 1`);
  const turns = await read("tenue_embedded_session_hold_seconds_count");
  if (context.database.mode === "postgresql") return expect(turns).toBeUndefined();
  expect(turns).toBeGreaterThan(0);
  expect(await read('tenue_embedded_session_wait_seconds_bucket{le="+Inf"}')).toBeGreaterThan(0);
  expect(await read("tenue_embedded_restarts_total")).toBe(0);
});

test("waiting messages are exposed by lane, with the age of the oldest message that is due", async () => {
  await context.db.execute(sql`
    insert into email_log (recipient_email, subject, email_type, lane, mailbox_key, created_at, next_attempt_at)
    values ('a@exemple.fr', 'S', 'transactional', 'direct', null, now() - interval '2 hours', null),
           ('b@exemple.fr', 'S', 'transactional', 'direct', null, now(), null),
           ('c@exemple.fr', 'S', 'transactional', 'link', 'm', now() - interval '2 hours', now() + interval '1 hour')`);
  expect(await readAgain('tenue_mail_waiting{lane="direct"}')).toBe(2);
  expect(await read('tenue_mail_oldest_waiting_seconds{lane="direct"}')).toBeGreaterThan(7_000);
  expect(await read('tenue_mail_oldest_waiting_seconds{lane="link"}')).toBe(0);
});

test("the hold on messages after a restored backup is exposed", async () => {
  expect(await readAgain("tenue_mail_held")).toBe(0);
  await context.db.execute(sql`insert into mail_hold (since) values (now())`);
  expect(await readAgain("tenue_mail_held")).toBe(1);
});

test("campaigns, the ledger, robots and the last complete backup are exposed", async () => {
  expect(await read("tenue_backup_last_success_timestamp_seconds")).toBeUndefined();
  const campaign = (status: string, started: string, next: string) =>
    sql`insert into campaigns (subject, content, recipient_type, status_filter, status, fingerprint, created_by, total, started_at, next_attempt_at)
      values ('S', 'C', 'all', 'all', ${status}, ${status}, 'ines@tenue.example', 5, ${started}::timestamptz, ${next}::timestamptz)`;
  await context.db.execute(campaign("running", "2026-11-01T10:00:00Z", "2026-11-01T10:00:00Z"));
  await context.db.execute(campaign("paused", "2026-11-01T10:00:00Z", "2026-11-01T10:00:00Z"));
  await context.db.execute(sql`
    insert into beta_signups (firstname, name, email) values ('Lou', 'Petit', 'lou@exemple.fr')`);
  await context.db.execute(sql`
    insert into backup_runs (kind, started_at, finished_at, bytes, error)
    values ('scheduled', '2026-11-20T02:00Z', '2026-11-20T02:01Z', 1234, null),
           ('scheduled', '2026-11-21T02:00Z', '2026-11-21T02:01Z', null, 'disque plein'),
           ('scheduled', '2026-11-22T02:00Z', null, null, null)`);
  expect(await readAgain('tenue_campaigns{state="waiting_for_server"}')).toBe(1);
  expect(await read('tenue_mail_waiting{lane="campaign"}')).toBe(5);
  expect(await read("tenue_ledger_unfolded_changes")).toBeGreaterThan(0);
  expect(await read('tenue_shield_state{state="calm"}')).toBe(1);
  expect(await read('tenue_signup_attempts_last_minute{outcome="accepted"}')).toBe(0);
  expect(await read("tenue_backup_last_success_timestamp_seconds")).toBe(
    Date.UTC(2026, 10, 20, 2, 1) / 1_000,
  );
  expect(await read("tenue_backup_last_size_bytes")).toBe(1234);
  expect(await read("tenue_backup_failed_since_last_success")).toBe(1);
});

test("a backup dated in the future does not count as the last one, and a jump of the clock pauses deletions", async () => {
  await context.db.execute(sql`
    insert into backup_runs (kind, started_at, finished_at, bytes)
    values ('scheduled', '2026-11-22T02:00Z', '2026-11-22T02:01Z', 1), ('manual', '2027-12-31', '2027-12-31', 2)`);
  expect(await readAgain("tenue_backup_last_success_timestamp_seconds")).toBe(
    Date.UTC(2026, 10, 22, 2, 1) / 1_000,
  );
  expect(await read("tenue_deletions_paused")).toBe(0);
  await context.db.execute(sql`insert into upkeep_clock (at) values ('2026-11-20')`);
  expect(await readAgain("tenue_deletions_paused")).toBe(1);
});

test("the metrics port serves only metrics, and the public port serves none", async () => {
  expect((await fetch(`${url}/`)).status).toBe(404);
  expect((await fetch(`${url}/metrics`, { method: "POST" })).status).toBe(404);
  expect((await context.app.request("/metrics")).status).toBe(404);
});

test("a database outage leaves the other metrics exposed, without outdated ones", async () => {
  const gone = await createTestApp();
  const served = await serveMetrics(
    { parts: gone.dependencies, database: gone.database, mailIsAlive: () => true },
    { host: "127.0.0.1", port: 0 },
  );
  try {
    await gone.close();
    const answer = await fetch(`http://127.0.0.1:${served.port}/metrics`);
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(text).toMatch(/^tenue_ready 0$/m);
    expect(text).not.toMatch(/^(tenue_mail_waiting|tenue_ledger_unfolded_changes|tenue_shield_state)[ {]/m);
  } finally {
    await served.close();
  }
});

const deploy = join(import.meta.dirname, "../deploy");
type Panel = { title: string; targets?: { expr: string }[] };
const dashboard = () =>
  JSON.parse(readFileSync(join(deploy, "grafana-dashboard.json"), "utf8")) as { panels: Panel[] };
const expressions = () => dashboard().panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const namesIn = (text: string) =>
  new Set(
    [...text.matchAll(/\b(?:tenue|nodejs|process)_\w+/g)].map(([name]) =>
      name.replace(/_(bucket|sum|count)$/, ""),
    ),
  );

test("every metric of the alerts and the dashboard is exposed, and each metric of Tenue is in one of them", async () => {
  const served = await (await fetch(`${url}/metrics`)).text();
  const exposed = new Set([...served.matchAll(/^# TYPE (\w+)/gm)].map(([, name = ""]) => name));
  const asked = namesIn(
    [readFileSync(join(deploy, "prometheus/alerts.yml"), "utf8"), ...expressions()].join("\n"),
  );
  // PostgreSQL does not expose the embedded database's own metrics.
  const missing = [...asked].filter((name) => !exposed.has(name) && !name.startsWith("tenue_embedded_"));
  expect(missing).toEqual([]);
  const besides = /^(tenue_backup_last_(size_bytes|verified_timestamp_seconds))$/;
  expect(
    [...exposed].filter((name) => name.startsWith("tenue_") && !asked.has(name) && !besides.test(name)),
  ).toEqual([]);
});
