import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createMailApp, type MailApp, soon } from "#server/mail/mail.test-helpers.ts";
import { emptyTables } from "#test/support/empty-tables.ts";

let context: MailApp;
let id: string;
beforeAll(async () => {
  context = await createMailApp({ config: { signupLimitPerMinute: 0 } });
});
beforeEach(async () => {
  await context.clear();
  await context.saveSettings();
  await emptyTables(context.database, "consents, suppressions, journal_entries");
  id = await signUp("user", "zoe@exemple.fr");
});
afterAll(() => context.close());

const query = async (sql: string) => (await context.database.pool.query(sql)).rows;

async function signUp(audience: "user" | "brand", email: string): Promise<string> {
  const website = audience === "brand" ? { website: "exemple.fr" } : {};
  const answer = await context.app.request(`/api/signups/${audience}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: "http://localhost" },
    body: JSON.stringify({
      firstname: "Zo",
      name: "Martin",
      email,
      newsConsent: true,
      responses: {},
      ...website,
    }),
  });
  return ((await answer.json()) as { id: string }).id;
}

const right = { firstname: "Zoé", name: "Martin", email: "zoe@exemple.fr", version: 1 };
const rectify = (changes: object = {}, path = `/signups/user/${id}`) =>
  context.request("PUT", path, { ...right, ...changes });

// registre: 22
test("a correction of names does not keep the old ones", async () => {
  const answer = await rectify();
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ id, firstname: "Zoé", version: 2, answers: [] });
  expect(await query("select action, subject, details from journal_entries")).toEqual([
    { action: "signup.rectified", subject: id, details: { audience: "user" } },
  ]);
});

test("the second of two simultaneous corrections gets 409 with the current state", async () => {
  await rectify();
  const late = await rectify({ firstname: "Zoë" });
  expect(late.status).toBe(409);
  expect(await late.json()).toMatchObject({
    error: { code: "stale" },
    current: { firstname: "Zoé", version: 2 },
  });
});

test("a new address and its consent need a new confirmation, and the wrong address is erased", async () => {
  await query("update beta_signups set confirmed_at = now()");
  await query("update consents set confirmed_at = now()");
  expect((await rectify({ email: "zoe.martin@exemple.fr" })).status).toBe(200);
  expect(
    await query(
      `select s.email, s.confirmed_at, c.confirmed_at as consent, c.email_hash = s.email_hash as same
       from beta_signups s join consents c on c.signup_id = s.id`,
    ),
  ).toEqual([{ email: "zoe.martin@exemple.fr", confirmed_at: null, consent: null, same: true }]);
  expect(await query("select 1 from email_log where recipient_email = 'zoe@exemple.fr'")).toEqual([]);
  expect(await query("select 1 from suppressions")).toEqual([]);
  expect(await query("select recipient_email, lane from email_log where status = 'pending'")).toEqual([
    { recipient_email: "zoe.martin@exemple.fr", lane: "confirmation" },
  ]);
});

test("the waiting message about a decision is sent to the corrected address, its other messages are not", async () => {
  await query("update email_templates set is_active = true where event = 'approved'");
  await context.request("PATCH", `/signups/user/${id}`, { status: "approved" });
  await query(`
    insert into email_log (recipient_email, subject, content, variables, status, email_type)
    values ('zoe@exemple.fr', 'Rappel', '<p>Rappel</p>', '{"signupId": "${id}"}', 'pending', 'transactional')`);
  await rectify({ email: "zoe.martin@exemple.fr" });
  await query("update email_log set next_attempt_at = now() where lane = 'direct'");
  context.startWorker();
  await vi.waitFor(() => expect(context.recorder.sent.length).toBeGreaterThan(0), soon);
  await context.turns();
  expect(await query("select recipient_email, status from email_log order by lane")).toEqual([
    { recipient_email: "zoe.martin@exemple.fr", status: "sent" },
    { recipient_email: "zoe.martin@exemple.fr", status: "sent" },
  ]);
});

test("another spelling of one address needs no new confirmation", async () => {
  await query("update beta_signups set confirmed_at = now()");
  await rectify({ email: "Zoe@exemple.fr" });
  expect(await query("select 1 from beta_signups where confirmed_at is not null")).toHaveLength(1);
});

test("an address that is signed up already is refused, and nothing changes", async () => {
  await signUp("user", "lea@exemple.fr");
  const answer = await rectify({ email: "lea@exemple.fr" });
  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({ error: { code: "duplicate_email" } });
  expect(await query("select firstname from beta_signups where email = 'zoe@exemple.fr'")).toEqual([
    { firstname: "Zo" },
  ]);
});

test("a brand keeps a website, a person has none", async () => {
  const brand = await signUp("brand", "atelier@exemple.fr");
  const path = `/signups/brand/${brand}`;
  const facts = { email: "atelier@exemple.fr", website: "www.atelier.example" };
  expect(await (await rectify(facts, path)).json()).toMatchObject({ website: "https://www.atelier.example" });
  expect((await rectify({ email: "atelier@exemple.fr", version: 2 }, path)).status).toBe(400);
  expect((await rectify({ website: "atelier.example" })).status).toBe(400);
});

test.each([
  [{ firstname: " " }, "firstname"],
  [{ name: "" }, "name"],
  [{ email: "zoe" }, "email"],
  [{ version: undefined }, "version"],
  [{ status: "approved" }, "status"],
  [{ firstname: "a\nb" }, "firstname"],
])("a correction with %j is refused", async (changes, field) => {
  const answer = await rectify(changes);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: { fields: { [field]: expect.any(String) } } });
});

test("a correction is refused for a sign-up that is gone, and for a visitor", async () => {
  expect((await rectify({}, "/signups/user/0b6f6c1e-3c2b-4d55-9f0a-111111111111")).status).toBe(404);
  const stranger = await context.app.request(`/api/admin/signups/user/${id}`, { method: "PUT" });
  expect(stranger.status).toBe(401);
});
