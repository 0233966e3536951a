import { realpath } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { Config } from "#server/lib/config.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { createDatabase, type Database, embeddedConnection } from "./database.ts";
import { socketFolderName } from "./embedded-server.ts";

type Opened = Pick<Database, "db" | "publicDb" | "close">;

/**
 * Opens the database for reading only: starts, migrates and creates nothing.
 * @returns pools, which find out themselves whether a PostgreSQL answers; null for the embedded database of a server that does not run
 */
export async function openAsItIs({
  databaseUrl,
  dataDir,
}: Pick<Config, "databaseUrl" | "dataDir">): Promise<Opened | null> {
  const options = { poolSize: 2, log: silentLogger };
  if (databaseUrl !== undefined) return createDatabase({ connectionString: databaseUrl }, options);
  const folder = await socketFolderOf(dataDir);
  if (folder === null) return null;
  const connection = embeddedConnection(folder);
  return (await answers(connection)) ? createDatabase(connection, options) : null;
}

/** Where the path would be too long for a socket, there is a link to it. */
async function socketFolderOf(dataDir: string): Promise<string | null> {
  try {
    return await realpath(join(dataDir, socketFolderName));
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** A server that was killed leaves its socket behind. */
async function answers(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection);
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  } finally {
    await client.end();
  }
}

const absent = new Set(["ENOENT", "ECONNREFUSED"]);
const isAbsent = (error: unknown) =>
  error instanceof Error && "code" in error && absent.has(String(error.code));
