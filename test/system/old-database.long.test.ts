import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { zstdDecompressSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeBackup } from "#server/backup/make-backup.service.ts";
import { openDatabase } from "#server/lib/database/database.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { createTestDatabase } from "#test/support/test-database.ts";

const tenue = fileURLToPath(new URL("../../server/tenue.ts", import.meta.url));
/** A database that @electric-sql/pglite 0.3.14, which contains PostgreSQL 17, created. */
const oldFolder = fileURLToPath(
  new URL("../../test/support/database-of-postgresql-17.tar.zst", import.meta.url),
);

let dataDir: string;
let backup: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "tenue-old-"));
  unpackOldDatabase(dataDir);
  backup = join(dataDir, "old.tenue");
  writeFileSync(backup, await backupOfOneSignup());
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

function unpackOldDatabase(folder: string): void {
  execFileSync("tar", ["-x", "-C", folder], { input: zstdDecompressSync(readFileSync(oldFolder)) });
}

async function backupOfOneSignup(): Promise<Buffer> {
  const database = await createTestDatabase();
  const client = new pg.Client(database.connection);
  await client.connect();
  let bytes: Buffer = Buffer.alloc(0);
  try {
    await client.query(
      "insert into beta_signups (name, firstname, email) values ('N', 'Zoé', 'zoe@exemple.fr')",
    );
    const request = { kind: "manual", now: new Date(), authSecret: null, backupKey: undefined } as const;
    await makeBackup(client, request, async (content) => {
      bytes = Buffer.concat(await content.toArray());
      return bytes.length;
    });
  } finally {
    await client.end();
    await database.close();
  }
  return bytes;
}

const restore = (file: string, ...options: string[]) => run("restore", file, ...options);

async function run(...args: string[]) {
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    AUTH_SECRET: "only-for-tests-0123456789abcdef-012345",
  };
  return promisify(execFile)(process.execPath, [tenue, ...args], { env }).catch((error) => error);
}

const majorOf = (name: string, folder = dataDir) =>
  readFileSync(join(folder, name, "PG_VERSION"), "utf8").trim();
const databases = (folder = dataDir) => readdirSync(folder).filter((name) => name.startsWith("database"));

async function query(folder: string, sql: string) {
  const { pool, close } = await openDatabase({ dataDir: folder, log: silentLogger });
  const { rows } = await pool.query(sql);
  await close();
  return rows;
}

test("a restore keeps the database of an earlier PostgreSQL beside the new one", async () => {
  const refused = await restore(backup, "--without-erasures");
  expect(refused.stderr).toMatch(/^The embedded database .* was made by PostgreSQL 17, .* --replace.*\n$/);

  // This restore fails after it has created the new database, so it must put the old one back.
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
  expect(await query(dataDir, "select email from beta_signups")).toEqual([{ email: "zoe@exemple.fr" }]);
});

test("a move keeps the database of an earlier PostgreSQL, and a refused move changes nothing", async () => {
  const elsewhere = join(dataDir, "elsewhere");
  mkdirSync(elsewhere, { mode: 0o700 });
  unpackOldDatabase(elsewhere);
  const move = (...options: string[]) => run("move", "--to", elsewhere, ...options);
  expect((await move()).stderr).toMatch(/was made by PostgreSQL 17, .* --replace/);

  const campaign =
    "insert into campaigns (subject, content, recipient_type, status_filter, status, kind, reason, total, fingerprint, created_by)";
  await query(
    dataDir,
    `${campaign} values ('S', '<p>C</p>', 'all', 'all', 'running', 'service', 'R', 0, 'f', 'a')`,
  );
  expect((await move("--replace")).stderr).toContain("campaign");
  expect([databases(elsewhere), majorOf("database", elsewhere)]).toEqual([["database"], "17"]);

  await query(dataDir, "delete from campaigns");
  const moved = await move("--replace");
  expect(moved.stderr).toBe("");
  expect(moved.stdout).toContain("database-postgresql-17");
  expect(majorOf("database-postgresql-17", elsewhere)).toBe("17");
  expect(await query(elsewhere, "select email from beta_signups")).toEqual([{ email: "zoe@exemple.fr" }]);
});
