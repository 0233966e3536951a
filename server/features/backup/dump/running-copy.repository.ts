import type { ClientBase } from "pg";

/**
 * Opens a transaction in which the data files are complete, and stay so until it ends.
 * @returns the name of the first segment of the write-ahead log that they need
 */
export async function checkpointForCopy(client: ClientBase): Promise<string> {
  await client.query("begin");
  await client.query("checkpoint");
  const { rows } = await client.query<{ name: string }>(
    "select redo_wal_file as name from pg_control_checkpoint()",
  );
  return rows[0]?.name ?? "";
}
