import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { databaseFolderName } from "#server/lib/data-folder.ts";
import { embeddedConnection } from "#server/lib/database/database.ts";
import {
  type EmbeddedServer,
  socketFolderName,
  startEmbeddedServer,
} from "#server/lib/database/embedded-server.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { copyRunningDatabase } from "./running-copy.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "tenue-copy-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const start = (folder: string, runFolder?: string) =>
  startEmbeddedServer({
    storage: { type: "folder", folder },
    ...(runFolder !== undefined && { runFolder }),
    log: silentLogger,
  });

async function query(server: EmbeddedServer, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client(embeddedConnection(server.socketFolder));
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

const segments = (folder: string) =>
  readdirSync(join(folder, "pg_wal")).filter((name) => /^[\dA-F]{24}$/.test(name));

test("a copy has every row, but no write-ahead log from before its checkpoint and no empty segments after it", async () => {
  const folder = join(dataDir, databaseFolderName);
  const server = await start(folder, join(dataDir, socketFolderName));
  let copy: string;
  try {
    await query(
      server,
      "create table many as select n, repeat(md5(n::text), 20) as text from generate_series(1, 40000) n",
      "checkpoint",
      "insert into many values (0, 'after the checkpoint')",
    );
    copy = join((await copyRunningDatabase(dataDir)).path, databaseFolderName);
    expect(segments(folder).length).toBeGreaterThan(1);
    expect(segments(copy)).toHaveLength(1);
  } finally {
    await server.close();
  }
  const copied = await start(copy);
  try {
    const sum = "select count(*)::int as count, max(text) filter (where n = 0) as last from many";
    expect(await query(copied, sum)).toEqual([{ count: 40_001, last: "after the checkpoint" }]);
  } finally {
    await copied.close();
  }
});
