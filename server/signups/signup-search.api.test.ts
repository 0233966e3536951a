import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Audience, type SignupStatus, signupStatuses } from "#contract/audience.ts";
import { searchKey } from "#contract/search-key.ts";
import { type SignupListQuery, signupListQuerySchema } from "#contract/signup-list.schema.ts";
import { betaSignups, brandSignups } from "#db/schema.ts";
import type { Db } from "#server/lib/database/database.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { matchesByIndex } from "./signup-list.queries.ts";
import { listSignups } from "./signup-list.service.ts";

const question = "00000000-0000-4000-8000-000000000001";
const options = ["Rue", "Chic", '"Vintage" \\ é', "Rien"];
const letters = [..."qxéя2aœñ中'-@. ", "\u0301", "÷"];
const words = ["martin", "qx", "lefèvre", "d’or"];

type Person = {
  firstname: string;
  name: string;
  email: string;
  status: SignupStatus;
  createdAt: Date;
  responses: Record<string, string | string[]>;
};

let database: TestDatabase;
/** The newest first. */
let people: Person[];

beforeAll(async () => {
  database = await createTestDatabase();
  const random = numbersFrom(20_261_123);
  people = Array.from({ length: 400 }, (_, index) => makePerson(random, index));
  await database.db.insert(betaSignups).values(people);
  await database.db.insert(brandSignups).values(people.map((person) => ({ ...person, website: "" })));
  for (const table of [betaSignups, brandSignups]) await database.db.execute(sql`analyze ${table}`);
});
afterAll(() => database.close());

