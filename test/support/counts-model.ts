import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { type Audience, audiences, type SignupStatus, signupStatuses } from "#contract/audience.ts";
import { type FieldType, fieldTypes } from "#contract/questions/registry.ts";
import type { Responses } from "#contract/signup.ts";
import { dayOf } from "#contract/stats.ts";
import { foldBatch } from "#server/stats/counts.queries.ts";
import type { TestApp } from "./test-app.ts";

/** A model of the tables' content, which the commands below keep in step with the database. */
export type Model = {
  signups: ModelSignup[];
  questions: { id: string; fieldType: FieldType }[];
  created: number;
};

type ModelSignup = {
  id: string;
  audience: Audience;
  status: SignupStatus;
  createdAt: Date;
  responses: Responses;
  /** True when the person wants to be left out of statistics. */
  isLeftOut: boolean;
};

type Real = Pick<TestApp, "db">;
type Command = fc.AsyncCommand<Model, Real>;

const table = (audience: Audience) => (audience === "user" ? sql`beta_signups` : sql`brand_signups`);
const pick = <Item>(items: readonly Item[], seed: number) => items[seed % items.length];
function command(name: string, seed: unknown, run: (model: Model, real: Real) => Promise<void>): Command {
  return { check: () => true, run, toString: () => `${name}(${fc.stringify(seed)})` };
}

const seed = fc.nat(1_000);
const answer = fc.oneof(
  fc.constantFrom("Oui", "Non", "", "é", "=1"),
  fc.array(fc.constantFrom("Lin", "Soie", "Lin", ""), { maxLength: 3 }),
);
/** Answers by the question's place in the list; -1 is a question that never existed. */
const answers = fc.array(fc.tuple(fc.integer({ min: -1, max: 4 }), answer), { maxLength: 4 });
const unknownQuestion = "00000000-0000-4000-8000-00000000dead";

function responsesOf(model: Model, list: readonly (readonly [number, string | string[]])[]): Responses {
  const entries = list.flatMap(([index, value]) => {
    const id = index === -1 ? unknownQuestion : pick(model.questions, index)?.id;
    return id === undefined ? [] : [[id, value] as const];
  });
  return Object.fromEntries(entries);
}

const signup = fc.record({
  audience: fc.constantFrom(...audiences),
  status: fc.constantFrom(...signupStatuses),
  createdAt: fc.date({
    min: new Date("2026-03-28T00:00:00Z"),
    max: new Date("2026-03-31T00:00:00Z"),
    noInvalidDate: true,
  }),
  answers,
});

const addSignups = fc.array(signup, { minLength: 1, maxLength: 4 }).map((list) =>
  command("addSignups", list, async (model, { db }) => {
    for (const { answers: given, ...item } of list) {
      const added = { ...item, id: randomUUID(), responses: responsesOf(model, given), isLeftOut: false };
      model.created += 1;
      const website = item.audience === "brand" ? sql`, website` : sql``;
      await db.execute(sql`
        insert into ${table(item.audience)} (id, firstname, name, email, status, created_at, responses${website})
        values (${added.id}, 'Lou', 'Petit', ${`${added.id}@exemple.fr`}, ${item.status}, ${item.createdAt.toISOString()},
          ${JSON.stringify(added.responses)}::jsonb${item.audience === "brand" ? sql`, 'lou.example'` : sql``})`);
      model.signups.push(added);
    }
  }),
);

const decide = fc.tuple(seed, fc.constantFrom(...signupStatuses)).map(([index, status]) =>
  command("decide", [index, status], async (model, { db }) => {
    const item = pick(model.signups, index);
    if (!item) return;
    await db.execute(sql`update ${table(item.audience)} set status = ${status} where id = ${item.id}`);
    item.status = status;
  }),
);

/** Limits a sign-up or objects to statistics (article 18 or 21), or takes that back; both equally often. */
const leaveOut = fc
  .tuple(seed, fc.constantFrom("limited_at", "objected_at"), fc.boolean())
  .map(([index, column, isLeftOut]) =>
    command("leaveOut", [index, column, isLeftOut], async (model, { db }) => {
      const item = pick(model.signups, index);
      if (!item) return;
      const other = column === "limited_at" ? "objected_at" : "limited_at";
      await db.execute(sql`update ${table(item.audience)}
        set ${sql.raw(column)} = case when ${isLeftOut} then now() end, ${sql.raw(other)} = null where id = ${item.id}`);
      item.isLeftOut = isLeftOut;
    }),
  );

const changeAnswers = fc.tuple(seed, answers).map(([index, given]) =>
  command("changeAnswers", [index, given], async (model, { db }) => {
    const item = pick(model.signups, index);
    if (!item) return;
    item.responses = responsesOf(model, given);
    await db.execute(sql`update ${table(item.audience)} set responses = ${JSON.stringify(item.responses)}::jsonb
      where id = ${item.id}`);
  }),
);

