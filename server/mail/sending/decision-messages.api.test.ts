import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createMailApp, type MailApp } from "#server/mail/mail.test-helpers.ts";

let context: MailApp;
let ids: string[];

beforeAll(async () => {
  context = await createMailApp();
  await context.database.pool.query("update email_templates set is_active = true");
});
beforeEach(async () => {
  await context.clear();
  await context.saveSettings();
  const { rows } = await context.database.pool.query(
    `insert into beta_signups (firstname, name, email, confirmed_at, disposable_email, status) values
       ('Léa', 'Petit', 'lea@exemple.fr', now(), false, 'pending'), ('Zoé', 'Durand', 'zoe@exemple.fr', null, false, 'pending'),
       ('Max', 'Jetable', 'max@mailinator.com', null, true, 'pending'), ('Déjà', 'Vu', 'deja@exemple.fr', now(), false, 'approved')
     returning id`,
  );
  ids = rows.map(({ id }) => id);
});
afterAll(() => context.close());

const announced = async () => {
  const { rows } = await context.database.pool.query("select recipient_email from email_log order by 1");
  return rows.map(({ recipient_email }) => recipient_email);
};

test("a bulk decision counts its recipients beforehand, with unconfirmed and disposable addresses", async () => {
  const chosen = await context.request("POST", "/signups/user/bulk/recipients", { action: "approve", ids });
  expect(await chosen.json()).toEqual({ recipients: 3, unconfirmed: 2, disposable: 1, isExact: true });
  const all = { action: "reject", all: true, status: "pending", search: "petit" };
  const matching = await context.request("POST", "/signups/user/bulk/recipients", all);
  expect(await matching.json()).toEqual({ recipients: 1, unconfirmed: 0, disposable: 0, isExact: true });
  expect(await announced()).toEqual([]);
});

test("a blocked address and a limited sign-up count as no recipients", async () => {
  await context.database.pool.query("update beta_signups set limited_at = now() where firstname = 'Zoé'");
  await context.request("POST", "/suppressions", { email: "lea@exemple.fr", scope: "all", note: "" });
  const answer = await context.request("POST", "/signups/user/bulk/recipients", { action: "approve", ids });
  const { recipients } = (await answer.json()) as { recipients: number };
  await (await context.request("POST", "/signups/user/bulk", { action: "approve", ids })).text();
  const { rows } = await context.database.pool.query(
    `select count(*)::int as count from email_log cross join lateral mail_permission(recipient_hash, lane, purpose)
     where status = 'pending' and allowed`,
  );
  expect(recipients).toBe(rows[0].count);
});

test("a silent bulk decision sends no messages", async () => {
  await (
    await context.request("POST", "/signups/user/bulk", { action: "approve", ids, silent: true })
  ).text();
  expect(await announced()).toEqual([]);
  const { rows } = await context.database.pool.query("select 1 from beta_signups where status = 'approved'");
  expect(rows).toHaveLength(4);
});

test("the message about a decision can be withdrawn while the decision stays", async () => {
  const [lea = "", zoe = ""] = ids;
  for (const id of [lea, zoe]) {
    expect((await context.request("PATCH", `/signups/user/${id}`, { status: "approved" })).status).toBe(200);
  }
  expect((await context.request("DELETE", `/signups/user/${lea}/message`)).status).toBe(204);
  expect(await announced()).toEqual(["zoe@exemple.fr"]);
  const { rows } = await context.database.pool.query(
    "select action from journal_entries order by id desc limit 1",
  );
  expect(rows).toEqual([{ action: "signup.message_withdrawn" }]);
  const gone = "/signups/user/0b6f6c1e-3c2b-4d55-9f0a-111111111111/message";
  expect((await context.request("DELETE", gone)).status).toBe(404);
});

test("the message about a decision cannot be withdrawn once the decision is final, since it may have left", async () => {
  const [lea = ""] = ids;
  await context.request("PATCH", `/signups/user/${lea}`, { status: "approved" });
  await context.database.pool.query(
    "update beta_signups set decided_at = decided_at - interval '30 seconds'",
  );
  const refused = await context.request("DELETE", `/signups/user/${lea}/message`);
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({
    error: { message: "Le délai pour retenir cet e-mail est écoulé." },
  });
  const { rows } = await context.database.pool.query(
    "select action from journal_entries order by id desc limit 1",
  );
  expect(rows).toEqual([{ action: "signup.approved" }]);
});

test("the message about a decision is due more than a second after the decision can last be undone", async () => {
  const [lea = "", zoe = "", max = ""] = ids;
  for (const id of [lea, zoe]) await context.request("PATCH", `/signups/user/${id}`, { status: "approved" });
  expect((await context.request("POST", `/signups/user/${zoe}/undo/extension`)).status).toBe(200);
  await (await context.request("POST", "/signups/user/bulk", { action: "approve", ids: [max] })).text();
  const { rows } = await context.database.pool.query(
    `select s.firstname, next_attempt_at > coalesce(b.finished_at, s.decided_at) + interval '31 seconds' as later
     from email_log join beta_signups s on s.id::text = variables ->> 'signupId' left join bulk_decisions b on b.id = s.bulk_id
     order by s.firstname`,
  );
  expect(rows).toEqual([
    { firstname: "Léa", later: true },
    { firstname: "Max", later: true },
    { firstname: "Zoé", later: true },
  ]);
});
