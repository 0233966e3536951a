import type { Logger } from "#server/lib/logger.ts";
import { type MigrationClient, noteApplied } from "./applied-migrations.ts";
import type { Migration } from "./migration-files.ts";

/** Migrations of indexes that are built while the table is written to. */
type IndexMigration = Migration & { index: NonNullable<Migration["index"]> };

export function isIndexMigration(migration: Migration): migration is IndexMigration {
  return migration.index !== null;
}

/**
 * Builds the index outside of any transaction. Repairs an interrupted attempt: drops an invalid index, and only records one that
 * is complete.
 */
export async function buildIndex(
  client: MigrationClient,
  { index, hash, stamp }: IndexMigration,
  log: Logger,
): Promise<void> {
  const { rows } = await client.query(
    "select 1 from pg_index where indexrelid = to_regclass(quote_ident($1)) and not indisvalid",
    [index.name],
  );
  if (rows.length > 0) await client.query(`drop index concurrently if exists "${index.name}"`);
  log.info("building an index beside the work that goes on", { index: index.name });
  await client.query(index.statement);
  await noteApplied(client, { hash, stamp });
}
