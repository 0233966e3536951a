import type { ClientBase } from "pg";
import type { BackupTable, DumpedTable } from "./format/backup-format.ts";
import { inReferenceOrder, keptTables } from "./tables.map.ts";

/** The approximate size of one fetch. */
const fetchBytes = 1_000_000;
const fetchRows = { first: 20, most: 5_000 };

/** Begins a transaction whose reads all see one snapshot, without blocking writers. */
export async function beginSnapshot(client: ClientBase): Promise<void> {
  await client.query("begin isolation level repeatable read read only");
  const settings = {
    statement_timeout: "0",
    idle_in_transaction_session_timeout: "0",
    timezone: "UTC",
    datestyle: "ISO",
    intervalstyle: "postgres",
    bytea_output: "hex",
    extra_float_digits: "1",
  };
  for (const [name, value] of Object.entries(settings))
    await client.query("select set_config($1, $2, true)", [name, value]);
}

/** @param client within `beginSnapshot` */
export async function* dumpTables(client: ClientBase): AsyncGenerator<DumpedTable, void> {
  for (const table of await findKeptTables(client)) yield { ...table, rows: dumpRows(client, table) };
}

/** Reads the rows with a cursor, so that a table of any size needs only the memory of one fetch. */
export async function* dumpRows(
  client: ClientBase,
  { name, columns }: BackupTable,
): AsyncGenerator<string[], void> {
  const list = columns.map(quoted).join(", ");
  await client.query(
    `declare backup no scroll cursor for
    select row_to_json(kept)::text from (select ${list} from public.${quoted(name)}) as kept`,
  );
  let count = fetchRows.first;
  for (;;) {
    const { rows } = await client.query<[string]>({ text: `fetch ${count} from backup`, rowMode: "array" });
    if (rows.length === 0) break;
    const lines = rows.map(([line]) => line);
    yield lines;
    const bytes = lines.reduce((sum, line) => sum + line.length, 0);
    count = Math.max(1, Math.min(fetchRows.most, Math.round((fetchBytes * lines.length) / bytes)));
  }
  await client.query("close backup");
}

/**
 * The tables of a backup that this database has, each after the tables that it references. An older database has fewer
 * tables and columns.
 */
export async function findKeptTables(client: ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = any($1)
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`,
    [keptTables],
  );
  const references = await findReferences(client);
  const tables = new Map(rows.map((table) => [table.name, table]));
  return inReferenceOrder([...tables.keys()], references).flatMap((name) => tables.get(name) ?? []);
}

async function findReferences(client: ClientBase): Promise<{ from: string; to: string }[]> {
  const { rows } = await client.query<{ from: string; to: string }>(
    `select source.relname as "from", target.relname as "to"
    from pg_constraint join pg_class source on source.oid = conrelid join pg_class target on target.oid = confrelid
    where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  return rows;
}

/** Quotes a name for use in a statement. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** @returns null for a database from before installations had an id */
export async function findInstallation(client: ClientBase): Promise<string | null> {
  const { rows: found } = await client.query<{ there: boolean }>(
    "select to_regclass('public.installation') is not null as there",
  );
  if (!found[0]?.there) return null;
  const { rows } = await client.query<{ key: string }>("select key from public.installation");
  return rows[0]?.key ?? null;
}
