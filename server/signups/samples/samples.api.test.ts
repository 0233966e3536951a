import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { RecipientFacts } from "#contract/email.schema.ts";
import { emailMessages } from "#contract/email.ts";
import type { Samples } from "#contract/samples.schema.ts";
import type { SignupList } from "#contract/signup-list.schema.ts";
import { createMailApp, type MailApp } from "#server/mail/mail.test-helpers.ts";
import { remindAndDeleteUnconfirmed } from "#server/signups/retention.service.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import type { SignedIn } from "#test/support/test-app.ts";

let context: MailApp;
let superAdmin: SignedIn;

beforeAll(async () => {
  context = await createMailApp({ config: { signupLimitPerMinute: 0 } });
  superAdmin = await context.signIn({ superAdmin: true });
});
beforeEach(async () => {
  await context.clear();
  await emptyTables(context.database, "erasure_log");
  await query("delete from questionnaire_items");
  await query("delete from journal_entries");
  await query("update email_templates set is_active = true");
});
afterAll(() => context.close());

async function query(text: string) {
  return (await context.database.pool.query(text)).rows;
}

function call(method: string, path = "samples", body?: unknown) {
  return context.app.request(`/api/admin/${path}`, {
    method,
    headers: superAdmin.headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function add(): Promise<Samples> {
  const answer = await call("POST");
  expect(answer.status).toBe(201);
  return (await answer.json()) as Samples;
}

async function listed(): Promise<SignupList> {
  return (await (await call("GET", "signups/user")).json()) as SignupList;
}

const realSignups = (count: number) =>
  query(`insert into beta_signups (firstname, name, email)
    select 'Zoé', 'Martin', 'zoe' || n || '@exemple.fr' from generate_series(1, ${count}) n`);

describe("sample sign-ups", () => {
  test("samples are pending and marked, for both audiences, with answers to the active questions", async () => {
    await query(`insert into questionnaire_items (question, field_type, options, required, active, order_position, target_type)
      values ('Votre style', 'radio', '["Chic", "Sport"]', true, true, 1, 'both')`);
    expect(await add()).toEqual({ users: 12, brands: 4, mayAdd: false });
    const list = await listed();
    expect(list.counts).toEqual({ all: 12, pending: 12, approved: 0, rejected: 0 });
    expect(list.items.every(({ sample }) => sample)).toBe(true);
    const [answers] = await query("select count(*)::int from beta_signups where responses <> '{}'");
    expect(answers).toEqual({ count: 12 });
    expect(await query("select action, details from journal_entries")).toEqual([
      { action: "samples.added", details: { count: 16 } },
    ]);
  });

  test("samples never receive mail: not when they are added, decided or corrected, and not from a bulk send", async () => {
    await add();
    expect(await query("select recipient_email from email_log")).toEqual([]);
    const [one, two] = (await listed()).items;
    expect((await call("PATCH", `signups/user/${one?.id}`, { status: "approved" })).status).toBe(200);
    const bulk = { action: "reject", ids: [two?.id] };
    await (await call("POST", "signups/user/bulk", bulk)).text();
    const { firstname = "", name = "" } = one ?? {};
    const facts = { firstname, name, email: "vraie@exemple.fr", version: 1 };
    expect((await call("PUT", `signups/user/${one?.id}`, facts)).status).toBe(200);
    expect(await query("select recipient_email from email_log")).toEqual([]);
    await realSignups(1);
    await context.saveSettings();
    await query("update email_settings set delete_unconfirmed = true");
    await query("update beta_signups set confirmed_at = null, created_at = now() - interval '9 days'");
    await remindAndDeleteUnconfirmed(context.dependencies);
    const zoe = "zoe1@exemple.fr";
    expect(await query("select recipient_email from email_log")).toEqual([{ recipient_email: zoe }]);
    const recipients = await query("select email from campaign_recipients('user', 'all', 'service')");
    expect(recipients).toEqual([{ email: zoe }]);
    const people = await call("GET", "people?search=exemple");
    expect(await people.json()).toEqual({ items: [expect.objectContaining({ email: zoe })] });
  });

  test("samples receive no manual messages, unless a real person signed up with the same address", async () => {
    await add();
    const [one] = (await listed()).items;
    const recipientEmail = one?.email.toUpperCase() ?? "";
    const send = () =>
      call("POST", "email/single", { recipientEmail, subject: "Bonjour", content: "Un mot" });
    const facts = async () =>
      (await (await call("POST", "email/recipient", { email: recipientEmail })).json()) as RecipientFacts;
    const refused = await send();
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ error: { message: emailMessages.sampleRecipient } });
    expect(await query("select recipient_email from email_log")).toEqual([]);
    expect(await query("select action from journal_entries where action = 'email.single_sent'")).toEqual([]);
    expect((await facts()).sample).toBe(true);
    await query(`insert into brand_signups (firstname, name, email, website)
      values ('Zoé', 'Atelier', '${one?.email}', 'atelier.example')`);
    await context.saveSettings({ simulationMode: true });
    expect((await send()).status).toBe(200);
    expect((await facts()).sample).toBe(false);
  });

  test("samples are named in the export, in a last column that exists only while there are samples", async () => {
    await realSignups(1);
    const lines = async () => {
      const text = await (await call("GET", "signups/user/export.csv?order=asc")).text();
      return text.trim().split("\r\n");
    };
    const lastCells = async () => (await lines()).map((line) => line.split(";").at(-1)?.replaceAll('"', ""));
    const without = await lines();
    expect(without[0]).not.toContain("Inscription d’exemple");
    await add();
    const [title, ...cells] = await lastCells();
    expect(title).toBe("Inscription d’exemple");
    expect(cells.toSorted()).toEqual(["", ...Array(12).fill("oui")]);
    await call("DELETE");
    expect(await lines()).toEqual(without);
  });

  test("samples are deleted with their counts and without an entry in the log of erasures", async () => {
    await query(`insert into questionnaire_items (question, field_type, options, required, active, order_position, target_type)
      values ('Votre style', 'radio', '["Chic", "Sport"]', true, true, 1, 'both')`);
    await realSignups(2);
    const totals =
      "select audience, status, sum(count)::int from signup_totals group by 1, 2 having sum(count) > 0";
    const before = await query(totals);
    await add();
    const removed = await call("DELETE");
    expect([removed.status, await removed.json()]).toEqual([200, { removed: 16 }]);
    expect(await query(totals)).toEqual(before);
    expect(await query("select * from answer_totals where count > 0")).toEqual([]);
    expect(await query("select email from beta_signups order by email")).toEqual([
      { email: "zoe1@exemple.fr" },
      { email: "zoe2@exemple.fr" },
    ]);
    expect(await query("select count(*)::int as count from brand_signups")).toEqual([{ count: 0 }]);
    expect(await query("select * from erasure_log")).toEqual([]);
    expect(await query("select * from suppressions")).toEqual([]);
    expect(await query("select action, details from journal_entries order by id desc limit 1")).toEqual([
      { action: "samples.removed", details: { count: 16 } },
    ]);
    expect(await (await call("DELETE")).json()).toEqual({ removed: 0 });
    expect(await (await call("GET")).json()).toEqual({ users: 0, brands: 0, mayAdd: true });
  });

  test("a single deleted sample is no erasure", async () => {
    await add();
    const [one] = (await listed()).items;
    expect((await call("DELETE", `signups/user/${one?.id}`)).status).toBe(204);
    expect(await query("select * from erasure_log")).toEqual([]);
  });

  test("samples are not added twice, even at the same time, nor beside more than a few real sign-ups", async () => {
    const both = await Promise.all([call("POST"), call("POST")]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    await call("DELETE");
    await realSignups(6);
    await query("update beta_signups set limited_at = now()");
    const refused = await call("POST");
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain("plus de 5 inscriptions réelles");
    expect(await (await call("GET")).json()).toEqual({ users: 0, brands: 0, mayAdd: false });
  });
});
