import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { activateAdmin, cookieOf, post } from "#server/accounts/accounts.test-helpers.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";

/** Checklist line 61: a long answer ends with the session that requested it. */
const password = "trois chevaux verts dansent";
let harness: TestApp;
let campaign = "";

beforeAll(async () => {
  // A stream checks every four seconds if its reader still has access.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  harness = await createTestApp();
  const { rows } = await harness.db.execute<{ id: string }>(sql`
    insert into campaigns (subject, content, recipient_type, status_filter, status, fingerprint, created_by)
    values ('Sujet', '<p>x</p>', 'all', 'all', 'paused', 'f', 'ines@tenue.example') returning id`);
  campaign = rows[0]?.id ?? "";
  await harness.db.execute(sql`
    insert into beta_signups (firstname, name, email, responses)
    select 'Zoé', 'N' || n, 'z' || n || '@exemple.fr', '{}' from generate_series(1, 3000) n`);
});
afterAll(async () => {
  vi.useRealTimers();
  await harness.close();
});

/** Expects the stream to break off within five seconds. @param ended the client's promise: its next part, or the end of the stream */
async function expectBreakOff(ended: Promise<unknown>): Promise<void> {
  vi.advanceTimersByTime(5_000);
  await expect(ended).rejects.toThrow("signed out");
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

async function open(path: string, headers: Record<string, string>, body?: object): Promise<Reader> {
  const answer = await harness.app.request(path, {
    method: body ? "POST" : "GET",
    headers,
    body: body ? JSON.stringify(body) : null,
  });
  expect(answer.status).toBe(200);
  return (answer.body as ReadableStream<Uint8Array>).getReader();
}

/** Reads the rest of the stream; throws when it breaks off. */
async function readOn(reader: Reader): Promise<void> {
  while (!(await reader.read()).done);
}

const watchCampaign = ({ cookie }: { cookie: string }) =>
  open(`/api/admin/campaigns/${campaign}/events`, { cookie });

const endings: [string, (who: SignedIn) => PromiseLike<unknown> | Response][] = [
  [
    "an administrator is deleted",
    ({ admin }) => harness.db.execute(sql`delete from auth_users where id = ${admin.id}`),
  ],
  [
    "the right to enter is taken away",
    ({ admin }) => harness.db.execute(sql`delete from admin_users where id = ${admin.id}`),
  ],
  [
    "the administrator signs out",
    ({ headers }) => post(harness, "/api/auth/sign-out", {}, { cookie: headers.cookie }),
  ],
  [
    "the session expires",
    ({ admin }) =>
      harness.db.execute(
        sql`update auth_sessions set expires_at = now() - interval '1 second' where user_id = ${admin.id}`,
      ),
  ],
];

describe("the progress of a campaign", () => {
  test.each(endings)("the progress of a campaign breaks off when %s", async (_, end) => {
    const who = await harness.signIn();
    const reader = await watchCampaign(who.headers);
    await reader.read();
    await end(who);
    await expectBreakOff(readOn(reader));
  });

  test("the progress of a campaign breaks off when the password is changed elsewhere", async () => {
    const { email } = await activateAdmin(harness, { password });
    const enter = async () => cookieOf(await post(harness, "/api/auth/sign-in/email", { email, password }));
    const [here, elsewhere] = [await enter(), await enter()];
    const reader = await watchCampaign({ cookie: elsewhere });
    await reader.read();
    const body = { currentPassword: password, newPassword: "quatre chevaux bleus dorment" };
    expect((await post(harness, "/api/admin/me/password", body, { cookie: here })).status).toBe(204);
    await expectBreakOff(readOn(reader));
  });
});

test("bulk work of a deleted administrator stops between two batches", async () => {
  const who = await harness.signIn();
  const action = { action: "reject", all: true, status: "pending", search: "" };
  const reader = await open("/api/admin/signups/user/bulk", who.headers, action);
  await reader.read();
  await reader.read();
  await harness.db.execute(sql`delete from auth_users where id = ${who.admin.id}`);
  await expectBreakOff(reader.closed);
  const { rows } = await harness.db.execute<{ count: number }>(
    sql`select count(*)::int as count from beta_signups where status = 'rejected'`,
  );
  expect(rows[0]?.count).toBeGreaterThan(0);
  expect(rows[0]?.count).toBeLessThan(3000);
});

test("an export that is read slowly breaks off, so that a part does not look complete", async () => {
  const who = await harness.signIn();
  const reader = await open("/api/admin/signups/user/export.csv", who.headers);
  await reader.read();
  await harness.db.execute(sql`delete from auth_users where id = ${who.admin.id}`);
  await expectBreakOff(reader.closed);
});
