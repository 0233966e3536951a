import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ToDoRow } from "#contract/to-do.schema.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";
import type { TransportChange } from "./notices.rules.ts";
import { postNotice } from "./notices.service.ts";

const unknown = "00000000-0000-4000-8000-000000000000";
const details: TransportChange = {
  actor: "lea@tenue.example",
  before: { provider: "smtp", host: "smtp.exemple.fr", port: 587, simulationMode: false },
  after: { provider: "sendgrid", host: null, port: null, simulationMode: false },
  credentialsChanged: true,
  senderChanged: false,
  bouncesChanged: false,
};
let harness: TestApp;
let ines: SignedIn;
let rose: SignedIn;

beforeAll(async () => {
  harness = await createTestApp();
  [ines, rose] = [await harness.signIn({ superAdmin: true }), await harness.signIn({ superAdmin: true })];
});
afterAll(() => harness.close());
beforeEach(() => emptyTables(harness.database, "admin_notices"));

const post = () => postNotice(harness.db, { kind: "transport_changed", details });
const list = async ({ headers }: SignedIn) => {
  const answer = await harness.app.request("/api/admin/to-do", { headers });
  const { rows } = (await answer.json()) as { rows: ToDoRow[] };
  return rows.filter(({ level }) => level === "notice");
};
const dismiss = ({ headers }: SignedIn, id: string) =>
  harness.app.request(`/api/admin/to-do/${id}`, { method: "DELETE", headers });

test("a notice is shown to each super administrator until they dismiss it", async () => {
  await post();
  const [notice] = await list(ines);
  expect(notice).toMatchObject({
    sentence: expect.stringMatching(/^Réglages d’envoi modifiés par /),
    link: "journal",
  });
  expect((await dismiss(ines, notice?.key ?? "")).status).toBe(204);
  expect((await dismiss(ines, notice?.key ?? "")).status).toBe(204);
  expect(await list(ines)).toEqual([]);
  expect(await list(rose)).toHaveLength(1);
});

test("the newest notices are listed first, and older notices appear when those are dismissed", async () => {
  for (let count = 0; count < 7; count += 1) await post();
  await harness.db.execute(sql`
    update admin_notices set created_at = now() + make_interval(secs => numbered.number)
    from (select id, row_number() over () as number from admin_notices) as numbered
    where numbered.id = admin_notices.id`);
  const first = await list(ines);
  expect(first).toHaveLength(5);
  const { rows: newest } = await harness.database.pool.query<{ id: string }>(
    "select id from admin_notices order by created_at desc limit 5",
  );
  expect(first.map(({ key }) => key)).toEqual(newest.map(({ id }) => id));
  for (const { key } of first) await dismiss(ines, key);
  expect(await list(ines)).toHaveLength(2);
});

test("the author of a change gets no notice", async () => {
  await postNotice(harness.db, {
    kind: "transport_changed",
    details: { ...details, actor: ines.admin.email },
  });
  expect(await list(ines)).toEqual([]);
  expect(await list(rose)).toHaveLength(1);
});

test("notices older than an administrator's account are hidden from them", async () => {
  await post();
  // Otherwise both could have the same millisecond.
  await harness.db.execute(sql`update admin_notices set created_at = created_at - interval '1 second'`);
  expect(await list(await harness.signIn({ superAdmin: true }))).toEqual([]);
});

test("only super administrators see notices, and an unknown one cannot be dismissed", async () => {
  const plain = await harness.signIn();
  await post();
  expect(await list(plain)).toEqual([]);
  expect((await dismiss(plain, unknown)).status).toBe(403);
  expect((await dismiss(ines, unknown)).status).toBe(404);
  expect((await dismiss(ines, "42")).status).toBe(400);
});
