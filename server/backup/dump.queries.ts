import type { ClientBase } from "pg";
import { findKeptTables, quoted } from "./catalog.queries.ts";
import type { BackupTable } from "./format/backup-format.ts";
import type { DumpedTable } from "./format/write-backup.ts";

/** What is fetched at a time is about this large, whatever the rows are. */
const fetchBytes = 1_000_000;
const fetchRows = { first: 20, most: 5_000 };

/** Everything that is read from here on is of one moment, however long it takes, and nobody waits for it. */
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

/** By a cursor, so that a table of any size needs the memory of one fetch. */
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
