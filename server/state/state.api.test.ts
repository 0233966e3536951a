import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { getRequestListener } from "@hono/node-server";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type State, stateSchema } from "#contract/state.schema.ts";
import { stateKeys } from "#contract/state.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";

const path = "/api/admin/state";
let context: TestApp;
let superAdmin: SignedIn;

beforeAll(async () => {
  context = await createTestApp({
    config: { backupDir: tmpdir() },
    fetch: async () => Response.json({ status: "ok" }),
  });
  superAdmin = await context.signIn({ superAdmin: true });
});
afterAll(() => context.close());
afterEach(() => emptyTables(context.database, "email_log, backup_runs, mail_hold"));

async function readState({ app } = context as Pick<TestApp, "app">): Promise<State> {
  const answer = await app.request(path, { headers: superAdmin.headers });
  expect(answer.status).toBe(200);
  return stateSchema.parse(await answer.json());
}
const rowOf = async (key: State["rows"][number]["key"]) =>
  (await readState()).rows.find((row) => row.key === key);

test("only super administrators get the state, row by row", async () => {
  expect((await context.app.request(path)).status).toBe(401);
  const { headers } = await context.signIn();
  expect((await context.app.request(path, { headers })).status).toBe(403);
  const { rows, version, checkedAt } = await readState();
  expect(rows.map(({ key }) => key)).toEqual([...stateKeys]);
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
  expect(Math.abs(Date.now() - Date.parse(checkedAt))).toBeLessThan(60_000);
  expect(rows.filter(({ verdict }) => verdict === "error")).toEqual([]);
  expect(rows.find(({ key }) => key === "database")?.verdict).toBe("ok");
});

test("the row 'mail' names messages that fail, wait or are held after a restore", async () => {
  await context.database.pool.query(`
    insert into email_log (recipient_email, subject, status, email_type, failed_at, created_at)
    select 'a' || n || '@exemple.fr', 'Bonjour', 'failed', 'transactional', now(), now() from generate_series(1, 6) as n;
    insert into email_log (recipient_email, subject, email_type, created_at)
    values ('b@exemple.fr', 'Bonjour', 'transactional', now() - interval '2 hours')`);
  expect(await rowOf("mail")).toMatchObject({
    verdict: "error",
    found: expect.stringContaining("0 message parti, 6 échecs"),
    fix: expect.stringMatching(/Trop de messages échouent.*attendent/),
  });
  await context.database.pool.query("insert into mail_hold default values");
  expect((await rowOf("mail"))?.fix).toContain("Depuis une restauration");
});

test("the row 'backup' is an error without a place for backups", async () => {
  const { rows } = await readState(context.compose({ config: { backupDir: undefined } }));
  expect(rows.find(({ key }) => key === "backup")).toMatchObject({
    verdict: "error",
    fix: expect.stringContaining("Aucune sauvegarde ne se fait : indiquez BACKUP_DIR"),
  });
});

test("the row 'backup' warns without a backup, and is an error after a failed one", async () => {
  expect(await rowOf("backup")).toMatchObject({ verdict: "warn", found: "Aucune sauvegarde." });
  await context.database.pool.query(`
    insert into backup_runs (kind, started_at, finished_at, verified_at)
    values ('scheduled', now() - interval '5 hours', now() - interval '5 hours', now() - interval '5 hours')`);
  expect(await rowOf("backup")).toEqual({
    key: "backup",
    verdict: "ok",
    found: "Dernière sauvegarde il y a 5 heures, dernière vérification il y a 5 heures.",
  });
  await context.database.pool.query(
    "insert into backup_runs (kind, finished_at, error) values ('scheduled', now(), 'disk full')",
  );
  expect(await rowOf("backup")).toMatchObject({ verdict: "error" });
});

test("the row 'backup' ignores a backup dated in the future and names it", async () => {
  await context.database.pool.query(`
    insert into backup_runs (kind, started_at, finished_at, verified_at, file) values
      ('scheduled', now() - interval '5 days', now() - interval '5 days', now() - interval '5 days', 'real.tenue'),
      ('scheduled', now() + interval '400 days', now() + interval '400 days', now() + interval '400 days', 'future.tenue')`);
  expect(await rowOf("backup")).toMatchObject({
    found:
      "Datées de l’avenir par une horloge déréglée, et ignorées : future.tenue. Dernière sauvegarde il y a 5 jours, dernière vérification il y a 5 jours.",
  });
});

test("a row whose check fails is unknown, and the other rows stay", async () => {
  await context.database.pool.query("alter table backup_runs rename to backup_runs_away");
  try {
    const { rows } = await readState();
    expect(rows.filter(({ verdict }) => verdict === "unknown").map(({ key }) => key)).toContain("backup");
    const found = rows.find(({ key }) => key === "backup")?.found;
    expect(found).toBe('Personne ne peut le dire : erreur imprévue (relation "backup_runs" does not exist)');
    expect(rows.find(({ key }) => key === "database")?.verdict).toBe("ok");
  } finally {
    await context.database.pool.query("alter table backup_runs_away rename to backup_runs");
  }
});

describe("the public address", () => {
  let server: Server;
  /** Headers that the proxy adds to a request. */
  let addHeaders: (headers: Headers) => void = () => {};

  beforeAll(async () => {
    server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => server.close());

  /** Checks the application at a real address; `fetch` simulates the proxy before it. */
  async function lookThrough(trustProxy: string[], proxy: typeof addHeaders) {
    addHeaders = proxy;
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { app } = context.compose({
      config: { trustProxy, host: "127.0.0.1" },
      fetch: (input, init) => {
        const headers = new Headers(init?.headers);
        addHeaders(headers);
        return fetch(String(input).replace("http://localhost", origin), { ...init, headers });
      },
    });
    server.removeAllListeners("request");
    server.on("request", getRequestListener(app.fetch));
    const { rows } = await readState({ app });
    return rows.find(({ key }) => key === "proxy");
  }
  const append = (headers: Headers) => headers.append("x-forwarded-for", "203.0.113.9");

  test("the public address is rated good through a trusted proxy that names its client", async () => {
    expect(await lookThrough(["127.0.0.1"], append)).toMatchObject({
      verdict: "ok",
      found: "http://localhost mène ici, par un proxy (127.0.0.1).",
    });
  });

  test("an unconfigured proxy is an error, because all visitors share its address", async () => {
    expect(await lookThrough([], append)).toMatchObject({
      verdict: "error",
      fix: expect.stringContaining("TRUST_PROXY=127.0.0.1"),
    });
  });

  test("a proxy that forwards forged addresses is an error", async () => {
    const forwardsForged = (headers: Headers) => {
      if (!headers.has("x-forwarded-for")) append(headers);
    };
    expect(await lookThrough(["127.0.0.1"], forwardsForged)).toMatchObject({
      verdict: "error",
      fix: expect.stringContaining("n’importe qui invente"),
    });
  });

  test("the public address is rated good without a proxy", async () => {
    expect(await lookThrough([], () => {})).toMatchObject({ verdict: "ok" });
  });
});

test.each([
  ["a redirect", async () => new Response(null, { status: 301 }), "error"],
  ["another server's page", async () => new Response("<h1>It works</h1>"), "error"],
  ["no server", () => Promise.reject(new TypeError("fetch failed")), "warn"],
] as const)("the row 'proxy' reports %s at the public address", async (_, fetch, verdict) => {
  const { rows } = await readState(context.compose({ fetch }));
  expect(rows.find(({ key }) => key === "proxy")).toMatchObject({ verdict });
});
