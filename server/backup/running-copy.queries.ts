import type { ClientBase } from "pg";

/** Names of segments of the write-ahead log, from the first to the last that the data files need. */
export type NeededLog = { first: string; last: string };

/** Opens a transaction in which the data files are complete, and stay so until it ends. */
export async function checkpointForCopy(client: ClientBase): Promise<NeededLog> {
  await client.query("begin");
  await client.query("checkpoint");
  const { rows } = await client.query<NeededLog>(
    `select redo_wal_file as first, pg_walfile_name(pg_current_wal_insert_lsn()) as last
    from pg_control_checkpoint()`,
  );
  if (!rows[0]) throw new Error("PostgreSQL tells nothing of its checkpoint");
  return rows[0];
}
