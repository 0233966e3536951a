import { randomBytes } from "node:crypto";
import type pg from "pg";
import { createDatabase, type Database, embeddedConnection } from "#server/lib/database/database.ts";
import { startEmbeddedServer } from "#server/lib/database/embedded-server.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { databaseAddress, snapshotVariable, templateVariable, withServer } from "./test-run.ts";

export type TestDatabase = Database & {
  /** For tests that open connections of their own. */
  connection: pg.ClientConfig;
};

/** A fresh, migrated database: embedded in memory, or on the PostgreSQL of TEST_DATABASE_URL. Close it in `afterAll`. */
export function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env.TEST_DATABASE_URL;
  return serverUrl ? createOnServer(serverUrl) : createInMemory();
}

async function createInMemory(): Promise<TestDatabase> {
  const server = await startEmbeddedServer({
    storage: { type: "memory", snapshotFile: prepared(snapshotVariable) },
    log: silentLogger,
  });
  const connection = embeddedConnection(server.socketFolder);
  const database = createDatabase(connection, { log: silentLogger });
  return {
    ...database,
    connection,
    mode: "embedded",
    figures: () => ({ ...database.figures(), embedded: server.figures() }),
    async close() {
      await database.close();
      await server.close();
    },
  };
}

async function createOnServer(serverUrl: string): Promise<TestDatabase> {
  const template = prepared(templateVariable);
  const name = template.replace(/template$/, randomBytes(6).toString("hex"));
  await withServer(serverUrl, (client) => client.query(`create database "${name}" template "${template}"`));
  const connection = { connectionString: databaseAddress(serverUrl, name) };
  const database = createDatabase(connection, { log: silentLogger });
  return {
    ...database,
    connection,
    mode: "postgresql",
    async close() {
      await database.close();
      await withServer(serverUrl, (client) => client.query(`drop database if exists "${name}" with (force)`));
    },
  };
}

function prepared(variable: string): string {
  const value = process.env[variable];
  if (!value) throw new Error(`${variable} is set by test/support/global-setup.ts: run this with Vitest`);
  return value;
}
