import type { ClientBase } from "pg";
import { readMigrations } from "#server/lib/database/applied-migrations.ts";
import { findMigrationsFolder } from "#server/lib/database/migrations.ts";
import { findKeptTables, quoted } from "../dump.queries.ts";
import type { BackupTable } from "../format/backup-format.ts";
import { keptTables, leftOutTables } from "../tables.map.ts";

export type TargetState = {
  /** Whether the database belongs to any version of Tenue. */
  isTenue: boolean;
  /** Tables, views and functions that no known version of Tenue made. */
  foreignObjects: string[];
  /** Whether the database holds data that a new installation does not have. */
  hasData: boolean;
  hasRunningCampaign: boolean;
  /** Whether an import has lines left, which no backup holds. */
  hasUnfinishedImport: boolean;
  /** Whether a server is connected to the database, also one that is still stopping. */
  isServed: boolean;
};

/** The sessions of a running server are never all idle for longer than this. */
const idleSecondsMax = 30;

/** Tables that are empty in a new installation. */
const dataTables = ["beta_signups", "brand_signups", "admin_users", "campaigns", "email_log"];

/** @param idleSeconds a session that is idle for longer does not count as a server's */
export async function findTargetState(
  client: ClientBase,
  idleSeconds = idleSecondsMax,
): Promise<TargetState> {
  const things = await findDatabaseObjects(client);
  const tables = things.filter(({ kind }) => kind === "table").map(({ name }) => name);
  const isTenue = tables.includes("beta_signups") && (await hasMigrations(client));
  let hasData = false;
  for (const name of dataTables) hasData ||= tables.includes(name) && (await hasRows(client, name, "true"));
  return {
    isTenue,
    foreignObjects: findForeignObjects(things),
    hasData,
    hasRunningCampaign:
      tables.includes("campaigns") && (await hasRows(client, "campaigns", "status = 'running'")),
    hasUnfinishedImport:
      tables.includes("imports") && (await hasRows(client, "imports", "status in ('running', 'paused')")),
    isServed: await isServed(client, idleSeconds),
  };
}

type Thing = { kind: "table" | "view" | "function"; name: string };

/** Finds the tables, views and functions that belong to no extension. */
async function findDatabaseObjects(client: ClientBase): Promise<Thing[]> {
  const { rows } = await client.query<Thing>(
    `select kind, name from (
      select case when relkind in ('v', 'm') then 'view' else 'table' end as kind, relname::text as name,
        oid, 'pg_class'::regclass as catalogue
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'f', 'v', 'm')
      union all
      select 'function', proname::text, oid, 'pg_proc'::regclass
      from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
    ) as thing
    where not exists (select from pg_depend
      where classid = thing.catalogue and objid = thing.oid and deptype = 'e')
    order by name`,
  );
  return rows;
}

function findForeignObjects(things: Thing[]): string[] {
  const ours = { table: [...keptTables, ...Object.keys(leftOutTables)], ...namesMadeByMigrations() };
  return things.filter(({ kind, name }) => !ours[kind].includes(name)).map(({ name }) => name);
}

/** The names of the views and functions that any version up to this one made. */
function namesMadeByMigrations(): Record<"view" | "function", string[]> {
  const text = readMigrations(findMigrationsFolder())
    .flatMap(({ statements }) => statements)
    .join("\n");
  const namesOf = (kind: string) =>
    [...text.matchAll(new RegExp(`\\bcreate (?:or replace )?${kind} (?:public\\.)?"?(\\w+)`, "gi"))].map(
      ([, name = ""]) => name,
    );
  return { view: namesOf("view"), function: namesOf("function") };
}

async function hasMigrations(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as there",
  );
  return rows[0]?.there === true;
}

async function hasRows(client: ClientBase, name: string, condition: string): Promise<boolean> {
  const { rowCount } = await client.query(`select 1 from public.${quoted(name)} where ${condition} limit 1`);
  return rowCount === 1;
}

