import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createMailApp, type MailApp, soon } from "#server/mail/mail.test-helpers.ts";
import { deleteInactiveSignups } from "#server/signups/retention.service.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { eraseAddress } from "./erasure.service.ts";
import { administratorColumns, impersonalColumns, personalColumns } from "./personal-data.map.ts";

let context: MailApp;
beforeAll(async () => {
  context = await createMailApp({ config: { signupLimitPerMinute: 0 } });
});
beforeEach(async () => {
  await context.clear();
  await context.saveSettings();
  await emptyTables(context.database, "consents, suppressions, journal_entries, mail_purges");
});
afterAll(() => context.close());

const query = async <Row>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  (await context.database.pool.query(sql, values)).rows as Row[];

const zoe = { firstname: "Zoézoé", name: "Zoénom", email: "zoe.unique@exemple.fr", newsConsent: true };

async function signUp(audience: "user" | "brand", person: object = zoe): Promise<string> {
  const website = audience === "brand" ? { website: "https://zoe-unique.example" } : {};
  const answer = await context.app.request(`/api/signups/${audience}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: "http://localhost" },
    body: JSON.stringify({ ...person, ...website, responses: {} }),
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

const writeTo = (recipientEmail: string) =>
  context.request("POST", "/email/single", {
    recipientEmail,
    recipientName: "Zoézoé Zoénom",
    subject: "Pour Zoézoé",
    content: "Chère Zoézoé",
  });

async function erase(email = zoe.email): Promise<number> {
  const { addresses, events } = context.dependencies;
  const emailHash = await addresses.hash(email);
  return context.db.transaction((tx) => eraseAddress(tx, events, { emailHash, source: "test" }));
}

/** Every column of every table that holds the text, of any type. */
async function findEverywhere(text: string): Promise<string[]> {
  const tables = await query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const hits = await query(
      `select 1 from "${name}" t where strpos(lower(t::text), lower($1)) > 0 limit 1`,
      [text],
    );
    if (hits.length > 0) found.push(name);
  }
  return found;
}

describe("an erased address", () => {
  // registre: 23
  test("erasure removes an address from every table and keeps its keyed hash", async () => {
    await signUp("user");
    const brand = await signUp("brand");
    await context.request("POST", `/signups/brand/${brand}/decision`, { status: "approved" });
    await writeTo(zoe.email);
    expect(await findEverywhere(zoe.email)).toContain("email_log");

    expect(await erase()).toBe(2);
    for (const trace of [zoe.email, "zoézoé", "zoénom", "zoe-unique.example"]) {
      expect(await findEverywhere(trace), trace).toEqual([]);
    }
    const hash = await context.dependencies.addresses.hash(zoe.email);
    expect(await query("select reason, scope from suppressions where email_hash = $1", [hash])).toEqual([
      { reason: "erased", scope: "all" },
    ]);
  });

  test("the log of messages keeps the kind, outcome and time of an erased address's messages", async () => {
    await writeTo(zoe.email);
    const [before] = await query<{ id: string; sent_at: Date }>("select id, sent_at from email_log");
    await erase();
    const [after] = await query("select id, sent_at, status, email_type, subject, content from email_log");
    expect(after).toEqual({
      ...before,
      status: "sent",
      email_type: "transactional",
      subject: "",
      content: null,
    });
    const answer = await context.request("GET", `/email/log/${before?.id}`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).not.toMatch(/zo[eé]/i);
  });

  test("an erased address can be erased again without harm, like an unknown address", async () => {
    await signUp("user");
    expect([await erase(), await erase(), await erase("inconnue@exemple.fr")]).toEqual([1, 0, 0]);
  });

  test("an erased address can sign up again as an unknown person", async () => {
    await signUp("user");
    await erase();
    await signUp("user");
    expect(await query("select status, confirmed_at from beta_signups")).toEqual([
      { status: "pending", confirmed_at: null },
    ]);
    expect(await query("select confirmed_at from consents")).toEqual([{ confirmed_at: null }]);
  });

  test("the erasure of one address keeps the data of all others", async () => {
    await signUp("user");
    await signUp("user", { ...zoe, email: "lea@exemple.fr" });
    await writeTo("lea@exemple.fr");
    await erase();
    expect(await query("select email from beta_signups")).toEqual([{ email: "lea@exemple.fr" }]);
    expect(
      await query(
        "select 1 from email_log where recipient_email = 'lea@exemple.fr' and content is not null and status = 'sent'",
      ),
    ).toHaveLength(1);
    expect(await query("select 1 from consents")).toHaveLength(1);
  });

  // registre: 23
  test("erasure during a delivery removes the address when it ends, without a retry", async () => {
    for (const outcome of [{ type: "sent" }, { type: "deferred", message: "450 zoe.unique" }] as const) {
      await emptyTables(context.database, "email_log, suppressions");
      let finish = () => {};
      const end = new Promise<void>((resolve) => {
        finish = resolve;
      });
      context.recorder.sent.length = 0;
      context.recorder.outcome = async () => {
        await end;
        return outcome;
      };
      const sending = writeTo(zoe.email);
      await vi.waitFor(() => expect(context.recorder.sent).toHaveLength(1), soon);
      await erase();
      expect(await findEverywhere(zoe.email)).toEqual(["email_log"]);
      finish();
      await sending;
      expect(await findEverywhere("zoe.unique")).toEqual([]);
      const [row] = await query<{ status: string }>("select status from email_log");
      expect(row?.status).toBe(outcome.type === "sent" ? "sent" : "cancelled");
    }
  });

  test("an erased address is removed from a message when the death of its worker is noticed", async () => {
    await query(
      `insert into email_log (recipient_email, subject, content, email_type, leased_by, leased_until)
       values ($1, 'Pour Zoézoé', 'x', 'transactional', 'dead', now() - interval '1 minute')`,
      [zoe.email],
    );
    await erase();
    context.startWorker();
    await vi.waitFor(
      async () => expect(await query("select 1 from email_log where status = 'failed'")).toHaveLength(1),
      soon,
    );
    expect(await findEverywhere(zoe.email)).toEqual([]);
  });

  test("an erased address that waits in a campaign is counted there and gets no mail", async () => {
    await query(
      `insert into campaigns (id, subject, content, recipient_type, status_filter, status, fingerprint, created_by, total)
       values ('0b6f6c1e-3c2b-4d55-9f0a-111111111111', 'x', 'x', 'all', 'all', 'paused', 'f', 'a', 1)`,
    );
    await query(
      `insert into email_log (recipient_email, subject, email_type, lane, campaign_id)
       values ($1, 'x', 'bulk', 'campaign', '0b6f6c1e-3c2b-4d55-9f0a-111111111111')`,
      [zoe.email],
    );
    await erase();
    expect(await query("select total, skipped from campaigns")).toEqual([{ total: 1, skipped: 1 }]);
    expect(await query("select status, recipient_email from email_log")).toEqual([
      { status: "skipped", recipient_email: "" },
    ]);
  });

  // registre: 41
  test("erasure removes an address from the journal, except an administrator's", async () => {
    await query(
      `insert into journal_entries (actor, action, details) values
       ('system', 'admin.deleted', jsonb_build_object('email', $1::text)),
       ('system', 'admin.invited', jsonb_build_object('email', $2::text))`,
      [zoe.email, context.admin.admin.email],
    );
    await erase();
    await erase(context.admin.admin.email);
    expect(await query("select details from journal_entries where actor = 'system' order by id")).toEqual([
      { details: {} },
      { details: { email: context.admin.admin.email } },
    ]);
  });
});

describe("deleting a sign-up", () => {
  test("the deletion of one sign-up of two keeps the data of the other; the deletion of the last one removes everything", async () => {
    const user = await signUp("user");
    const brand = await signUp("brand");
    await writeTo(zoe.email);
    await context.request("DELETE", `/signups/user/${user}`);
    expect(await findEverywhere(zoe.email)).toEqual(["brand_signups", "email_log"]);
    expect(await query("select audience from consents")).toEqual([{ audience: "brand" }]);
    await context.request("DELETE", `/signups/brand/${brand}`);
    expect(await findEverywhere(zoe.email)).toEqual([]);
    expect(await query("select reason from suppressions")).toEqual([{ reason: "erased" }]);
  });

  // registre: 5
  test("the messages of an expired sign-up are deleted with it, without a trace", async () => {
    await signUp("user");
    await writeTo(zoe.email);
    await query("update beta_signups set created_at = now() - interval '2 years'");
    await deleteInactiveSignups(context.dependencies);
    expect(await findEverywhere(zoe.email)).toEqual([]);
    expect(await query("select 1 from suppressions")).toEqual([]);
  });

  // registre: 5
  test("the year counts from the person's last act, not from mail sent to them", async () => {
    await signUp("user");
    await query(
      "update beta_signups set created_at = now() - interval '2 years', confirmed_at = now() - interval '2 years'",
    );
    await query("update beta_signups set active_at = now() - interval '11 months'");
    await deleteInactiveSignups(context.dependencies);
    expect(await query("select 1 from beta_signups")).toHaveLength(1);
    await writeTo(zoe.email);
    await query("update beta_signups set active_at = now() - interval '13 months'");
    await deleteInactiveSignups(context.dependencies);
    expect(await query("select 1 from beta_signups")).toEqual([]);
  });
});

// registre: 23
test("the privacy map classifies every text column", async () => {
  const columns = await query<{ table: string; name: string }>(
    `select c.table_name as table, c.column_name as name from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
       and c.data_type in ('text', 'jsonb', 'bytea', 'character varying', 'inet', 'ARRAY') order by 1, 2`,
  );
  const isKnown = ({ table, name }: { table: string; name: string }) =>
    name in (personalColumns[table] ?? {}) ||
    (administratorColumns[table] ?? []).includes(name) ||
    (impersonalColumns[table] ?? []).includes(name);
  expect(columns.filter((column) => !isKnown(column))).toEqual([]);
  const existing = new Set(columns.map(({ table, name }) => `${table}.${name}`));
  const named = [
    ...Object.entries(personalColumns).flatMap(([table, names]) =>
      Object.keys(names).map((name) => `${table}.${name}`),
    ),
    ...[administratorColumns, impersonalColumns].flatMap((map) =>
      Object.entries(map).flatMap(([table, names]) => names.map((name) => `${table}.${name}`)),
    ),
  ];
  expect(named.filter((name) => !existing.has(name))).toEqual([]);
});
