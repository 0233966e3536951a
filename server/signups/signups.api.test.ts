import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { FieldType } from "#contract/questions/registry.ts";
import { signupMessages } from "#contract/signup.ts";
import { signupRefusals } from "#contract/signup-refusals.ts";
import { questionnaireItems } from "#db/schema.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";

let context: TestApp;

beforeAll(async () => {
  context = await createTestApp({ config: { signupLimitPerMinute: 0 } });
});

afterAll(() => context.close());

beforeEach(async () => {
  await context.db.execute(sql`delete from beta_signups`);
  await context.db.execute(sql`delete from brand_signups`);
  await context.db.execute(sql`delete from questionnaire_items`);
});

const person = { firstname: "Zoé", name: "Lefèvre", email: "zoe@exemple.fr", responses: {} };
const maison = { ...person, name: "Maison Zoé", website: "maison-zoe.fr" };

function post(audience: string, body: unknown, headers: Record<string, string> = {}) {
  return context.app.request(`/api/signups/${audience}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

async function rowsOf(table: "beta_signups" | "brand_signups" = "beta_signups") {
  const { rows } = await context.db.execute(sql`select * from ${sql.identifier(table)} order by email`);
  return rows;
}

async function ask(values: { fieldType: FieldType } & Partial<typeof questionnaireItems.$inferInsert>) {
  const [question] = await context.db
    .insert(questionnaireItems)
    .values({
      question: "Une question ?",
      orderPosition: sql`(select coalesce(max(order_position), 0) + 1 from questionnaire_items)`,
      targetType: "both",
      ...values,
    } as typeof questionnaireItems.$inferInsert)
    .returning();
  return question?.id ?? "";
}

async function problemOf(answer: Response) {
  const { error } = (await answer.json()) as {
    error: { code: string; message: string; fields?: Record<string, string> };
  };
  return { status: answer.status, ...error };
}

describe("a sign-up", () => {
  test("a user's sign-up is stored as pending, trimmed, with its answers", async () => {
    const text = await ask({ fieldType: "text" });
    const boxes = await ask({ fieldType: "checkbox", options: ["Rue", "Chic", "Vintage"] });
    const answer = await post("user", {
      ...person,
      firstname: "  Zoé ",
      email: " Zoe@Exemple.fr ",
      responses: { [text]: " bonjour ", [boxes]: ["Chic", "Rue", "Chic"] },
    });
    expect(answer.status).toBe(201);
    const { id } = (await answer.json()) as { id: string };
    expect(await rowsOf()).toMatchObject([
      {
        id,
        firstname: "Zoé",
        name: "Lefèvre",
        email: "Zoe@exemple.fr",
        status: "pending",
        decided_at: null,
        responses: { [text]: "bonjour", [boxes]: ["Chic", "Rue"] },
      },
    ]);
  });

  test("a brand's sign-up keeps its website with a protocol", async () => {
    expect((await post("brand", maison)).status).toBe(201);
    expect(await rowsOf("brand_signups")).toMatchObject([
      { website: "https://maison-zoe.fr", name: "Maison Zoé" },
    ]);
  });

  test("one e-mail may sign up once as a user and once as a brand", async () => {
    expect((await post("user", person)).status).toBe(201);
    expect((await post("brand", maison)).status).toBe(201);
  });

  test("a sign-up with a known e-mail in another case is refused with the specified text", async () => {
    await post("user", person);
    const problem = await problemOf(await post("user", { ...person, email: "ZOE@exemple.FR" }));
    expect(problem).toMatchObject({
      status: 409,
      code: "duplicate_email",
      message: "Cette adresse email est déjà inscrite à la bêta.",
      fields: { email: signupRefusals.duplicateEmail },
    });
    expect(await rowsOf()).toHaveLength(1);
  });

  test("64 simultaneous sign-ups with one e-mail in different cases are stored once", async () => {
    const emails = Array.from({ length: 64 }, (_, index) =>
      [..."elodie@exemple.fr"]
        .map((letter, place) => ((index >> (place % 6)) & 1 ? letter.toUpperCase() : letter))
        .join(""),
    );
    const answers = await Promise.all(emails.map((email) => post("user", { ...person, email })));
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([201, ...Array(63).fill(409)]);
    expect(await rowsOf()).toHaveLength(1);
  });

  test("a sign-up that fills the invisible field looks successful and is not stored", async () => {
    const answer = await post("user", { ...person, company: "Robots SA" });
    expect(answer.status).toBe(201);
    const confirms = await context.dependencies.confirmationAsked();
    expect(await answer.json()).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), confirms });
    expect(await rowsOf()).toEqual([]);
  });

  test("a sign-up with the invisible field left blank is stored", async () => {
    expect((await post("user", { ...person, company: "" })).status).toBe(201);
    expect(await rowsOf()).toHaveLength(1);
  });
});

describe("a request repeated with its Idempotency-Key", () => {
  const key = { "idempotency-key": "2b1f8a54-6f0e-4a33" };

  test("a repeated request gets the first answer again, and one row is stored", async () => {
    const first = await post("user", person, key);
    const second = await post("user", person, key);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await second.json()).toEqual(await first.json());
    expect(await rowsOf()).toHaveLength(1);
  });

  test("a request and its repetition at the same time get the same answer", async () => {
    const answers = await Promise.all([post("user", person, key), post("user", person, key)]);
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    expect(answers.map((answer) => answer.status)).toEqual([201, 201]);
    expect(bodies[0]).toEqual(bodies[1]);
    expect(await rowsOf()).toHaveLength(1);
  });

  test("a repeated request gets the first answer even when a question was added meanwhile", async () => {
    const first = await post("user", person, key);
    await ask({ fieldType: "text" });
    const second = await post("user", person, key);
    expect(second.status).toBe(201);
    expect(await second.json()).toEqual(await first.json());
  });

  test("a repeated key is refused for another e-mail, also at the same time", async () => {
    await post("user", person, key);
    const other = { ...person, email: "autre@exemple.fr" };
    expect(await problemOf(await post("user", other, key))).toMatchObject({ status: 409, code: "conflict" });
    const fresh = { "idempotency-key": "another-key" };
    const statuses = await Promise.all(
      ["a@exemple.fr", "b@exemple.fr"].map(
        async (email) => (await post("user", { ...person, email }, fresh)).status,
      ),
    );
    expect(statuses.sort()).toEqual([201, 409]);
    expect(await rowsOf()).toHaveLength(2);
  });

  test("a repeated key makes a second sign-up for the other audience", async () => {
    const user = (await (await post("user", person, key)).json()) as { id: string };
    const brand = (await (await post("brand", maison, key)).json()) as { id: string };
    expect(brand.id).not.toBe(user.id);
  });

  test.each(["short", "ä".repeat(10), "x".repeat(201)])(
    "an Idempotency-Key has 8 to 200 visible characters: %s",
    async (bad) => {
      // Headers hold one byte per character.
      const answer = await post("user", person, { "idempotency-key": bad });
      expect(answer.status).toBe(400);
      expect(await rowsOf()).toEqual([]);
    },
  );
});

describe("answers", () => {
  const asked = { select: ["Oui", "Non"], checkbox: ["Rue", "Chic"] };

  test.each([
    ["text", "", signupMessages.answerRequired],
    ["textarea", "   ", signupMessages.answerRequired],
    ["email", "pas-une-adresse", signupMessages.emailInvalid],
    ["select", "Peut-être", signupMessages.optionUnknown],
    ["radio", "Peut-être", signupMessages.optionUnknown],
    ["checkbox", [], signupMessages.optionRequired],
    ["checkbox", ["Rue", "Autre"], signupMessages.optionUnknown],
    ["checkbox", "Rue", signupMessages.answerInvalid],
    ["text", ["une", "liste"], signupMessages.answerInvalid],
    ["select", ["Oui"], signupMessages.answerInvalid],
  ] as const)(
    "answers to a %s question of %j are refused with their message",
    async (fieldType, value, message) => {
      const options =
        fieldType === "checkbox"
          ? asked.checkbox
          : fieldType === "select" || fieldType === "radio"
            ? asked.select
            : null;
      const id = await ask({ fieldType, options });
      const problem = await problemOf(await post("user", { ...person, responses: { [id]: value } }));
      expect(problem).toMatchObject({ status: 400, fields: { [`responses.${id}`]: message } });
      expect(await rowsOf()).toEqual([]);
    },
  );

  test("answers may be missing where the question is optional, has no options, or is not asked", async () => {
    await ask({ fieldType: "text", required: false });
    await ask({ fieldType: "select", options: null });
    await ask({ fieldType: "text", active: false });
    await ask({ fieldType: "text", targetType: "brand" });
    expect((await post("user", person)).status).toBe(201);
  });

  test("answers to unknown, inactive or the other audience's questions are refused", async () => {
    const inactive = await ask({ fieldType: "text", active: false });
    const brands = await ask({ fieldType: "text", targetType: "brand" });
    const unknown = "6f1dd5ce-3a7f-4a55-9f0b-6d1f2b1c9d11";
    for (const id of [inactive, brands, unknown, "constructor"]) {
      const problem = await problemOf(await post("user", { ...person, responses: { [id]: "x" } }));
      expect(problem).toMatchObject({
        status: 400,
        code: "questionnaire_changed",
        fields: { [`responses.${id}`]: signupMessages.questionGone },
      });
    }
    expect(await rowsOf()).toEqual([]);
  });

  test("answers to options that are stored as a JSON string are checked against the list", async () => {
    const id = await ask({ fieldType: "radio", options: '["Oui","Non"]' });
    expect((await post("user", { ...person, responses: { [id]: "Oui" } })).status).toBe(201);
  });

  test("answers are checked against the current questions, also when they changed since the last sign-up", async () => {
    const id = await ask({ fieldType: "text" });
    await post("user", { ...person, responses: { [id]: "oui" } });
    await context.db.execute(sql`update questionnaire_items set active = false`);
    const late = { ...person, email: "tard@exemple.fr" };
    const problem = await problemOf(await post("user", { ...late, responses: { [id]: "oui" } }));
    expect(problem).toMatchObject({ status: 400, code: "questionnaire_changed" });
    expect((await post("user", late)).status).toBe(201);
  });

  test("answers are still accepted after a change of other questions", async () => {
    const id = await ask({ fieldType: "text" });
    await post("user", { ...person, responses: { [id]: "oui" } });
    await ask({ fieldType: "text", required: false });
    const next = { ...person, email: "suivante@exemple.fr", responses: { [id]: "oui" } };
    expect((await post("user", next)).status).toBe(201);
  });

  test("30 sign-ups that race with a question's removal are refused or stored without their answer to it", async () => {
    const id = await ask({ fieldType: "text", required: false });
    const racing = Array.from({ length: 30 }, (_, index) =>
      post("user", { ...person, email: `r${index}@exemple.fr`, responses: { [id]: "oui" } }),
    );
    await context.db.execute(sql`delete from questionnaire_items`);
    const statuses = (await Promise.all(racing)).map((answer) => answer.status);
    expect(new Set([...statuses, 201, 400])).toEqual(new Set([201, 400]));
    expect(await rowsOf()).toHaveLength(statuses.filter((status) => status === 201).length);
  });
});

describe("a strict body", () => {
  const long = "x".repeat(10_000);
  test.each<[string, "user" | "brand", unknown, string]>([
    ["a status", "user", { ...person, status: "approved" }, "status"],
    ["an id", "user", { ...person, id: "1" }, "id"],
    ["a creation date", "user", { ...person, createdAt: "2020-01-01" }, "createdAt"],
    ["a user's website", "user", { ...person, website: "exemple.fr" }, "website"],
    ["no first name", "user", { ...person, firstname: undefined }, "firstname"],
    ["a blank first name", "user", { ...person, firstname: " \u200b " }, "firstname"],
    ["a number as name", "user", { ...person, name: 12 }, "name"],
    ["a list as name", "user", { ...person, name: ["x"] }, "name"],
    ["null as e-mail", "user", { ...person, email: null }, "email"],
    ["no e-mail", "user", { ...person, email: undefined }, "email"],
    ["10,000 characters of name", "user", { ...person, name: long }, "name"],
    ["10,000 characters of e-mail", "user", { ...person, email: `${long}@exemple.fr` }, "email"],
    ["NUL in a name", "user", { ...person, name: "a\u0000b" }, "name"],
    ["a lone surrogate", "user", { ...person, name: "a\ud800b" }, "name"],
    ["a line break in a name", "user", { ...person, firstname: "a\nb" }, "firstname"],
    ["a header in an e-mail", "user", { ...person, email: "a@b.fr\r\nBcc: c@d.fr" }, "email"],
    ["no website of a brand", "brand", { ...maison, website: undefined }, "website"],
    ["a script as website", "brand", { ...maison, website: "javascript:alert(1)" }, "website"],
    ["no answers", "user", { ...person, responses: undefined }, "responses"],
    ["a list of answers", "user", { ...person, responses: [] }, "responses"],
    ["a number as answer", "user", { ...person, responses: { a: 1 } }, "responses.a"],
    ["a nested answer", "user", { ...person, responses: { a: { b: "c" } } }, "responses.a"],
    ["a list in a list", "user", { ...person, responses: { a: [["b"]] } }, "responses.a"],
    [
      "201 answers",
      "user",
      { ...person, responses: Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`q${i}`, "x"])) },
      "responses",
    ],
  ])("a body with %s is refused, with the field", async (_, audience, body, field) => {
    const problem = await problemOf(await post(audience, body));
    expect(problem.status).toBe(400);
    expect(Object.keys(problem.fields ?? {})).toContain(field);
    for (const message of Object.values(problem.fields ?? {}))
      expect(message).not.toMatch(/invalid input|expected/i);
    expect([...(await rowsOf()), ...(await rowsOf("brand_signups"))]).toEqual([]);
  });

  test.each([
    ["not JSON", '{"firstname":'],
    ["a text", '"bonjour"'],
    ["null", "null"],
    ["a list", "[]"],
    ["nesting without end", "[".repeat(30_000)],
    [
      "__proto__ at the top",
      '{"__proto__":{"status":"approved"},"firstname":"a","name":"b","email":"a@b.fr","responses":{}}',
    ],
    [
      "__proto__ among the answers",
      '{"firstname":"a","name":"b","email":"a@b.fr","responses":{"__proto__":"x"}}',
    ],
    [
      "__proto__ written with an escape",
      '{"firstname":"a","name":"b","email":"a@b.fr","responses":{"\\u005f_proto__":["x"]}}',
    ],
  ])("a body with %s is refused", async (_, body) => {
    expect((await post("user", body)).status).toBe(400);
    expect(await rowsOf()).toEqual([]);
  });

  describe.each([
    ["declared", (body: string) => ({ "content-length": String(Buffer.byteLength(body)) })],
    ["not declared", () => ({})],
  ])("whose length is %s", (_, headersOf) => {
    /** White space fills the body up to the byte. */
    const ofBytes = (bytes: number) => {
      const json = JSON.stringify(person);
      return json + " ".repeat(bytes - Buffer.byteLength(json));
    };

    test("a body may have 64 KiB", async () => {
      const body = ofBytes(64 * 1024);
      expect((await post("user", body, headersOf(body))).status).toBe(201);
    });

    test("a body of 64 KiB and one byte is refused as too large", async () => {
      const body = ofBytes(64 * 1024 + 1);
      const problem = await problemOf(await post("user", body, headersOf(body)));
      expect(problem).toMatchObject({ status: 413, code: "payload_too_large" });
      expect(await rowsOf()).toEqual([]);
    });
  });

  test("a sign-up goes to a known audience only", async () => {
    expect((await post("robots", person)).status).toBe(400);
  });
});
