import { readMigrationFiles } from "drizzle-orm/migrator";
import { OperatorError } from "#server/lib/operator-error.ts";

export interface Migration {
  /** When the migration was made, in milliseconds. It orders the migrations and marks them as applied. */
  stamp: number;
  hash: string;
  statements: string[];
  /** The only index in a file marked `-- no transaction`; null for other files, which run in a transaction. */
  index: { name: string; statement: string } | null;
  /** The statements of a file marked `-- in batches`: each is repeated until it returns no row. Null for other files. */
  batches: string[] | null;
}

const mark = /^\s*--\s*no transaction\b/i;
const batchMark = /^\s*--\s*in batches\b/i;
const indexStatement =
  /^create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+"(?<name>[^"]+)"[^;]*;?$/i;

/**
 * The migrations of a folder, in order.
 * @throws Error when a file marked `-- no transaction` holds anything except one `create index concurrently if not exists`
 */
export function readMigrations(folder: string): Migration[] {
  return readMigrationFiles({ migrationsFolder: folder }).map(({ sql, folderMillis, hash }) => ({
    stamp: folderMillis,
    hash,
    statements: sql,
    index: indexOf(sql),
    batches: batchMark.test(sql[0] ?? "") ? sql : null,
  }));
}

/** True for a migration that runs after the transaction, while other instances work. */
export function runsBeside({ index, batches }: Migration): boolean {
  return index !== null || batches !== null;
}

function indexOf(statements: string[]): Migration["index"] {
  const [first = "", ...others] = statements;
  if (!mark.test(first)) return null;
  const statement = first.replace(/^[ \t]*--.*$/gm, "").trim();
  const name = indexStatement.exec(statement)?.groups?.name;
  if (name === undefined || others.length > 0)
    throw new Error(`"-- no transaction" is for one "create index concurrently if not exists": ${statement}`);
  return { name, statement };
}

/** The statement for a database without other users. It has no `concurrently`, so that it can run in the transaction. */
function plainIndex({ statement }: NonNullable<Migration["index"]>): string {
  return statement.replace(/\bconcurrently\b\s*/i, "");
}

/** `pg`'s client, or another object with the same method. */
export interface MigrationClient {
  query<Row extends object>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/** When the database's newest migration was made, in milliseconds; 0 without any migration. */
export async function readStamp(client: MigrationClient): Promise<number> {
  return Math.max(0, ...(await readStamps(client)));
}

/** Reads Drizzle's own table, so that a database that Drizzle migrated continues from its last migration. */
async function readStamps(client: MigrationClient): Promise<Set<number>> {
  // Does not use `to_regclass`: in a transaction that waited for another instance's migrations, it may remember that the table was missing.
  const { rows: tables } = await client.query(
    "select from pg_tables where schemaname = 'drizzle' and tablename = '__drizzle_migrations'",
  );
  if (tables.length === 0) return new Set();
  const { rows } = await client.query<{ created_at: unknown }>(
    "select created_at from drizzle.__drizzle_migrations",
  );
  return new Set(rows.map((row) => Number(row.created_at)));
}

/**
 * The migrations that the database does not have. Each is checked separately, because an index that is built outside of the
 * transaction may be missing longer than later migrations.
 * @throws OperatorError when a newer build made the database, or one before 0.2.0, whose schema is the first migration
 */
export async function findPending(client: MigrationClient, migrations: Migration[]): Promise<Migration[]> {
  const applied = await readStamps(client);
  refuseNewer(Math.max(0, ...applied), migrations);
  if (applied.size > 0 && !applied.has(migrations[0]?.stamp ?? 0)) throw earlierDatabase();
  return migrations.filter(({ stamp }) => !applied.has(stamp));
}

function refuseNewer(newest: number, migrations: Migration[]): void {
  if (newest <= Math.max(0, ...migrations.map(({ stamp }) => stamp))) return;
  throw new OperatorError(
    `The database was brought up to date by a newer version of Tenue (of ${new Date(newest).toISOString().slice(0, 10)} or later): start that version, or restore a backup from before the update.`,
  );
}

function earlierDatabase(): OperatorError {
  return new OperatorError(
    "The database was made before Tenue 0.2.0: start version 0.2.0 on it once, which brings it up to date, then this version.",
  );
}

/**
 * Version 0.2.0 converts the addresses that earlier versions stored as typed, in batches, oldest first.
 * @throws OperatorError when addresses from before the update to 0.2.0 are not converted yet
 */
export async function refuseUnconvertedAddresses(client: MigrationClient): Promise<void> {
  const { rows } = await client.query(`
    select migration.audience
    from address_migrations as migration
    join (
      select 'user' as audience, id, created_at from beta_signups
      union all
      select 'brand', id, created_at from brand_signups
    ) as signup using (audience)
    where signup.created_at < migration.requested_at
      and (migration.last_id is null or (signup.created_at, signup.id) > (migration.last_created_at, migration.last_id))
    limit 1`);
  if (rows.length === 0) return;
  throw new OperatorError(
    "Sign-ups from before Tenue 0.2.0 still have to be converted: start version 0.2.0 and let it run for a few minutes, then start this version.",
  );
}

/** Runs within the caller's transaction. */
export async function applyAll(client: MigrationClient, migrations: Migration[]): Promise<void> {
  if (migrations.length === 0) return;
  await client.query("create schema if not exists drizzle");
  await client.query(
    "create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
  for (const migration of migrations) {
    const { index, batches, statements } = migration;
    for (const statement of index === null ? statements : [plainIndex(index)]) {
      while ((await client.query(statement)).rows.length > 0 && batches !== null);
    }
    await noteApplied(client, migration);
  }
}

export async function noteApplied(
  client: MigrationClient,
  { hash, stamp }: Pick<Migration, "hash" | "stamp">,
): Promise<void> {
  await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
    hash,
    stamp,
  ]);
}
