import { randomBytes } from "node:crypto";
import pg from "pg";
import { expect, test } from "vitest";
import { silentLogger } from "#server/lib/logger.ts";
import { embeddedConnection } from "./database.ts";
import { startEmbeddedServer } from "./embedded-server.ts";

const connections = 10;
const insertsEach = 10;
const valueBytes = 150_000; // 300 kB as the hexadecimal text of a parameter

// A statement of this size arrives in many pieces, in which a faulty server could confuse its connections.
test.runIf(!process.env.TEST_DATABASE_URL)(
  "large values on ten connections at once: every insert is stored and answered with its own row",
  { timeout: 120_000 },
  async () => {
    const server = await startEmbeddedServer({ storage: { type: "memory" }, log: silentLogger });
    const clients = Array.from(
      { length: connections },
      () => new pg.Client(embeddedConnection(server.socketFolder)),
    );
    try {
      await Promise.all(clients.map((client) => client.connect()));
      await clients[0]?.query("create table large (id int primary key, value text not null)");
      const answers = await Promise.all(clients.map((client, index) => insertAll(client, index)));
      expect(answers.flat().filter(({ right }) => !right)).toEqual([]);
      const stored = await clients[0]?.query(
        "select count(*)::int, sum(length(value))::int as bytes from large",
      );
      expect(stored?.rows).toEqual([
        { count: connections * insertsEach, bytes: connections * insertsEach * valueBytes * 2 },
      ]);
    } finally {
      await Promise.all(clients.map((client) => client.end()));
      await server.close();
    }
  },
);

/** Sends all inserts of a connection without waiting. Each result tells whether the answer was its own row. */
function insertAll(client: pg.Client, connection: number): Promise<{ id: number; right: boolean }[]> {
  const ids = Array.from({ length: insertsEach }, (_, index) => connection * insertsEach + index);
  return Promise.all(
    ids.map(async (id) => {
      const value = randomBytes(valueBytes).toString("hex");
      const { rows } = await client.query("insert into large values ($1, $2) returning id, value", [
        id,
        value,
      ]);
      return { id, right: rows.length === 1 && rows[0].id === id && rows[0].value === value };
    }),
  );
}
