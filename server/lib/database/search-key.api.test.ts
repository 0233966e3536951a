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
  ["L‘Hôte", "l'hote"],
  ["NʼDiaye", "n'diaye"],
  ["O´Connor", "o'connor"],
  ["D'Arcy", "d'arcy"],
  ["“Lin”", '"lin"'],
  ["«\u00a0Été\u202f»", '" ete "'],
  ["Dupont\u2011Moretti", "dupont-moretti"],
  ["Jean\u2010Marc", "jean-marc"],
  ["ÉLODIE ŒUVRE", "elodie oeuvre"],
  ["Élodie 👗 العَربي", "elodie 👗 العَربي"],
  ["Curaçao", "curacao"],
  ["IŞIK Işık İzmir ışık", "isik isik izmir isik"],
  ["Łódź Đặng Søren Ǿ Ægir Ǽ Straße Þór Ŧ Ħ", "lodz dang soren o aegir ae strasse thor t h"],
  ["e\u0301te\u0301", "ete"],
  ["Чайковский", "чаиковскии"],
  ["한국 ガ", "한국 ガ"],
  ["οδός", "οδοσ"],
  ["100% a_b \\ MARIE@exemple.fr", "100% a_b \\ marie@exemple.fr"],
  ["", ""],
])("browser and database make the same search key of %j", async (text, key) => {
  const { rows } = await database.pool.query("select public.search_key($1) as key", [text]);
  expect({ database: rows[0].key, browser: searchKey(text) }).toEqual({ database: key, browser: key });
});

test("a search key is its own search key", () => {
  for (const text of ["Łódź Ǿ IŞIK", "«\u00a0Été\u202f»", "한국 ガ ½ ﬁ", "ẛ̣ Å \u0301"])
    expect(searchKey(searchKey(text))).toBe(searchKey(text));
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
