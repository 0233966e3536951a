import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { JournalEntry } from "#contract/journal.schema.ts";
import { journalPageSize } from "#contract/journal.ts";
import type { JournalDetails } from "#contract/journal-details.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";
import { recordEntry } from "./journal.service.ts";

let harness: TestApp;
let superAdmin: SignedIn;

beforeAll(async () => {
  harness = await createTestApp();
  superAdmin = await harness.signIn({ superAdmin: true });
});
afterAll(() => harness.close());
beforeEach(() => emptyTables(harness.database, "journal_entries"));

async function list(query = "") {
  const answer = await harness.app.request(`/api/admin/journal${query}`, { headers: superAdmin.headers });
  expect(answer.status).toBe(200);
  return (await answer.json()) as { items: JournalEntry[]; nextBefore: number | null };
}

test("entries are listed newest first with actor, action, subject and time", async () => {
  await recordEntry(harness.db, { actor: "a@tenue.example", action: "signup.approved", subject: "1" });
  await recordEntry(harness.db, {
    actor: "b@tenue.example",
    action: "admin.deleted",
    subject: "2",
    details: { email: "c@tenue.example" },
  });
  const { items } = await list();
  expect(items).toMatchObject([
    {
      actor: "b@tenue.example",
      action: "admin.deleted",
      subject: "2",
      details: { email: "c@tenue.example" },
    },
    { actor: "a@tenue.example", action: "signup.approved", subject: "1", details: {} },
  ]);
  expect(new Date(items[0]?.at ?? "").toISOString()).toBe(items[0]?.at);
});

test("the pages of the journal have no gap or repetition, even while entries arrive", async () => {
  for (let index = 0; index < journalPageSize + 5; index += 1) {
    await recordEntry(harness.db, { actor: "system", action: "signup.deleted", subject: String(index) });
  }
  const first = await list();
  await recordEntry(harness.db, { actor: "system", action: "signup.deleted", subject: "late" });
  const second = await list(`?before=${first.nextBefore}`);
  const subjects = [...first.items, ...second.items].map((entry) => Number(entry.subject));
  expect(subjects).toEqual(Array.from({ length: journalPageSize + 5 }, (_, i) => journalPageSize + 4 - i));
  expect(second.nextBefore).toBeNull();
});

test("the filters select entries by action, actor and days of Paris time", async () => {
  await recordEntry(harness.db, { actor: "a@tenue.example", action: "signup.approved", subject: "1" });
  await recordEntry(harness.db, { actor: "b@tenue.example", action: "signup.approved", subject: "2" });
  await recordEntry(harness.db, { actor: "b@tenue.example", action: "signup.rejected", subject: "3" });
  // 30 minutes into 2 July in Paris, still 1 July in UTC.
  await harness.db.execute(sql`update journal_entries set at = '2025-07-01T22:30:00Z' where subject = '3'`);
  const subjectsOf = async (query: string) => (await list(query)).items.map((entry) => entry.subject);
  expect(await subjectsOf("?action=signup.approved&actor=B@tenue.example")).toEqual(["2"]);
  expect(await subjectsOf("?from=2025-07-02&to=2025-07-02")).toEqual(["3"]);
  expect(await subjectsOf("?to=2025-07-01")).toEqual([]);
});

test.each(["?action=nothing", "?from=yesterday", "?before=x", "?unknown=1"])(
  "the query %s is refused with the field named",
  async (query) => {
    const answer = await harness.app.request(`/api/admin/journal${query}`, { headers: superAdmin.headers });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: { code: "invalid_request", fields: expect.anything() },
    });
  },
);

test("only super administrators read the journal", async () => {
  const { headers } = await harness.signIn();
  expect((await harness.app.request("/api/admin/journal", { headers })).status).toBe(403);
  expect((await harness.app.request("/api/admin/journal")).status).toBe(401);
});

test("an entry is rolled back with its transaction", async () => {
  const undone = harness.db.transaction(async (tx) => {
    await recordEntry(tx, { actor: "a@tenue.example", action: "signup.deleted", subject: "1" });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect((await list()).items).toEqual([]);
});

test("a detail or value without a French text on the screen does not compile", () => {
  const details: JournalDetails[] = [
    { status: "rejected", count: 3, isActive: false },
    // @ts-expect-error: no such detail
    { later: "value" },
    // @ts-expect-error: no such status
    { status: "lost" },
  ];
  expect(details).toHaveLength(3);
});
