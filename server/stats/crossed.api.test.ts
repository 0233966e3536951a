import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { crossedMessages } from "#contract/crossed.ts";
import type { ApiProblem } from "#contract/errors.ts";
import type { AdminQuestion } from "#contract/questionnaire.schema.ts";
import type { SavedSegment } from "#contract/segments.schema.ts";
import type { Crossed } from "#contract/stats.schema.ts";
import { openSignupDesk, type SignupDesk } from "#test/support/signup-desk.ts";

let desk: SignupDesk;
let style: AdminQuestion;
let age: AdminQuestion;
let city: AdminQuestion;

const request = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  desk.context.app.request(`/api/admin/${path}`, {
    method,
    headers: headers ?? desk.signedIn.headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const read = async <Body>(answer: Response, status = 200): Promise<Body> => {
  expect(answer.status).toBe(status);
  return (await answer.json()) as Body;
};
const ask = async (fieldType: string, options: string[] | null) =>
  read<AdminQuestion>(
    await request("POST", "questions", {
      question: `Votre ${fieldType} ?`,
      fieldType,
      options,
      targetType: "user",
    }),
    201,
  );
const cross = (query: Record<string, string> = {}) =>
  request("GET", `stats/crossed?${new URLSearchParams({ question: style.id, by: age.id, ...query })}`);

beforeAll(async () => {
  desk = await openSignupDesk();
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.clear();
  style = await ask("checkbox", ["Vintage", "Rue", "Chic"]);
  age = await ask("radio", ["Jeune", "Vieux"]);
  city = await ask("text", null);
});

/**
 * Adds twelve people: eight young ones for Vintage, three of them also for Rue, and four old ones for Rue. One answered only the style
 * question.
 */
async function addPeople() {
  const people = (count: number, styles: string[], years: string, status: "approved" | "pending") =>
    desk.addUsers(
      ...Array.from({ length: count }, () => ({
        status,
        responses: { [style.id]: styles, [age.id]: years },
      })),
    );
  await people(5, ["Vintage"], "Jeune", "approved");
  await people(3, ["Vintage", "Rue"], "Jeune", "approved");
  await people(4, ["Rue"], "Vieux", "pending");
  await desk.addUsers({ responses: { [style.id]: ["Chic"] } });
}

test("crossed answers count each pair, and each sign-up once in the base", async () => {
  await addPeople();
  expect(await read<Crossed>(await cross())).toEqual({
    base: 12,
    rows: [
      { answer: "Vintage", count: 8, isOption: true },
      { answer: "Rue", count: 7, isOption: true },
      { answer: "Chic", count: 0, isOption: true },
    ],
    columns: [
      { answer: "Jeune", count: 8, isOption: true },
      { answer: "Vieux", count: 4, isOption: true },
    ],
    cells: [
      [8, 0],
      [3, 4],
      [0, 0],
    ],
  });
});

test("crossed answers include answers under former names of an option", async () => {
  await addPeople();
  const { answerCount, orderPosition, id, ...values } = style;
  const renamedOptions = [{ from: "Vintage", to: "Rétro" }];
  await read(
    await request("PUT", `questions/${id}`, { ...values, options: ["Rétro", "Rue", "Chic"], renamedOptions }),
  );
  const { rows, cells } = await read<Crossed>(await cross());
  expect(rows[0]).toEqual({ answer: "Rétro", count: 8, isOption: true });
  expect(cells[0]).toEqual([8, 0]);
});

test("crossed answers list former options last, and mark them", async () => {
  await addPeople();
  const { answerCount, orderPosition, id, ...values } = style;
  await read(await request("PUT", `questions/${id}`, { ...values, options: ["Chic", "Rue"] }));
  const { rows } = await read<Crossed>(await cross());
  expect(rows.map(({ answer, isOption }) => [answer, isOption])).toEqual([
    ["Chic", true],
    ["Rue", true],
    ["Vintage", false],
  ]);
});

test("a cell of crossed answers counts the people of the list that it opens, without people who objected", async () => {
  await addPeople();
  await desk.context.db.execute(sql`
    update beta_signups set objected_at = now()
    where id = (select id from beta_signups where responses -> ${age.id} = '"Jeune"' limit 1)`);
  await desk.context.db.execute(sql`
    insert into brand_signups (firstname, name, email, website, responses)
    values ('Ada', 'Epi', 'e@exemple.fr', 'https://exemple.fr', ${JSON.stringify({ [style.id]: ["Vintage"], [age.id]: "Jeune" })}::jsonb)`);
  const { base, cells } = await read<Crossed>(await cross());
  expect({ base, cell: cells[0]?.[0] }).toEqual({ base: 11, cell: 7 });
  const rules = [
    { field: "counted", op: "is", value: true },
    { field: "answer", questionId: style.id, op: "is", value: "Vintage" },
    { field: "answer", questionId: age.id, op: "is", value: "Jeune" },
  ];
  const conditions = JSON.stringify({ match: "all", groups: [{ match: "all", rules }] });
  expect((await desk.list({ conditions })).total).toBe(7);
});

test("crossed answers count only the requested audience", async () => {
  await addPeople();
  expect((await read<Crossed>(await cross({ audience: "user" }))).base).toBe(12);
  expect((await read<Crossed>(await cross({ audience: "brand" }))).base).toBe(0);
});

test("crossed answers of fewer than ten people give no table, also for approved people or a segment", async () => {
  await addPeople();
  const none = { base: 8, rows: [], columns: [], cells: [] };
  expect(await read(await cross({ status: "approved" }))).toEqual(none);
  const conditions = {
    match: "all",
    groups: [{ match: "all", rules: [{ field: "status", op: "is", value: "approved" }] }],
  };
  const segment = { name: "Approuvés", audience: "user", conditions };
  const { id } = await read<SavedSegment>(await request("POST", "segments", segment), 201);
  expect(await read(await cross({ segment: id }))).toEqual(none);
  await request("DELETE", `segments/${id}`);
  expect((await cross({ segment: id })).status).toBe(404);
});

test("an export of crossed answers hides cells of fewer than five people", async () => {
  await addPeople();
  const query = new URLSearchParams({ question: style.id, by: age.id });
  const answer = await request("GET", `stats/crossed.csv?${query}`);
  expect((await answer.text()).replace("\uFEFF", "").trim().split("\r\n")).toEqual([
    '"Réponse";"Jeune";"Vieux"',
    '"Vintage";"masqué";0',
    '"Rue";"<5";"<5"',
    '"Chic";0;0',
  ]);
});

test("crossed answers are refused without a session, for unknown questions and for free text", async () => {
  const { cookie: _, ...signedOut } = desk.signedIn.headers;
  expect((await request("GET", "stats/crossed", undefined, signedOut)).status).toBe(401);
  expect((await cross({ by: "1" })).status).toBe(400);
  expect((await cross({ by: "00000000-0000-4000-8000-00000000000f" })).status).toBe(404);
  const refused = await read<ApiProblem>(await cross({ by: city.id }), 400);
  expect(refused.error.fields).toEqual({ by: crossedMessages.choicesOnly });
  expect((await cross({ by: style.id })).status).toBe(400);
});

test("an export of crossed answers asks for the password again after ten minutes", async () => {
  const query = new URLSearchParams({ question: style.id, by: age.id });
  desk.setTime(new Date(desk.now().getTime() + 11 * 60_000));
  expect((await request("GET", `stats/crossed.csv?${query}`)).status).toBe(403);
});
