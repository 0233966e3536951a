import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { findLogEntries, type LogFilter } from "./log.queries.ts";

/** The number of newer messages: more than a search reads by date before it uses the index. */
const newer = 21_000;
const olderTwins = 1_200;
type Cursor = LogFilter["before"];
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.execute(sql`
    insert into email_log (recipient_email, recipient_name, subject, email_type, status, created_at)
    select 'inscrite-' || n || '@exemple.fr', 'Zoé Martin', 'La bêta ouvre', 'bulk', 'sent', now() - n * interval '1 second'
    from generate_series(1, ${newer}) n
    union all
    select 'jumelle-' || n || '@exemple.fr', 'Léa Petit', 'Autrefois', 'bulk', 'failed', now() - interval '1 day' - n * interval '1 second'
    from generate_series(1, ${olderTwins}) n
    union all values
      ('perle@rare.example', 'Anaïs Le Goff', 'L’invitation à 100 %', 'transactional', 'sent', now() - interval '2 days'),
      ('attente@rare.example', null, 'Patience', 'transactional', 'pending', now() - interval '3 days')`);
});
afterAll(() => database.close());

async function found(
  search: string,
  { status = "all" as LogFilter["status"], before = null as Cursor, limit = 50 } = {},
) {
  return findLogEntries(database.db, { search, status, before }, limit);
}
const addresses = async (...asked: Parameters<typeof found>) =>
  (await found(...asked)).map(({ recipientEmail }) => recipientEmail);

test("finds a rare text behind thousands of newer messages, by address, name and subject", async () => {
  for (const search of ["perle@rare", "ANAÏS LE GOFF", "l'invitation", "100 %"]) {
    expect(await addresses(search), search).toEqual(["perle@rare.example"]);
  }
});

test("finds a waiting message as well", async () => {
  expect(await addresses("rare.example")).toEqual(["perle@rare.example", "attente@rare.example"]);
  expect(await addresses("Patience")).toEqual(["attente@rare.example"]);
});

test("finds nothing for a text that no message contains, also with wildcards in it", async () => {
  for (const search of ["introuvable", "perle%rare", "p_rle", "qx"]) {
    expect(await addresses(search), search).toEqual([]);
  }
});

test("a frequent text and one of two letters come page by page, newest first", async () => {
  for (const search of ["jumelle", "lle"]) {
    const seen: string[] = [];
    for (let before = null as Cursor; ; ) {
      const page = await found(search, { before, limit: 500 });
      seen.push(...page.map(({ recipientEmail }) => recipientEmail));
      const last = page.at(-1);
      if (!last || page.length < 500) break;
      before = { createdAt: last.createdAt.toISOString(), id: last.id };
    }
    expect(seen, search).toEqual(
      Array.from({ length: olderTwins }, (_, index) => `jumelle-${index + 1}@exemple.fr`),
    );
  }
  expect(await addresses("be", { limit: 2 })).toEqual(["inscrite-1@exemple.fr", "inscrite-2@exemple.fr"]);
  expect(await addresses("bê", { limit: 2 })).toEqual(["inscrite-1@exemple.fr", "inscrite-2@exemple.fr"]);
});
