import { afterAll, beforeAll, expect, test } from "vitest";
import { searchKey } from "#contract/search-key.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test.each([
  ["d’Ormesson", "d'ormesson"],
  ["L‘Hôte", "l'hôte"],
  ["NʼDiaye", "n'diaye"],
  ["O´Connor", "o'connor"],
  ["D'Arcy", "d'arcy"],
  ["“Lin”", '"lin"'],
  ["«\u00a0Été\u202f»", '" été "'],
  ["Dupont\u2011Moretti", "dupont-moretti"],
  ["Jean\u2010Marc", "jean-marc"],
  ["ÉLODIE ŒUVRE", "élodie œuvre"],
  ["Élodie 👗 العربي", "élodie 👗 العربي"],
  ["100% a_b \\ MARIE@exemple.fr", "100% a_b \\ marie@exemple.fr"],
  ["", ""],
])("browser and database make the same search key of %j", async (text, key) => {
  const { rows } = await database.pool.query("select public.search_key($1) as key", [text]);
  expect({ database: rows[0].key, browser: searchKey(text) }).toEqual({ database: key, browser: key });
});

test.each(["beta_signups", "brand_signups"])("the trigram index of %s serves the search", async (table) => {
  const client = await database.pool.connect();
  try {
    await client.query("begin; set local enable_seqscan = off");
    const plan = await client.query(
      `explain select id from ${table} where search_text like public.search_key($1)`,
      ["%d’ormesson%"],
    );
    expect(JSON.stringify(plan.rows)).toContain(`${table}_search`);
  } finally {
    await client.query("rollback");
    client.release();
  }
});
