import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { silentLogger } from "#server/lib/logger.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { openBackup } from "./format/read-backup.ts";
import { dumpBackup } from "./make-backup.service.ts";
import { verifyBackup } from "./verify.service.ts";

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), "tenue-verify-"));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** Rows of very different lengths, updated, deleted and vacuumed: a restore places them in another physical order. */
async function storeUsedRows(): Promise<void> {
  const { pool } = database;
  const insert = `insert into beta_signups (name, firstname, email, responses)
    select 'Nom ' || n, 'Zoé', n || '@exemple.fr', jsonb_build_object('q', repeat(md5(n::text), n * n % 61))
    from generate_series($1::int, $2::int) n`;
  await pool.query(insert, [1, 300]);
  await pool.query("update beta_signups set name = repeat(name, 40) where email like '%7@exemple.fr'");
  await pool.query("delete from beta_signups where email like '%3@exemple.fr'");
  await pool.query("vacuum beta_signups");
  await pool.query(insert, [301, 392]);
  await pool.query("update beta_signups set status = 'approved', decided_at = now() where length(name) < 20");
}

test("a backup of rows that were updated, deleted and vacuumed is verified", async () => {
  await storeUsedRows();
  const { rows: counted } = await database.pool.query("select count(*)::int as signups from beta_signups");
  const client = new pg.Client(database.connection);
  await client.connect();
  try {
    const request = { kind: "manual", now: new Date(), authSecret: null } as const;
    const { pieces } = await dumpBackup(client, request, () => undefined);
    // Reads the whole dump first, because the embedded database ends an idle transaction.
    const backup = await openBackup(Readable.from(await Readable.from(pieces).toArray()));
    const rows = await verifyBackup(backup, { folder, log: silentLogger });
    expect(rows).toBeGreaterThanOrEqual(counted[0].signups);
  } finally {
    await client.end();
  }
});
