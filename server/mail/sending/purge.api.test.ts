import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { privacyPeriods } from "#contract/privacy.ts";
import { deleteOldEntries } from "#server/journal/journal.service.ts";
import { createMailApp, type MailApp } from "#server/mail/mail.test-helpers.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { purgeNext } from "./purge.queries.ts";
import { purgeMailLog } from "./purge.service.ts";

let context: MailApp;
beforeAll(async () => {
  context = await createMailApp();
});
beforeEach(async () => {
  await context.clear();
  await emptyTables(context.database, "mail_purges, journal_entries");
});
afterAll(() => context.close());

const query = async (sql: string, values: unknown[] = []) =>
  (await context.database.pool.query(sql, values)).rows;

const write = (email: string, age: string, more: { status?: string; leased?: string } = {}) =>
  query(
    `insert into email_log (recipient_email, recipient_name, subject, content, variables, email_type, status, leased_by, leased_until, created_at)
     values ($1, 'Zoé', 'Bonjour', 'Chère Zoé', '{"name":"Zoé"}', 'transactional', $3, $4, case when $4::text is not null then now() + interval '1 minute' end, now() - $2::interval)`,
    [email, age, more.status ?? "sent", more.leased ?? null],
  );

const { mailTextDays, mailAddressMonths, journalMonths } = privacyPeriods;

// registre: 6
test(`deletes texts after ${mailTextDays} days and addresses after ${mailAddressMonths} months, keeps the outcome`, async () => {
  await write("jeune@exemple.fr", `${mailTextDays - 1} days`);
  await write("texte@exemple.fr", `${mailTextDays + 1} days`);
  await write("ancienne@exemple.fr", `${mailAddressMonths + 1} months`, { status: "failed" });
  await purgeMailLog(context.dependencies);
  await purgeMailLog(context.dependencies);
  expect(
    await query(
      "select recipient_email as email, subject, content, variables, status from email_log order by created_at desc",
    ),
  ).toEqual([
    {
      email: "jeune@exemple.fr",
      subject: "Bonjour",
      content: "Chère Zoé",
      variables: { name: "Zoé" },
      status: "sent",
    },
    { email: "texte@exemple.fr", subject: "Bonjour", content: null, variables: {}, status: "sent" },
    { email: "", subject: "", content: null, variables: {}, status: "failed" },
  ]);
});

test("a purge cancels messages that still wait, and messages in flight keep their text until they end", async () => {
  await write("attend@exemple.fr", "200 days", { status: "pending" });
  await write("part@exemple.fr", "200 days", { status: "pending", leased: "worker" });
  await purgeMailLog(context.dependencies);
  expect(
    await query(
      "select status, content, erased_at is not null as ends from email_log order by recipient_email",
    ),
  ).toEqual([
    { status: "cancelled", content: null, ends: false },
    { status: "pending", content: "Chère Zoé", ends: true },
  ]);
});

test("each purge step continues after the last row of the previous one, also among equal dates", async () => {
  await query(
    `insert into email_log (recipient_email, subject, content, email_type, status, created_at)
     select 'p' || n || '@exemple.fr', 'x', 'x', 'bulk', 'sent', timestamptz '2020-01-01' from generate_series(1, 250) n`,
  );
  const steps: number[] = [];
  for (let count = 100; count === 100; ) {
    count = await context.db.transaction((tx) =>
      purgeNext(tx, { kind: "texts", before: new Date(), limit: 100 }),
    );
    steps.push(count);
  }
  expect(steps).toEqual([100, 100, 50]);
  expect(await query("select 1 from email_log where content is not null")).toEqual([]);
});

// registre: 6
test(`deletes journal entries after ${journalMonths} months`, async () => {
  await query(
    `insert into journal_entries (actor, action, at) values
     ('a', 'signup.deleted', now() - interval '${journalMonths + 1} months'), ('b', 'signup.deleted', now() - interval '1 month')`,
  );
  await deleteOldEntries(context.dependencies);
  expect(await query("select actor from journal_entries")).toEqual([{ actor: "b" }]);
});
