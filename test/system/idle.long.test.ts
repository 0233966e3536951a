import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { countTransactions } from "#test/support/count-transactions.ts";
import { type ServerProcess, startServerProcess } from "#test/support/server-process.ts";

/**
 * Upper limits per time, because a busy machine can only lower these counts. The first round of upkeep runs every job and belongs
 * to the start. Its last job deletes the expired entry of the journal, so the round is over when that entry is deleted.
 */
const goals = { transactionsPerMinute: 60, bytesPerHour: 20_000_000 };
const windowMs = 60_000;

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess({ entry: "source" });
});
afterAll(() => server.remove());

test("an idle server keeps its database and its disk nearly idle", async () => {
  await server.sql(
    "insert into journal_entries (at, actor, action) values (now() - interval '20 years', 'system', 'campaign.paused')",
  );
  await vi.waitFor(
    async () =>
      expect(await server.sql("select id from journal_entries where at < '2020-01-01'")).toEqual([]),
    { timeout: 240_000, interval: 500 },
  );
  if (server.databaseUrl === undefined) await embeddedUpkeepIsOver();
  const before = await readUsage();
  await sleep(windowMs);
  const after = await readUsage();
  const minutes = (after.at - before.at) / 60_000;
  expect((after.transactions - before.transactions) / minutes).toBeLessThanOrEqual(
    goals.transactionsPerMinute,
  );
  expect(((after.written - before.written) * 60) / minutes).toBeLessThanOrEqual(goals.bytesPerHour);
});

/** Waits until the embedded database has statistics of every table, which its own upkeep makes last. */
async function embeddedUpkeepIsOver(): Promise<void> {
  const unknown =
    "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples < 0";
  await vi.waitFor(async () => expect(await server.sql(unknown)).toEqual([]), {
    timeout: 240_000,
    interval: 500,
  });
}

/** Linux only, because other systems do not report how much a process writes. */
async function readUsage() {
  const io = await readFile(`/proc/${server.pid()}/io`, "utf8").catch(() => "write_bytes: 0");
  return {
    at: performance.now(),
    written: Number(/^write_bytes: (\d+)/m.exec(io)?.[1]),
    transactions: server.databaseUrl === undefined ? 0 : await countTransactions(server.databaseUrl),
  };
}
