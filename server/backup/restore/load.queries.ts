import type { ClientBase } from "pg";
import { findKeptTables, quoted } from "../catalog.queries.ts";
import type { BackupTable } from "../format/backup-format.ts";

/**
 * Makes room for the rows of a backup in a schema that was just made: what migrations wrote into it goes, triggers sleep, and a row may
 * refer to one of its own table that comes later.
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

/** What the database keeps by itself is right again: references, triggers and the numbers that are given next. */
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
  // Without pg_get_serial_sequence: PostgreSQL may evaluate it for tables of other schemas too, and then refuses an ordinary role.
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
