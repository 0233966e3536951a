import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { zstdDecompressSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { silentLogger } from "#server/lib/logger.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { applyMigrations, newestKnownMigration } from "./migrations.ts";

/** A pg_dump of a database with the migrations 0000 to 0028 of version 0.2.0, one sign-up and its confirmed consent to news. */
const dump = fileURLToPath(new URL("../../../test/support/database-of-0.2.0.sql.zst", import.meta.url));

let database: TestDatabase;
let newSchema: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  newSchema = await describeSchema();
  const client = new pg.Client(database.connection);
  await client.connect();
  await client.query("drop schema public cascade; drop schema drizzle cascade; create schema public");
  await client.query(zstdDecompressSync(readFileSync(dump)).toString());
  await client.end();
});
afterAll(() => database.close());

const migrate = () => applyMigrations(database.connection, { log: silentLogger });

/** Leaves out the parentheses of constraints: PostgreSQL writes `a and b and c` differently after a dump. */
async function describeSchema(): Promise<string[]> {
  const { rows } = await database.pool.query<{ line: string }>(`
    select line from (
      select format('column %s.%s %s %s %s %s', table_name, column_name, data_type, is_nullable, column_default,
        generation_expression) as line from information_schema.columns where table_schema = 'public'
      union all select format('%s %s %s', conrelid::regclass, conname, translate(pg_get_constraintdef(oid), '()', ''))
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select indexdef from pg_indexes where schemaname = 'public'
      union all select format('view %s %s', viewname, definition) from pg_views where schemaname = 'public'
      union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all select pg_get_functiondef(pg_proc.oid) from pg_proc
        join pg_language on pg_language.oid = prolang and lanname in ('sql', 'plpgsql')
        where pronamespace = 'public'::regnamespace
    ) as lines order by line`);
  return rows.map(({ line }) => line);
}

test("a database that stopped before the last migration of 0.2.0 is refused, and the message names that version", async () => {
  const last = "from drizzle.__drizzle_migrations where created_at = 1795394462863";
  const { rows } = await database.pool.query(`select hash ${last}`);
  await database.pool.query(`delete ${last}`);
  await expect(migrate()).rejects.toThrow(
    /^The database was made before Tenue 0\.2\.0: start version 0\.2\.0/,
  );
  await database.pool.query(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, 1795394462863)",
    [rows[0].hash],
  );
});

test("a database with addresses that 0.2.0 has not converted is refused, and the message names that version", async () => {
  await database.pool.query("insert into address_migrations (audience) values ('user'), ('brand')");
  await expect(migrate()).rejects.toThrow(/^Sign-ups from before Tenue 0\.2\.0 .* start version 0\.2\.0/);
  await database.pool.query(
    `update address_migrations set (last_created_at, last_id) = (select created_at, id from beta_signups) where audience = 'user'`,
  );
});

/** Stores rows that later migrations correct: a limited sign-up that statistics count, and addresses of deleted accounts. */
async function storeRowsToCorrect(): Promise<void> {
  await database.pool.query(`
    insert into beta_signups (firstname, name, email, limited_at) values ('Léa', 'Martin', 'lea@exemple.fr', now());
    insert into campaigns (subject, content, recipient_type, status_filter, status, fingerprint, created_by, started_at)
      values ('Nouvelles', 'Texte', 'user', 'all', 'completed', 'f', 'partie@exemple.fr', now());
    insert into suppressions (email_hash, scope, reason, source)
      values ('a', 'news', 'manual', 'partie@exemple.fr'), ('b', 'news', 'unsubscribed', 'Page « Mes données »');
    insert into privacy_requests (kind, email_hash, source, due_at, closed_at, outcome, handled_by)
      values ('access', 'a', 'admin', now(), now(), 'Copie remise', 'partie@exemple.fr')`);
}

test("a database of 0.2.0 gets the schema of a new database and keeps its rows", async () => {
  await storeRowsToCorrect();
  await migrate();
  expect(await describeSchema()).toEqual(newSchema);
  const { rows } = await database.pool.query(
    `select firstname, sample, allowed, search_text like '%zoe%' as found
     from beta_signups, mail_permission(email_hash, 'campaign', 'news') where limited_at is null`,
  );
  expect(rows).toEqual([{ firstname: "Zoé", sample: false, allowed: true, found: true }]);
  const noted = await database.pool.query(
    "select max(created_at)::float8 as newest from drizzle.__drizzle_migrations",
  );
  expect(noted.rows).toEqual([{ newest: newestKnownMigration() }]);
});

test("the migration leaves sign-ups that were limited before out of the statistics", async () => {
  const { rows } = await database.pool.query("select sum(count)::int as counted from signup_totals");
  expect(rows).toEqual([{ counted: 1 }]);
});

test("the migration replaces the addresses of accounts that were deleted before", async () => {
  const { rows } = await database.pool.query(`
    select created_by as name from campaigns
    union all select source from suppressions union all select handled_by from privacy_requests
    order by name`);
  expect(rows.map(({ name }) => name)).toEqual([
    "Compte supprimé",
    "Compte supprimé",
    "Compte supprimé",
    "Page « Mes données »",
  ]);
});
