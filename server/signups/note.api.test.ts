import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { SignupDetail, SignupList } from "#contract/signup-list.schema.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";

let context: TestApp;
let admin: SignedIn;
let id: string;

beforeAll(async () => {
  context = await createTestApp();
  admin = await context.signIn();
});
afterAll(() => context.close());
beforeEach(async () => {
  await context.db.execute(sql`truncate beta_signups, brand_signups, journal_entries`);
  const { rows } = await context.db.execute<{ id: string }>(sql`
    insert into beta_signups (firstname, name, email) values ('Zoé', 'Martin', 'zoe@exemple.fr') returning id`);
  id = rows[0]?.id ?? "";
});

const call = (method: string, path: string, body?: object, headers: Record<string, string> = admin.headers) =>
  context.app.request(`/api/admin/signups${path}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
const first = { starred: true, note: "Vue à Paris.\nAime le lin.", version: 1 };
const save = (changes: object = {}, path = `/user/${id}`) =>
  call("PUT", `${path}/note`, { ...first, ...changes });
const detail = async () => (await (await call("GET", `/user/${id}`)).json()) as SignupDetail;

test("a star and a note of several lines are stored, and the journal holds neither", async () => {
  const saved = await save({ note: "  Vue à Paris.\nAime le lin. " });
  expect(saved.status).toBe(200);
  expect(await saved.json()).toMatchObject({ ...first, version: 2 });
  expect(await detail()).toMatchObject({ ...first, version: 2 });
  const { rows } = await context.db.execute(sql`select actor, action, subject, details from journal_entries`);
  expect(rows).toEqual([
    { actor: admin.admin.email, action: "signup.noted", subject: id, details: { audience: "user" } },
  ]);
});

test("an empty note is stored as none, and the list shows each star", async () => {
  await save({ note: "" });
  expect(await detail()).toMatchObject({ note: null, starred: true });
  const { items } = (await (await call("GET", "/user")).json()) as SignupList;
  expect(items).toMatchObject([{ id, starred: true }]);
  await save({ starred: false, note: "", version: 2 });
  expect(await detail()).toMatchObject({ note: null, starred: false });
});

test("an edit of an earlier version is refused with the current state, also after a correction of the sign-up", async () => {
  await save();
  const late = await save({ note: "Autre" });
  expect(late.status).toBe(409);
  expect(await late.json()).toMatchObject({
    error: { code: "stale", message: expect.stringContaining("Vous avez enregistré") },
    current: { note: first.note, version: 2 },
  });
  const facts = { firstname: "Zoë", name: "Martin", email: "zoe@exemple.fr", version: 1 };
  expect((await call("PUT", `/user/${id}`, facts)).status).toBe(409);
  expect((await call("PUT", `/user/${id}`, { ...facts, version: 2 })).status).toBe(200);
  expect((await save({ version: 2 })).status).toBe(409);
  expect(await detail()).toMatchObject({ firstname: "Zoë", note: first.note, version: 3 });
});

test("when two notes are saved at the same time, one is kept", async () => {
  const answers = await Promise.all(["Une", "Autre"].map((note) => save({ note })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test.each([
  ["a missing star", { starred: undefined }],
  ["a note that is no text", { note: 1 }],
  ["a note that is too long", { note: "a".repeat(2_001) }],
  ["a control character", { note: "a\u0000b" }],
  ["a missing version", { version: undefined }],
  ["an unknown field", { colour: "red" }],
])("a note with %s is refused", async (_name, change) => {
  expect((await save(change)).status).toBe(400);
  expect(await detail()).toMatchObject({ starred: false, note: null, version: 1 });
});

test("a note answers 404 for a sign-up that is gone, 401 to a visitor, and 403 to another site", async () => {
  expect((await save({}, "/user/00000000-0000-4000-8000-000000000000")).status).toBe(404);
  expect((await save({}, `/brand/${id}`)).status).toBe(404);
  expect((await call("PUT", `/user/${id}/note`, first, {})).status).toBe(401);
  const foreign = { ...admin.headers, origin: "https://ailleurs.example" };
  expect((await call("PUT", `/user/${id}/note`, first, foreign)).status).toBe(403);
});
