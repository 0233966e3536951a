import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createMailApp, type MailApp, soon } from "#server/mail/mail.test-helpers.ts";
import { createLaneQueue } from "./lane.ts";
import { recordResults } from "./turns.queries.ts";

let context: MailApp;
/** Ends the attempts in flight. */
let finish: () => void = () => undefined;

beforeAll(async () => {
  context = await createMailApp();
});
beforeEach(async () => {
  await context.clear();
  await context.saveSettings();
  const end = new Promise<void>((resolve) => {
    finish = resolve;
  });
  context.recorder.outcome = async () => {
    await end;
    return { type: "sent" };
  };
  await context.database.pool.query(
    `insert into email_log (recipient_email, subject, content, email_type, lane)
     values ('zoe@exemple.fr', 'Bonjour', 'Bonjour', 'transactional', 'direct')`,
  );
});
afterEach(async () => {
  finish();
  await context.stopWorkers();
});
afterAll(() => context.close());

async function lease(): Promise<{ status: string; left: number | null }> {
  const [row] = await context.log<{ status: string; left: number | null }>(
    "status, extract(epoch from leased_until - now())::float8 as left",
  );
  return row ?? { status: "missing", left: null };
}

const underWay = () => vi.waitFor(() => expect(context.recorder.sent).toHaveLength(1), soon);

const shorten = (seconds: number) =>
  context.database.pool.query("update email_log set leased_until = now() + make_interval(secs => $1)", [
    seconds,
  ]);

test("a lease ends 30 seconds after it was taken", async () => {
  context.startWorker();
  await underWay();
  const { left } = await lease();
  expect(left).toBeGreaterThan(10);
  expect(left).toBeLessThanOrEqual(30);
});

test("a renewal keeps the lease of a message in flight", async () => {
  context.startWorker();
  await underWay();
  await shorten(14);
  await vi.waitFor(async () => expect((await lease()).left).toBeGreaterThan(20), soon);
});

test("only the holder of a lease, or its expired holder, records the result", async () => {
  const [{ id } = { id: "" }] = await context.log();
  const record = (worker: string) =>
    recordResults(context.db, worker, [
      { id, status: "sent", errorMessage: null, retryIn: null, countsAsAttempt: true, departed: true },
    ]);
  await context.database.pool.query(
    "update email_log set leased_by = 'holder', leased_until = now() + interval '1 minute'",
  );
  await record("another");
  expect((await lease()).status).toBe("pending");
  await context.database.pool.query(
    "update email_log set status = 'failed', error_message = 'Envoi interrompu, à vérifier', leased_by = null, leased_until = null",
  );
  await record("holder");
  expect((await lease()).status).toBe("sent");
});

test("a dead worker's message is marked as interrupted, a live worker's message is not", async () => {
  await context.database.pool.query("delete from email_log");
  context.startWorker();
  await context.turns(); // a starting worker treats every lease as that of a dead worker
  await context.database.pool.query(
    `insert into email_log (recipient_email, subject, content, email_type, lane, leased_by, leased_until)
     values ('dead@exemple.fr', 'A', 'A', 'transactional', 'direct', 'dead', now() - interval '1 second'),
            ('living@exemple.fr', 'A', 'A', 'transactional', 'direct', 'living', now() + interval '60 seconds')`,
  );
  const states = () => context.log<{ to: string; status: string }>("recipient_email as to, status");
  await vi.waitFor(
    async () => expect(await states()).toContainEqual({ to: "dead@exemple.fr", status: "failed" }),
    soon,
  );
  expect(await states()).toContainEqual({ to: "living@exemple.fr", status: "pending" });
  expect(context.recorder.sent).toEqual([]);
});

test("a request without leasing ahead gets a message that was leased ahead earlier", async () => {
  const queue = createLaneQueue(
    { db: context.db, worker: "holder", lane: "direct" },
    { onRetry: () => undefined, pause: async () => undefined, signal: new AbortController().signal },
  );
  await context.database.pool.query(
    `insert into email_log (recipient_email, subject, content, email_type, lane)
     values ('lea@exemple.fr', 'Bonjour', 'Bonjour', 'transactional', 'direct')`,
  );
  expect((await queue.next(2))?.recipientEmail).toBe("zoe@exemple.fr");
  expect((await queue.next(0))?.recipientEmail).toBe("lea@exemple.fr");
  expect(await context.log("attempts")).toEqual([{ attempts: 1 }, { attempts: 1 }]);
});

/** Makes a queue whose first statement commits, but whose connection breaks before the answer. */
function queueThatLosesAnswer() {
  const { session } = context.db._;
  const prepare = session.prepareQuery.bind(session);
  const spy = vi.spyOn(session, "prepareQuery").mockImplementationOnce((...given) => {
    const prepared = prepare(...given);
    const execute = prepared.execute.bind(prepared);
    vi.spyOn(prepared, "execute").mockImplementationOnce(async (values) => {
      await execute(values);
      throw new Error("connection lost");
    });
    return prepared;
  });
  const queue = createLaneQueue(
    { db: context.db, worker: "holder", lane: "direct" },
    { onRetry: () => undefined, pause: async () => undefined, signal: new AbortController().signal },
  );
  spy.mockRestore();
  return queue;
}

test("gives back the messages of a lease whose answer was lost", async () => {
  const queue = queueThatLosesAnswer();
  await expect(queue.next()).rejects.toThrow("connection lost");
  await queue.release();
  expect(await context.log("status, leased_by, attempts")).toEqual([
    { status: "pending", leased_by: null, attempts: 0 },
  ]);
});

test.each([
  ["one message", (id: string) => context.dependencies.mail.deliver(id)],
  ["the oldest message", () => context.dependencies.mail.deliverOldest(1)],
])(
  "gives back a lease of %s whose answer was lost, also while the database is unreachable",
  async (_, send) => {
    const [{ id } = { id: "" }] = await context.log();
    const { db } = context;
    const transaction = db.transaction.bind(db);
    vi.spyOn(db, "transaction").mockImplementationOnce(async (...given) => {
      await transaction(...given);
      vi.spyOn(db, "execute").mockRejectedValueOnce(new Error("unreachable"));
      throw new Error("connection lost");
    });
    await expect(send(id)).rejects.toThrow("connection lost");
    expect(await context.log("status, leased_by, attempts")).toEqual([
      { status: "pending", leased_by: null, attempts: 0 },
    ]);
    expect(context.recorder.sent).toEqual([]);
  },
);

test("accepts a result that is recorded after the lease expired", async () => {
  context.startWorker();
  await underWay();
  await context.database.pool.query(
    "update email_log set status = 'failed', error_message = 'Envoi interrompu, à vérifier', leased_by = null, leased_until = null",
  );
  finish();
  await vi.waitFor(async () => expect(await lease()).toMatchObject({ status: "sent" }), soon);
});
