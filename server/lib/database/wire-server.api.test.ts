import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { embeddedConnection } from "./database.ts";
import { WireServer } from "./wire-server.ts";

/** A database that knows begin, commit and rollback, and records its statements. */
class NotingDatabase {
  readonly statements: string[] = [];
  #open = false;

  async execute(messages: Buffer): Promise<Buffer> {
    const sql = messages.toString("utf8", 5, messages.length - 1);
    this.statements.push(sql);
    if (sql === "begin") this.#open = true;
    if (sql === "commit" || sql === "rollback") this.#open = false;
    return Buffer.from(`C\0\0\0\x07OK\0Z\0\0\0\x05${this.#open ? "T" : "I"}`, "latin1");
  }
}

let folder: string;
let database: NotingDatabase;
let server: WireServer;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tenue-"));
  database = new NotingDatabase();
});

afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function listen(idleInTransactionMs: number): Promise<void> {
  server = new WireServer({
    execute: (messages) => database.execute(messages),
    serverVersion: "18",
    idleInTransactionMs,
    onBroken: (reason) => {
      throw new Error(reason);
    },
  });
  await server.listen(join(folder, ".s.PGSQL.5432"));
}

async function connect(): Promise<{ client: pg.Client; failure: Promise<unknown> }> {
  const client = new pg.Client(embeddedConnection(folder));
  const failure = new Promise<unknown>((resolve) => client.once("error", resolve));
  client.on("error", () => undefined); // the end of the stream is a second error
  await client.connect();
  return { client, failure };
}

test("a transaction that stays silent is rolled back, so that other connections do not wait for ever", async () => {
  await listen(20);
  const [silent, waiting] = [await connect(), await connect()];
  await silent.client.query("begin");
  await waiting.client.query("waiting");
  expect(database.statements).toEqual(["begin", "rollback", "waiting"]);
  expect(await silent.failure).toMatchObject({ code: "25P03" });
  await waiting.client.end();
});

test("waiting connections are served in the order of their requests, after the open transaction", async () => {
  await listen(60_000);
  const [owner, second, third] = [await connect(), await connect(), await connect()];
  await owner.client.query("begin");
  const answers = [second.client.query("second")];
  // A connection made now is read after the message of the second one.
  const late = await connect();
  answers.push(third.client.query("third"));
  await late.client.end();
  await owner.client.query("inside");
  await owner.client.query("commit");
  await Promise.all(answers);
  expect(database.statements).toEqual(["begin", "inside", "commit", "second", "third"]);
  for (const { client } of [owner, second, third]) await client.end();
});

test("closing rolls an open transaction back and sends the client the reason", async () => {
  await listen(60_000);
  const { client, failure } = await connect();
  await client.query("begin");
  await server.close();
  expect(await failure).toMatchObject({ code: "57P01" });
  expect(database.statements).toEqual(["begin", "rollback"]);
  await expect(connect()).rejects.toMatchObject({ code: "ENOENT" });
  await listen(60_000);
});

test("another program is refused before it can change anything", async () => {
  await listen(60_000);
  const foreign = new pg.Client({ ...embeddedConnection(folder), application_name: "pg_dump" });
  foreign.on("error", () => undefined); // the end of the stream is a second error
  await expect(foreign.connect()).rejects.toMatchObject({ code: "28000" });
  const { client } = await connect();
  await client.query("ours");
  expect(database.statements).toEqual(["ours"]);
  await client.end();
});
