import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type pg from "pg";
import { createDatabase, type Database, embeddedConnection } from "#server/lib/database/database.ts";
import { startEmbeddedServer } from "#server/lib/database/embedded-server.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { describeOriginal, emptyDatabase, type Original } from "./emptied-database.ts";
import {
  databaseAddress,
  snapshotVariable,
  socketsVariable,
  templateVariable,
  withServer,
} from "./test-run.ts";

export type TestDatabase = Database & {
  /** The connection settings, for tests that open more connections. */
  connection: pg.ClientConfig;
};

/** A migrated database without the connection pools of a test. */
type Engine = Pick<Database, "mode"> & {
  connection: pg.ClientConfig;
  embedded: () => ReturnType<Database["metrics"]>["embedded"];
  original: Original;
  close(): Promise<void>;
};

/**
 * The databases that earlier test files of this worker closed. Emptying a database takes 20 ms. Making one takes 450 ms of
 * processor time embedded; on PostgreSQL, a copy and a removal wait for the disk.
 */
const free: Engine[] = [];
/** The maximum of kept databases, because an embedded one takes some 150 MB. */
const maxFree = 2;

/**
 * A migrated database with the rows of the migrations, which no other test uses: embedded in memory, or on the PostgreSQL of
 * TEST_DATABASE_URL. Close it in `afterAll`. The next test file gets it emptied, unless its schema was changed.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const engine = await takeEngine();
  const database = createDatabase(engine.connection, { log: silentLogger });
  return {
    ...database,
    connection: engine.connection,
    mode: engine.mode,
    metrics: () => ({ ...database.metrics(), embedded: engine.embedded() }),
    async close() {
      await database.close();
      if (free.length < maxFree) free.push(engine);
      else await engine.close();
    },
  };
}

async function takeEngine(): Promise<Engine> {
  for (let engine = free.pop(); engine; engine = free.pop()) {
    if (await emptyDatabase(engine.connection, engine.original)) return engine;
    await engine.close();
  }
  const serverUrl = process.env.TEST_DATABASE_URL;
  const started = await (serverUrl ? createOnServer(serverUrl) : startInMemory());
  return { ...started, original: await describeOriginal(started.connection) };
}

async function startInMemory(): Promise<Omit<Engine, "original">> {
  const server = await startEmbeddedServer({
    storage: { type: "memory", snapshotFile: prepared(snapshotVariable) },
    runFolder: join(prepared(socketsVariable), randomBytes(6).toString("hex")),
    log: silentLogger,
  });
  return {
    mode: "embedded",
    connection: embeddedConnection(server.socketFolder),
    embedded: server.metrics,
    close: server.close,
  };
}

async function createOnServer(serverUrl: string): Promise<Omit<Engine, "original">> {
  const template = prepared(templateVariable);
  const name = template.replace(/template$/, randomBytes(6).toString("hex"));
  await withServer(serverUrl, (client) => client.query(`create database "${name}" template "${template}"`));
  return {
    mode: "postgresql",
    connection: { connectionString: databaseAddress(serverUrl, name) },
    embedded: () => null,
    async close() {
      await withServer(serverUrl, (client) => client.query(`drop database if exists "${name}" with (force)`));
    },
  };
}

function prepared(variable: string): string {
  const value = process.env[variable];
  if (!value) throw new Error(`${variable} is set by test/support/global-setup.ts: run this with Vitest`);
  return value;
}
