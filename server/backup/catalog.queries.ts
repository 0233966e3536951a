import type { ClientBase } from "pg";
import type { BackupTable } from "./format/backup-format.ts";
import { inReferenceOrder } from "./reference-order.rules.ts";
import { keptTables } from "./tables.map.ts";

/**
 * The tables that a backup keeps, as this database has them, in an order in which each comes after those that it refers to. A
 * database from before an update has fewer of them and fewer columns.
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

/** A name of the catalogue within a statement. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** @returns null before installations had a number */
export async function findInstallation(client: ClientBase): Promise<string | null> {
  const { rows: found } = await client.query<{ there: boolean }>(
    "select to_regclass('public.installation') is not null as there",
  );
  if (!found[0]?.there) return null;
  const { rows } = await client.query<{ key: string }>("select key from public.installation");
  return rows[0]?.key ?? null;
}
