import { sql, TransactionRollbackError } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createMailApp, type MailApp } from "#server/mail/mail.test-helpers.ts";
import { lift, suppressAutomatically } from "#server/privacy/suppressions.service.ts";
import { unsubscribe } from "#server/privacy/unsubscribe.service.ts";
import { deleteInactiveSignups } from "#server/signups/retention.service.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { findKeptErasures } from "./erasure-log.service.ts";

let context: MailApp;
let emailHash: string;
const email = "zoe@exemple.fr";

beforeAll(async () => {
  context = await createMailApp({ config: { signupLimitPerMinute: 0 } });
  emailHash = await context.dependencies.addresses.hash(email);
});
beforeEach(async () => {
  await context.clear();
  await emptyTables(context.database, "erasure_log");
});
afterAll(() => context.close());

async function signUp(): Promise<string> {
  const { rows } = await context.database.pool.query(
    "insert into beta_signups (firstname, name, email) values ('Zoé', 'Martin', $1) returning id",
    [email],
  );
  return rows[0].id;
}

async function logged() {
  const { rows } = await context.database.pool.query(
    "select kind, email_hash, scope, reason, until from erasure_log order by id",
  );
  return rows.map(({ email_hash, ...row }) => ({ ...row, theirs: email_hash === emailHash }));
}

const line = (kind: string, values: { scope?: string; reason?: string; until?: Date } = {}) => ({
  kind,
  theirs: true,
  scope: null,
  reason: null,
  until: null,
  ...values,
});

test("a person who is erased by an administrator is recorded once", async () => {
  await signUp();
  expect((await context.request("POST", "/privacy/erase", { email })).status).toBe(200);
  expect(await logged()).toEqual([line("erased")]);
});

test("an administrator's deletion of the last sign-up is recorded as an erasure, its expiry is not", async () => {
  const id = await signUp();
  expect((await context.request("DELETE", `/signups/user/${id}`)).status).toBe(204);
  expect(await logged()).toEqual([line("erased")]);
  await emptyTables(context.database, "erasure_log");
  await signUp();
  await context.database.pool.query(
    "update beta_signups set created_at = '2019-01-01', active_at = '2019-01-01'",
  );
  await deleteInactiveSignups(context.dependencies);
  expect((await context.database.pool.query("select 1 from beta_signups")).rows).toEqual([]);
  expect(await logged()).toEqual([]);
});

test("a person who unsubscribes twice is recorded once, and so is their return", async () => {
  await unsubscribe(context.dependencies, emailHash);
  await unsubscribe(context.dependencies, emailHash);
  await lift(context.db, { emailHash, reasons: ["unsubscribed"] });
  await lift(context.db, { emailHash, reasons: ["unsubscribed"] });
  const stop = { scope: "news", reason: "unsubscribed" };
  expect(await logged()).toEqual([line("suppressed", stop), line("lifted", stop)]);
});

test("a new address is recorded with its sign-up, a new name is not", async () => {
  const id = await signUp();
  const rectify = (facts: object) =>
    context.request("PUT", `/signups/user/${id}`, { firstname: "Zoé", name: "Martin", email, ...facts });
  expect((await rectify({ firstname: "Zoë", version: 1 })).status).toBe(200);
  expect((await rectify({ email: "zoe@autre.fr", version: 2 })).status).toBe(200);
  const { rows } = await context.database.pool.query("select kind, email_hash, signup_id from erasure_log");
  expect(rows).toEqual([
    {
      kind: "readdressed",
      email_hash: await context.dependencies.addresses.hash("zoe@autre.fr"),
      signup_id: id,
    },
  ]);
});

test("the log of a database from before 0079, which has no sign-ups, is read", async () => {
  const undone = context.db.transaction(async (tx) => {
    await tx.execute(sql`alter table erasure_log drop column signup_id cascade`);
    await tx.execute(sql`insert into erasure_log (kind, email_hash) values ('erased', 'theirs')`);
    expect(await findKeptErasures(tx)).toMatchObject([{ kind: "erased", signupId: null }]);
    tx.rollback();
  });
  await expect(undone).rejects.toThrow(TransactionRollbackError);
});

test("the start and the end of a limitation are recorded", async () => {
  await signUp();
  expect((await context.request("POST", "/privacy/limit", { email, limited: true })).status).toBe(200);
  expect((await context.request("POST", "/privacy/limit", { email, limited: false })).status).toBe(200);
  const limited = { scope: "all", reason: "limited" };
  expect(await logged()).toEqual([line("suppressed", limited), line("lifted", limited)]);
});

test("the start and the end of an objection are recorded", async () => {
  await signUp();
  expect((await context.request("POST", "/privacy/object", { email, objects: true })).status).toBe(200);
  expect((await context.request("POST", "/privacy/object", { email, objects: false })).status).toBe(200);
  const objected = { scope: "news", reason: "objected" };
  expect((await logged()).filter(({ reason }) => reason === "objected")).toEqual([
    line("suppressed", objected),
    line("lifted", objected),
  ]);
});

test("an address that an administrator blocks or unblocks is recorded", async () => {
  const added = await context.request("POST", "/suppressions", { email, reason: "manual" });
  const { id } = (await added.json()) as { id: string };
  const reason = "Demande par téléphone";
  expect((await context.request("DELETE", `/suppressions/${id}`, { reason })).status).toBe(204);
  const manual = { scope: "news", reason: "manual" };
  expect(await logged()).toEqual([line("suppressed", manual), line("lifted", manual)]);
});

test("a bounce is recorded only when it strengthens the block", async () => {
  const until = new Date("2030-01-01T00:00:00Z");
  const soft = { emailHash, scope: "news", reason: "bounced", source: "test", until } as const;
  const hard = { ...soft, scope: "all", until: null } as const;
  for (const bounce of [soft, soft, hard, hard, soft])
    await context.db.transaction((tx) => suppressAutomatically(tx, [bounce]));
  expect(await logged()).toEqual([
    line("suppressed", { scope: "news", reason: "bounced", until }),
    line("suppressed", { scope: "all", reason: "bounced" }),
  ]);
});

test("a change that is rolled back leaves no line", async () => {
  await expect(
    context.db.transaction(async (tx) => {
      await unsubscribe({ ...context.dependencies, db: tx }, emailHash);
      throw new Error("undone");
    }),
  ).rejects.toThrow("undone");
  expect(await logged()).toEqual([]);
});