/** Random whole numbers below a bound, the same in each run. */
function numbersFrom(seed: number) {
  let state = seed;
  return (bound: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

function oneOf<Item>(random: (bound: number) => number, list: readonly Item[]): Item {
  return list[random(list.length)] as Item;
}

function makePerson(random: (bound: number) => number, index: number): Person {
  const text = (most: number) =>
    Array.from({ length: random(most) }, () => oneOf(random, random(9) === 0 ? words : letters)).join("");
  const option = oneOf(random, options.slice(0, 3));
  const answers = [{}, { [question]: option }, { [question]: [option, "Autre"] }];
  return {
    firstname: text(6),
    name: text(8),
    email: `${index}${text(5)}`,
    status: signupStatuses[Math.min(random(12), 2)] ?? "pending",
    createdAt: new Date(Date.UTC(2026, 0, 1) - index * 1_000),
    responses: oneOf(random, answers),
  };
}

function expected({ search, status, answer, order, page }: SignupListQuery) {
  const [, option = ""] = answer.split(/:(.*)/su);
  const found = people.filter((person) => {
    const text = searchKey(`${person.firstname} ${person.name} ${person.email}`);
    const given = [person.responses[question] ?? []].flat();
    return text.includes(searchKey(search)) && (answer === "" || given.includes(option));
  });
  const having = (one: SignupListQuery["status"]) =>
    found.filter((person) => one === "all" || person.status === one).map(({ email }) => email);
  const counts = Object.fromEntries(
    (["all", ...signupStatuses] as const).map((one) => [one, having(one).length]),
  );
  const emails = order === "asc" ? having(status).reverse() : having(status);
  return { emails: emails.slice((page - 1) * 10, page * 10), total: emails.length, counts };
}

/** Reads one page of a list, its total, and the count of each status. */
async function read(db: Db, asked: SignupListQuery, audience: Audience = "user") {
  const { items, total, counts } = await listSignups({ db, now: () => new Date() }, audience, asked);
  return { emails: items.map(({ email }) => email), total, counts };
}

type Work = (db: Db) => Promise<void>;

/** Makes the planner use the indexes for each statement, as it does for a big table. */
function byIndex<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
  return database.db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`);
    return await work(tx);
  });
}

function query(given: Partial<SignupListQuery>): SignupListQuery {
  return signupListQuerySchema.parse(given);
}

const pairs = letters.slice(0, 6).flatMap((first) => letters.slice(0, 6).map((second) => first + second));
const others = [
  "q",
  "中",
  "@",
  "'",
  "q@",
  "d'o",
  "x-",
  "x q",
  "qxa",
  "qxя",
  "éœ2",
  "martin",
  "LEFÈVRE",
  "Qx",
  "d’or",
];

describe("a search", () => {
  test.each([
    ["user", "by the table", (work: Work) => work(database.db)],
    ["user", "by the indexes", byIndex],
    ["brand", "by the table", (work: Work) => work(database.db)],
    ["brand", "by the indexes", byIndex],
  ] as const)(
    "a search in the list of a %s, %s, finds the same sign-ups as a comparison of each text",
    async (audience, _, ask) => {
      const random = numbersFrom(7);
      await ask(async (db) => {
        for (const search of [...pairs, ...others]) {
          const asked = query({
            search,
            status: oneOf(random, ["all", ...signupStatuses]),
            order: oneOf(random, ["asc", "desc"]),
            answer: random(4) === 0 ? `${question}:${oneOf(random, options)}` : "",
          });
          const page = 1 + random(Math.ceil(expected(asked).total / 10) + 1);
          const result = { search, ...expected({ ...asked, page }) };
          expect({ search, ...(await read(db, { ...asked, page }, audience)) }).toEqual(result);
        }
      });
    },
  );

  test.each(options)(
    "a search among people who chose %s finds the same sign-ups as a comparison of each text",
    async (option) => {
      for (const status of ["all", ...signupStatuses] as const) {
        const asked = query({ answer: `${question}:${option}`, status });
        expect(await read(database.db, asked)).toEqual(expected(asked));
        expect(await byIndex((db) => read(db, asked))).toEqual(expected(asked));
      }
    },
  );
});

describe("in a big list", () => {
  const size = 12_000;
  /** A term occurs in every hundredth, twentieth, tenth or second person, counted from the newest (0). */
  const shares = { rare: 100, some: 20, many: 10, most: 2 };

  beforeAll(async () => {
    const marks = Object.entries(shares).map(
      ([mark, n]) => sql`case when n % ${n} = 0 then ${mark} else '' end`,
    );
    await database.db.execute(sql`delete from beta_signups`);
    await database.db.execute(sql`
      insert into beta_signups (firstname, name, email, status, created_at, responses)
      select concat_ws(' ', ${sql.join(marks, sql`, `)}), case when n % 200 = 0 then 'Kw' else 'Ab' end, n || '@exemple.fr',
             case when n % 4 = 0 then 'approved' else 'pending' end, timestamptz '2026-01-01' - n * interval '1 second',
             jsonb_build_object(${question}::text, case when n % 10 = 0 then 'Rue' else 'Chic' end)
      from generate_series(0, ${size - 1}::int) as n`);
    await database.db.execute(sql`analyze beta_signups`);
  });

  const numbers = (step: number, from: number, length = 10) =>
    Array.from({ length }, (_, index) => `${(from + index) * step}@exemple.fr`);

  const noCounts = { pending: 0, approved: 0, rejected: 0 };
  test.each([
    [
      "rare",
      {},
      100,
      12,
      { total: 120, totalIsExact: true, counts: { ...noCounts, all: 120, approved: 120 } },
    ],
    ["rare", { status: "pending" }, 100, 1, { total: 0, counts: { ...noCounts, all: 120, approved: 120 } }],
    ["kw", {}, 200, 6, { total: 60, totalIsExact: true }],
    ["kw", { status: "approved" }, 200, 6, { total: 60, totalIsExact: true }],
    ["some", {}, 20, 60, { total: 600, totalIsExact: true }],
    ["many", {}, 10, 1, { total: 1_000, totalIsExact: false }],
    ["many", {}, 10, 100, { total: 1_000, totalIsExact: false }],
    ["many", {}, 10, 120, { total: 1_000, totalIsExact: false }],
    ["most", {}, 2, 100, { total: 1_000, totalIsExact: false }],
    ["most", { status: "approved" }, 4, 100, { total: 1_000, totalIsExact: false }],
    ["many", { status: "approved" }, 20, 1, { total: 600, totalIsExact: true, counts: null }],
    ["many", { status: "approved" }, 20, 60, { total: 600, totalIsExact: true, counts: null }],
    ["", { answer: `${question}:Rue` }, 10, 100, { total: 1_000, totalIsExact: false }],
    ["", { answer: `${question}:Rue`, status: "approved" }, 20, 60, { total: 600, totalIsExact: true }],
    ["", { answer: `${question}:Autre` }, 1, 1, { total: 0, totalIsExact: true }],
  ] as const)(
    "the search %j with %j matches every %ith row, page %i included",
    async (search, filter, step, page, totals) => {
      for (const ask of [(work: typeof list) => work(database.db), byIndex]) {
        const found = await ask(list);
        expect(found).toMatchObject(totals);
        expect(found.items.map(({ email }) => email)).toEqual(
          totals.total ? numbers(step, (page - 1) * 10) : [],
        );
      }
      function list(db: Db) {
        return listSignups({ db, now: () => new Date() }, "user", query({ ...filter, search, page }));
      }
    },
  );

  test("the oldest sign-ups come first when asked, on the last page of many", async () => {
    const asked = query({ search: "many", order: "asc", page: 100 });
    const found = await listSignups({ db: database.db, now: () => new Date() }, "user", asked);
    expect(found.items.map(({ email }) => email)).toEqual(numbers(10, 200).reverse());
  });
});

describe.each(["beta_signups", "brand_signups"])("the indexes of %s serve", (table) => {
  const plan = (search: string, texts: string[] = []) =>
    byIndex(async (db) => {
      const answer = texts.length > 0 ? { questionId: question, texts } : null;
      const where = matchesByIndex({ search, answer, segment: null });
      const { rows } = await db.execute(sql`explain select id from ${sql.identifier(table)} where ${where}`);
      return JSON.stringify(rows);
    });

  test("the indexes serve the search for two letters with any text after them", async () => {
    const steps = await plan("qx");
    expect(steps).toContain(`${table}_search`);
    expect(steps).toContain(`${table}_other_letters`);
    expect(steps).not.toContain("Seq Scan");
  });

  test("the indexes serve the filter by answer", async () => {
    expect(await plan("", ["Rue", "Ville"])).toContain(`${table}_answers`);
  });
});
