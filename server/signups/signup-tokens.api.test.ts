import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Audience } from "#contract/audience.ts";
import { formTokenLimits } from "#contract/shield.ts";
import { questionnaireItems } from "#db/schema.ts";
import { deleteExpiredShieldData } from "#server/shield/shield.service.ts";
import { agedToken } from "#server/shield/shield.test-helpers.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";

let context: TestApp;
let time = new Date("2026-03-01T10:00:00Z");
let people = 0;

beforeAll(async () => {
  context = await createTestApp({ config: { signupLimitPerMinute: 100_000 }, now: () => time });
});

afterAll(() => context.close());

beforeEach(async () => {
  time = new Date(time.getTime() + 60_000);
  await context.db.delete(questionnaireItems);
  await context.db.execute(sql`delete from beta_signups`);
  await context.db.execute(sql`delete from used_form_tokens`);
});

type App = TestApp["app"];
type Sent = Record<string, unknown> & { audience?: Audience; key?: string; app?: App };

const nextEmail = () => {
  people += 1;
  return `p${people}@exemple.fr`;
};

async function send({ audience = "user", key, app = context.app, ...body }: Sent) {
  const answer = await app.request(`/api/signups/${audience}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(key && { "idempotency-key": key }) },
    body: JSON.stringify({ firstname: "A", name: "B", email: nextEmail(), responses: {}, ...body }),
  });
  const { id, error, ...pass } = (await answer.json()) as {
    id?: string;
    error?: { code: string; message: string; fields?: Record<string, string> };
    token?: string;
    puzzle?: unknown;
  };
  return { status: answer.status, id, error, ...pass, retryAfter: answer.headers.get("retry-after") };
}

async function stored(): Promise<number> {
  const { rows } = await context.db.execute<{ count: number }>(
    sql`select count(*)::int as count from beta_signups`,
  );
  return rows[0]?.count ?? -1;
}

async function usedTokens(): Promise<number> {
  const { rows } = await context.db.execute<{ count: number }>(
    sql`select count(*)::int as count from used_form_tokens`,
  );
  return rows[0]?.count ?? -1;
}

const aged = () => agedToken(context.dependencies.config.authSecret, { now: time });
const wait = (ms: number) => {
  time = new Date(time.getTime() + ms);
};

async function issued(audience: Audience = "user"): Promise<string> {
  const answer = await context.app.request(`/api/questionnaire?audience=${audience}`);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const { token, puzzle } = (await answer.json()) as { token: string; puzzle: unknown };
  expect(puzzle).toBeNull();
  return token;
}

describe("the token of the questionnaire", () => {
  test("a token admits one sign-up, from 3 seconds to 2 hours after it was issued", async () => {
    const [early, late] = [await issued(), await issued()];
    wait(formTokenLimits.minAgeMs);
    expect(await send({ token: early })).toMatchObject({ status: 201 });
    wait(formTokenLimits.maxAgeMs - formTokenLimits.minAgeMs - 1);
    expect(await send({ token: late })).toMatchObject({ status: 201 });
  });

  test("a token that is missing or forged is replaced by a token that must age", async () => {
    for (const token of [undefined, "", "f1.user.x.1.1.x", `${aged()}x`, aged().slice(0, -1)]) {
      const refused = await send({ token });
      expect(refused).toMatchObject({
        status: 403,
        error: { code: "token_missing", message: expect.stringContaining("à nouveau") },
        token: expect.any(String),
        puzzle: null,
        retryAfter: "3",
      });
      expect(await send({ token: refused.token })).toMatchObject({ error: { code: "token_too_young" } });
      wait(3_000);
      expect(await send({ token: refused.token })).toMatchObject({ status: 201 });
    }
  });

  test("a token that is too young is replaced by a token of the same age, with the seconds to wait", async () => {
    const token = await issued();
    wait(1_500);
    const refused = await send({ token });
    expect(refused).toMatchObject({ status: 403, error: { code: "token_too_young" }, retryAfter: "2" });
    wait(1_500);
    expect(await send({ token: refused.token })).toMatchObject({ status: 201 });
  });

  test("a token that expired is replaced by a token that works at once", async () => {
    const token = await issued();
    wait(formTokenLimits.maxAgeMs);
    const refused = await send({ token });
    expect(refused).toMatchObject({ status: 403, error: { code: "token_expired" }, retryAfter: null });
    expect(await send({ token: refused.token })).toMatchObject({ status: 201 });
  });

  test("a token of one audience is refused for the other", async () => {
    const token = await issued("brand");
    wait(3_000);
    expect(await send({ token })).toMatchObject({ status: 403, error: { code: "token_missing" } });
  });

  test("a token is checked before the answers, so that a request without one sees no validation messages", async () => {
    expect(await send({ token: undefined, email: "nothing" })).toMatchObject({
      status: 403,
      error: { code: "token_missing" },
    });
    expect(await send({ token: aged(), email: "nothing" })).toMatchObject({
      status: 400,
      error: { fields: { email: expect.any(String) } },
    });
  });
});

describe("a token is used once", () => {
  test("a used token is refused for another sign-up, with a new token that works at once", async () => {
    const token = aged();
    expect(await send({ token })).toMatchObject({ status: 201 });
    const refused = await send({ token });
    expect(refused).toMatchObject({ status: 403, error: { code: "token_used" }, puzzle: null });
    expect(await stored()).toBe(1);
    expect(await send({ token: refused.token })).toMatchObject({ status: 201 });
  });

  test("the same request sent again gets the same answer", async () => {
    const request = { token: aged(), key: "same-key-1", email: nextEmail() };
    const first = await send(request);
    expect(await send(request)).toMatchObject({ status: 201, id: first.id });
    expect(await send({ ...request, token: aged() })).toMatchObject({ status: 201, id: first.id });
    expect([await stored(), await usedTokens()]).toEqual([1, 1]);
  });

  test("a captured request without a key stores nothing more, not even after its row was deleted", async () => {
    const request = { token: aged(), email: nextEmail() };
    expect(await send(request)).toMatchObject({ status: 201 });
    expect(await send(request)).toMatchObject({ error: { code: "token_used" } });
    await context.db.execute(sql`delete from beta_signups`);
    expect(await send(request)).toMatchObject({ error: { code: "token_used" } });
    expect(await stored()).toBe(0);
  });

  test("a captured request with its key stores nothing more after its row was deleted", async () => {
    const request = { token: aged(), email: nextEmail(), key: "captured-key-1" };
    expect(await send(request)).toMatchObject({ status: 201 });
    await context.db.execute(sql`delete from beta_signups`);
    expect(await send(request)).toMatchObject({ error: { code: "token_used" } });
    expect(await stored()).toBe(0);
  });

  test("a token sent by 64 requests at once with different keys stores one and refuses the others", async () => {
    const token = aged();
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        send(index % 2 ? { token } : { token, key: `parallel-${index}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ error }) => error?.code === "token_used")).toHaveLength(63);
    expect([await stored(), await usedTokens()]).toEqual([1, 1]);
  });

  test("a token sent by 64 requests at once to two instances stores one, and sign-ups with other tokens are stored, too", async () => {
    const other = context.compose().app as App;
    const token = aged();
    const raced = Array.from({ length: 64 }, (_, index) => send({ token, ...(index % 2 && { app: other }) }));
    const honest = Array.from({ length: 64 }, (_, index) =>
      send({ token: aged(), ...(index % 2 && { app: other }) }),
    );
    const answers = await Promise.all(raced);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ error }) => error?.code === "token_used")).toHaveLength(63);
    expect((await Promise.all(honest)).every(({ status }) => status === 201)).toBe(true);
    expect([await stored(), await usedTokens()]).toEqual([65, 65]);
  });

  test("a used token is refused after a restart", async () => {
    const token = aged();
    await send({ token });
    const restarted = context.compose().app as App;
    expect(await send({ token, app: restarted })).toMatchObject({ error: { code: "token_used" } });
  });

  test("a used token is deleted when it has expired in all instances", async () => {
    await send({ token: aged() });
    wait(formTokenLimits.maxAgeMs);
    await deleteExpiredShieldData(context.dependencies);
    expect(await usedTokens()).toBe(1);
    wait(60_000);
    await deleteExpiredShieldData(context.dependencies);
    expect(await usedTokens()).toBe(0);
  });
});

