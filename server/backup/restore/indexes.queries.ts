import type { ClientBase } from "pg";

/** An index that is not there for now. */
export type DroppedIndex = { table: string; definition: string };

/**
 * Takes the indexes away that only make reading quick or keep something unique: made at once over all rows they cost less than
 * row by row. Those that a constraint stands on stay: references are checked by them meanwhile.
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

/** As it was before `dropIndexes`. */
export async function makeIndex(client: ClientBase, { definition }: DroppedIndex): Promise<void> {
  await client.query(definition);
}
