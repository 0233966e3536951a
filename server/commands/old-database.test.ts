import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { zstdDecompressSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { makeBackup } from "#server/features/backup/make-backup.service.ts";
import { openDatabase } from "#server/lib/database/database.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { createTestDatabase } from "#server/testing/test-database.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const tenue = fileURLToPath(new URL("../tenue.ts", import.meta.url));
/** Made by @electric-sql/pglite 0.3.14, which brings PostgreSQL 17. */
const oldFolder = fileURLToPath(new URL("../testing/database-of-postgresql-17.tar.zst", import.meta.url));

let dataDir: string;
let backup: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "tenue-old-"));
  execFileSync("tar", ["-x", "-C", dataDir], { input: zstdDecompressSync(readFileSync(oldFolder)) });
  backup = join(dataDir, "old.tenue");
  writeFileSync(backup, await backupOfOneSignup());
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function backupOfOneSignup(): Promise<Buffer> {
  const database = await createTestDatabase();
  const client = new pg.Client(database.connection);
  await client.connect();
  let bytes: Buffer = Buffer.alloc(0);
  try {
    await client.query(
      "insert into beta_signups (name, firstname, email) values ('N', 'Zoé', 'zoe@exemple.fr')",
    );
    const wish = { kind: "manual", now: new Date(), authSecret: null, backupKey: undefined } as const;
    await makeBackup(client, wish, async (content) => {
      bytes = Buffer.concat(await content.toArray());
      return bytes.length;
    });
  } finally {
    await client.end();
    await database.close();
  }
  return bytes;
}

async function restore(file: string, ...options: string[]) {
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    AUTH_SECRET: "only-for-tests-0123456789abcdef-012345",
  };
  const args = [tenue, "restore", file, ...options];
  return promisify(execFile)(process.execPath, args, { env }).catch((error) => error);
}

const majorOf = (name: string) => readFileSync(join(dataDir, name, "PG_VERSION"), "utf8").trim();
const databases = () => readdirSync(dataDir).filter((name) => name.startsWith("database"));

test("a database of an earlier PostgreSQL is kept beside the one that its backup is restored into", async () => {
  const refused = await restore(backup, "--without-erasures");
  expect(refused.stderr).toMatch(/^The embedded database .* was made by PostgreSQL 17, .* --replace.*\n$/);

  // Refused once the new database is there: the old one is put back.
  const foreign = join(dataDir, "erasures.ndjson");
  writeFileSync(foreign, '{"installation":"5b6ac8ee-8a0e-4b62-8d8e-97b4e4b1a111"}\n');
  const failed = await restore(backup, "--replace", "--erasures", foreign);
  expect(failed.stderr).toContain("another installation");
  expect([databases(), majorOf("database")]).toEqual([["database"], "17"]);

  const restored = await restore(backup, "--replace", "--without-erasures");
  expect(restored.stderr).toBe("");
  expect(restored.stdout).toContain("database-postgresql-17");
  expect([databases(), majorOf("database-postgresql-17")]).toEqual([
    ["database", "database-postgresql-17"],
    "17",
  ]);
  const { pool, close } = await openDatabase({ dataDir, log: silentLogger });
  expect((await pool.query("select email from beta_signups")).rows).toEqual([{ email: "zoe@exemple.fr" }]);
  await close();
});
