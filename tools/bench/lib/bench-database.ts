import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

/** Where a server under measurement keeps its data. */
export type BenchDatabase = {
  mode: "postgresql" | "embedded";
  databaseUrl: string | undefined;
  dataDir: string;
  remove(): Promise<void>;
};

/** A new database on the given PostgreSQL, or an embedded one. */
export async function createBenchDatabase(serverUrl: string | undefined): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), "tenue-bench-"));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  if (serverUrl === undefined) {
    return { mode: "embedded", databaseUrl: undefined, dataDir, remove: removeFolder };
  }
  const name = `tenue_bench_${randomBytes(4).toString("hex")}`;
  await onServer(serverUrl, `create database ${name}`);
  const address = new URL(serverUrl);
  address.pathname = `/${name}`;
  return {
    mode: "postgresql",
    databaseUrl: address.href,
    dataDir,
    async remove() {
      await onServer(serverUrl, `drop database if exists ${name} with (force)`);
      await removeFolder();
    },
  };
}

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