/** A server queries for work every second. A pooler keeps an idle session under the server's name for minutes after the server stopped. */
async function isServed(client: ClientBase, idleSeconds: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from pg_stat_activity where datname = current_database() and application_name = 'tenue'
    and pid <> pg_backend_pid()
    and not (state = 'idle' and clock_timestamp() - state_change > make_interval(secs => $1)) limit 1`,
    [idleSeconds],
  );
  return rowCount === 1;
}

/**
 * Drops what Tenue's versions made, after `findTargetState` found no foreign objects. Objects of extensions stay.
 * @throws when a foreign object depends on one of them
 */
export async function dropTenueObjects(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ kind: string; names: string }>(
    `select kind, string_agg(name, ', ') as names from (
      select case relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end as kind,
        oid::regclass::text as name, oid, 'pg_class'::regclass as catalogue
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
      union all
      select 'function', oid::regprocedure::text, oid, 'pg_proc'::regclass
      from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
    ) as made
    where not exists (select from pg_depend
      where classid = made.catalogue and objid = made.oid and deptype = 'e')
    group by kind order by position(kind in 'materialized view, table, function')`,
  );
  for (const { kind, names } of rows) await client.query(`drop ${kind} ${names}`);
  await client.query("drop schema if exists drizzle cascade");
}

/** Returns a text that is equal only for connections to the same database. */
export async function findIdentity(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ identity: string }>(
    `select system_identifier || ' ' || current_database() || ' ' || pg_postmaster_start_time() as identity
    from pg_control_system()`,
  );
  return rows[0]?.identity ?? "";
}

/**
 * Prepares a new schema for the rows of a backup: deletes the rows that migrations inserted, disables triggers, and lets a row
 * reference a later row of the same table.
 * @returns the tables by their names
 */
export async function prepareTables(client: ClientBase): Promise<Map<string, BackupTable>> {
  const tables = await findKeptTables(client);
  for (const { name } of tables)
    await client.query(`alter table public.${quoted(name)} disable trigger user`);
  for (const { name } of tables.toReversed()) await client.query(`delete from public.${quoted(name)}`);
  await changeOwnReferences(client, "deferrable initially deferred");
  return new Map(tables.map((table) => [table.name, table]));
}

/** @param json an array of rows */
export async function insertRows(
  client: ClientBase,
  { name, columns }: BackupTable,
  json: string,
): Promise<void> {
  const list = columns.map(quoted).join(", ");
  const table = `public.${quoted(name)}`;
  await client.query(
    `insert into ${table} (${list}) overriding system value
    select ${list} from json_populate_recordset(null::${table}, $1::json)`,
    [json],
  );
}

/** Checks references again, enables triggers, and sets the sequences to the next free numbers. */
export async function finishTables(client: ClientBase): Promise<void> {
  await client.query("set constraints all immediate");
  await changeOwnReferences(client, "not deferrable");
  const tables = await findKeptTables(client);
  for (const { name } of tables) await client.query(`alter table public.${quoted(name)} enable trigger user`);
  await setSequences(client);
}

export async function countRows(client: ClientBase): Promise<void> {
  await client.query("select public.rebuild_counts()");
}

async function changeOwnReferences(client: ClientBase, how: string): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as "table", quote_ident(conname) as name from pg_constraint
    where contype = 'f' and conrelid = confrelid and connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of rows)
    await client.query(`alter table ${table} alter constraint ${name} ${how}`);
}

async function setSequences(client: ClientBase): Promise<void> {
  // Does not use pg_get_serial_sequence: PostgreSQL may evaluate it for tables of other schemas, which an ordinary role may not read.
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select attrelid::regclass::text as "table", quote_ident(attname) as "column", objid::regclass::text as sequence
    from pg_depend
      join pg_class sequences on sequences.oid = objid and sequences.relkind = 'S'
      join pg_attribute on attrelid = refobjid and attnum = refobjsubid
      join pg_class tables on tables.oid = attrelid
    where classid = 'pg_class'::regclass and refclassid = 'pg_class'::regclass and deptype in ('a', 'i')
      and tables.relnamespace = 'public'::regnamespace`,
  );
  for (const { table, column, sequence } of rows) {
    await client.query(`select setval($1::regclass, coalesce(max(${column}), 0) + 1, false) from ${table}`, [
      sequence,
    ]);
  }
}

/** An index that is dropped during the restore. */
export type DroppedIndex = { table: string; definition: string };

/**
 * Drops the indexes that belong to no constraint, because building an index once over all rows is cheaper than row by row.
 * Indexes of constraints stay, because they check references during the restore.
 * @param tables their names
 */
export async function dropIndexes(client: ClientBase, tables: string[]): Promise<DroppedIndex[]> {
  const { rows } = await client.query<DroppedIndex & { name: string }>(
    `select relname as "table", indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace and relname = any($1)
      and not exists (select from pg_constraint where conindid = indexrelid)
    order by indexrelid`,
    [tables],
  );
  if (rows.length > 0) await client.query(`drop index ${rows.map(({ name }) => name).join(", ")}`);
  return rows;
}

/** Recreates an index that `dropIndexes` dropped. */
export async function makeIndex(client: ClientBase, { definition }: DroppedIndex): Promise<void> {
  await client.query(definition);
}
