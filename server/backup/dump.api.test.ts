import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type BackupHeader, writeBackup } from "#server/backup/format/backup-format.ts";
import { openBackup } from "#server/backup/format/read-backup.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { beginSnapshot, dumpTables } from "./dump.queries.ts";

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyTables(database, "beta_signups, email_log, campaigns");
});

const header: BackupHeader = {
  tenue: "backup",
  format: 1,
  version: "0.0.0",
  stamp: 1,
  madeAt: "2026-11-01T00:00:00.000Z",
  kind: "manual",
  secret: null,
  installation: null,
};

async function dumped(whileOpen = async () => {}): Promise<Map<string, unknown[]>> {
  client = new pg.Client(database.connection);
  await client.connect();
  try {
    await beginSnapshot(client);
    await whileOpen();
    const backup = await openBackup(writeBackup(header, dumpTables(client)));
    const tables = new Map<string, unknown[]>();
    let rows: unknown[] = [];
    for await (const part of backup.parts) {
      if (part.type === "rows") rows.push(...JSON.parse(part.json));
      if (part.type !== "table") continue;
      rows = [];
      tables.set(part.name, rows);
    }
    return tables;
  } finally {
    await client.end();
  }
}

const signUp = (count: number) =>
  database.pool.query(
    `insert into beta_signups (name, firstname, email, created_at)
    select 'Nom ' || n, 'Zoé', n || '@exemple.fr', '2026-11-01 10:00:00.123+01' from generate_series(1, $1::int) n`,
    [count],
  );

test("rows are dumped unchanged, even many or large ones, and without generated columns", async () => {
  await signUp(12_000);
  await database.pool.query(
    "insert into site_images (slot, content_type, content, width, height) values ('logo', 'image/png', $1, 1, 1)",
    [randomBytes(500_000)],
  );
  const tables = await dumped();
  const signups = tables.get("beta_signups") as Record<string, unknown>[];
  expect(signups).toHaveLength(12_000);
  expect(new Set(signups.map(({ email }) => email)).size).toBe(12_000);
  expect(signups[0]).toMatchObject({ firstname: "Zoé", created_at: "2026-11-01T09:00:00.123+00:00" });
  expect(signups[0]).not.toHaveProperty("search_text");
  const [image] = tables.get("site_images") as { content: string }[];
  expect(image?.content).toMatch(/^\\x[\da-f]{1000000}$/);
});

test("a dump has each table after the tables that it references, and leaves out sessions and counts", async () => {
  const names = [...(await dumped()).keys()];
  const refersTo = { email_log: "campaigns", admin_users: "auth_users", consents: "consent_texts" };
  for (const [from, to] of Object.entries(refersTo))
    expect(names.indexOf(from)).toBeGreaterThan(names.indexOf(to));
  expect(names).not.toContain("auth_sessions");
  expect(names).not.toContain("signup_counts");
});

test.runIf(process.env.TEST_DATABASE_URL)("a dump leaves out concurrent changes", async () => {
  await signUp(3);
  const tables = await dumped(async () => {
    await signUpElsewhere();
  });
  expect(tables.get("beta_signups")).toHaveLength(3);
});

const signUpElsewhere = () =>
  database.pool.query(
    "insert into beta_signups (name, firstname, email) values ('Late', 'Zoé', 'late@exemple.fr')",
  );