const removeSignup = seed.map((index) =>
  command("removeSignup", index, async (model, { db }) => {
    const item = pick(model.signups, index);
    if (!item) return;
    await db.execute(sql`delete from ${table(item.audience)} where id = ${item.id}`);
    model.signups = model.signups.filter(({ id }) => id !== item.id);
  }),
);

const rejectAll = fc.constantFrom(...audiences).map((audience) =>
  command("rejectAll", audience, async (model, { db }) => {
    await db.execute(sql`update ${table(audience)} set status = 'rejected' where status = 'pending'`);
    for (const item of model.signups) {
      if (item.audience === audience && item.status === "pending") item.status = "rejected";
    }
  }),
);

const addQuestion = fc.constantFrom(...fieldTypes).map((fieldType) =>
  command("addQuestion", fieldType, async (model, { db }) => {
    const id = randomUUID();
    model.created += 1;
    await db.execute(sql`insert into questionnaire_items (id, question, field_type, order_position)
      values (${id}, 'Question', ${fieldType}, ${model.created})`);
    model.questions.push({ id, fieldType });
  }),
);

const retypeQuestion = fc.tuple(seed, fc.constantFrom(...fieldTypes)).map(([index, fieldType]) =>
  command("retypeQuestion", [index, fieldType], async (model, { db }) => {
    const question = pick(model.questions, index);
    if (!question) return;
    await db.execute(sql`update questionnaire_items set field_type = ${fieldType} where id = ${question.id}`);
    question.fieldType = fieldType;
  }),
);

const removeQuestion = seed.map((index) =>
  command("removeQuestion", index, async (model, { db }) => {
    const question = pick(model.questions, index);
    if (!question) return;
    await db.execute(sql`delete from questionnaire_items where id = ${question.id}`);
    model.questions = model.questions.filter(({ id }) => id !== question.id);
  }),
);

const fold = fc
  .integer({ min: 1, max: 5 })
  .map((size) => command("fold", size, async (_, { db }) => void (await foldBatch(db, size))));

/** All changes of sign-ups and questions, with foldings of the ledger in between. */
export const commands = [
  addQuestion,
  addSignups,
  addSignups,
  decide,
  leaveOut,
  changeAnswers,
  removeSignup,
  rejectAll,
  retypeQuestion,
  removeQuestion,
  fold,
];

/** The sign-ups that statistics count. */
export const countedOf = ({ signups }: Model) => signups.filter(({ isLeftOut }) => !isLeftOut);

/** The simple reference computation, which counts all rows one by one. */
export function truthOf(model: Model) {
  const { questions } = model;
  const days = new Tally();
  const statuses = new Tally();
  const respondents = new Tally();
  const values = new Tally();
  const responses: { signup_id: string; question_id: string }[] = [];
  for (const item of countedOf(model)) {
    days.add(dayOf(item.createdAt), item.audience);
    statuses.add(item.audience, item.status);
    for (const { id } of questions) {
      const given = valuesOf(item.responses[id]);
      if (given.length === 0) continue;
      responses.push({ signup_id: item.id, question_id: id });
      respondents.add(id, item.audience);
      for (const value of given) values.add(id, item.audience, value);
    }
  }
  return {
    signups: [...new Set(days.entries().map(({ keys: [day = ""] }) => day))].map((date) => {
      const [user_count, brand_count] = [days.get(date, "user"), days.get(date, "brand")];
      return { date, total_count: user_count + brand_count, user_count, brand_count };
    }),
    answers: values.entries().map(({ keys: [question_id, signup_type, answer_value], count }) => {
      return { question_id, signup_type, answer_value, response_count: count };
    }),
    responses: responses.sort((a, b) => compare([a.signup_id, a.question_id], [b.signup_id, b.question_id])),
    statuses: statuses.entries().map(({ keys: [audience, status], count }) => ({ audience, status, count })),
    respondents: respondents.entries().map(({ keys: [question_id, signup_type], count }) => {
      return { question_id, signup_type, count };
    }),
  };
}

/** The given values, each once; an empty list for an unanswered question. */
function valuesOf(given: string | string[] | undefined): string[] {
  const list = given === undefined ? [] : Array.isArray(given) ? given : [given];
  return [...new Set(list)].filter((value) => value !== "");
}

class Tally {
  readonly #counts = new Map<string, number>();

  add(...keys: string[]): void {
    this.#counts.set(JSON.stringify(keys), this.get(...keys) + 1);
  }

  get(...keys: string[]): number {
    return this.#counts.get(JSON.stringify(keys)) ?? 0;
  }

  /** The entries, sorted by the bytes of their keys. */
  entries(): { keys: string[]; count: number }[] {
    return [...this.#counts]
      .map(([key, count]) => ({ keys: JSON.parse(key) as string[], count }))
      .sort((a, b) => compare(a.keys, b.keys));
  }
}

function compare(a: readonly string[], b: readonly string[]): number {
  for (const [index, key] of a.entries()) {
    const order = Buffer.compare(Buffer.from(key), Buffer.from(b[index] ?? ""));
    if (order !== 0) return order;
  }
  return 0;
}