describe("a refused form may be sent again with its token", () => {
  test("a form may be sent again with its token after a mistake in a field", async () => {
    const token = aged();
    expect(await send({ token, firstname: "" })).toMatchObject({ status: 400 });
    expect(await send({ token })).toMatchObject({ status: 201 });
  });

  test("a form may be sent again with its token after a refusal of a known address", async () => {
    const email = nextEmail();
    await send({ token: aged(), email });
    const token = aged();
    expect(await send({ token, email })).toMatchObject({ status: 409 });
    expect(await send({ token })).toMatchObject({ status: 201 });
  });

  test("a form may be sent again with its token after a question became required", async () => {
    const id = "6f1dd5ce-3a7f-4a55-9f0b-6d1f2b1c9d11";
    await context.db
      .insert(questionnaireItems)
      .values({ id, question: "?", orderPosition: 1, required: false });
    const [token, other] = [await issued(), await issued()];
    await context.db.update(questionnaireItems).set({ required: true });
    const shownNow = await issued();
    wait(3_000);
    const changed = { status: 409, error: { code: "questionnaire_changed" } };
    const invalid = { status: 400, error: { code: "invalid_request" } };
    expect(await send({ token })).toMatchObject({
      ...changed,
      error: { fields: { [`responses.${id}`]: expect.any(String) } },
    });
    expect(await send({ token, firstname: "" })).toMatchObject(changed);
    expect(await send({ token, firstname: "", responses: { [id]: "38" } })).toMatchObject(invalid);
    expect(await send({ token: shownNow })).toMatchObject({
      ...invalid,
      error: { fields: { [`responses.${id}`]: expect.any(String) } },
    });
    expect(await send({ token: other, responses: { [id]: "38" } })).toMatchObject({ status: 201 });
  });

  test("a form with a replaced token may be sent with the questions of its first token", async () => {
    const token = await issued();
    await context.db.insert(questionnaireItems).values({ question: "?", orderPosition: 1, required: true });
    const replaced = await send({ token });
    expect(replaced).toMatchObject({ error: { code: "token_too_young" } });
    wait(3_000);
    expect(await send({ token: replaced.token })).toMatchObject({
      status: 409,
      error: { code: "questionnaire_changed" },
    });
  });

  test("a form may be sent again with its token after the questionnaire changed", async () => {
    const token = aged();
    await send({ token: aged() });
    await context.db.insert(questionnaireItems).values({ question: "?", orderPosition: 1, required: true });
    expect(await send({ token })).toMatchObject({ status: 400 });
    await context.db.delete(questionnaireItems);
    expect(await send({ token })).toMatchObject({ status: 201 });
  });
});

test("a robot that fills the invisible field gets the answer of a success, with or without a token", async () => {
  expect(await send({ company: "Robot" })).toMatchObject({ status: 201 });
  expect(await stored()).toBe(0);
});

test("SIGNUP_LIMIT_PER_MINUTE=0 asks for no token", async () => {
  const app = context.compose({ config: { signupLimitPerMinute: 0 } }).app as App;
  expect(await send({ app })).toMatchObject({ status: 201 });
  expect(await send({ app, token: "nothing" })).toMatchObject({ status: 201 });
  expect(await usedTokens()).toBe(0);
  const token = await issued();
  await context.db.insert(questionnaireItems).values({ question: "?", orderPosition: 1, required: true });
  expect(await send({ app, token })).toMatchObject({ status: 409, error: { code: "questionnaire_changed" } });
});
