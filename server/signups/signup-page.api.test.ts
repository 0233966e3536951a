import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { requestMessages } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import { formTokenLimits, shieldMessages, shieldStates } from "#contract/shield.ts";
import { signupMessages } from "#contract/signup.ts";
import { signupRefusals } from "#contract/signup-refusals.ts";
import type { SignUpPage } from "#contract/site-pages.ts";
import { questionnaireItems } from "#db/schema.ts";
import type { DomainResolver } from "#server/lib/dns.ts";
import { everyDomainAccepts } from "#test/support/domain-resolver.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";

let context: TestApp;
let time = new Date("2026-03-01T10:00:00Z");
let people = 0;
let questionsAsked = 0;

const resolver: DomainResolver = {
  ...everyDomainAccepts,
  resolveMx: async (domain) => (domain.endsWith("faute.fr") ? [] : everyDomainAccepts.resolveMx(domain)),
};

beforeAll(async () => {
  context = await createTestApp({
    config: { signupLimitPerMinute: 100_000 },
    resolver,
    now: () => time,
  });
});

afterAll(() => context.close());

beforeEach(async () => {
  time = new Date(time.getTime() + 60_000);
  await context.db.delete(questionnaireItems);
  for (const table of ["beta_signups", "brand_signups", "used_form_tokens"]) {
    await context.db.execute(sql`delete from ${sql.identifier(table)}`);
  }
});

type App = TestApp["app"];
type DrawnPage = SignUpPage & { ending: string; message?: string };
type Fields = Record<string, string | string[]>;

const formHeaders = { "content-type": "application/x-www-form-urlencoded", origin: "http://localhost" };
const wait = (ms: number) => {
  time = new Date(time.getTime() + ms);
};
const tokensIn = ({ ending }: DrawnPage) =>
  [...ending.matchAll(/name="token" form="sign-up" value="([^"]+)"/g)].map(([, token = ""]) => token);

async function open(query = "", app: App = context.app) {
  const answer = await app.request(`/inscription${query}`);
  const page = (await answer.json()) as DrawnPage;
  return { status: answer.status, page, tokens: page.ending ? tokensIn(page) : [] };
}

/** Opens a form and waits until its token is old enough to send. */
async function openForm(app?: App): Promise<string[]> {
  const { tokens } = await open("", app);
  wait(formTokenLimits.minAgeMs);
  return tokens;
}

function bodyOf(fields: Fields): string {
  const entries = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((text) => [name, text] as [string, string]),
  );
  return new URLSearchParams(entries).toString();
}

const person = () => {
  people += 1;
  return { type: "moi", firstname: "Zoé", name: "Martin", email: `p${people}@exemple.fr` };
};

async function post(
  fields: Fields,
  { app = context.app, headers = {} }: { app?: App; headers?: object } = {},
) {
  const answer = await app.request("/inscription", {
    method: "POST",
    headers: { ...formHeaders, ...headers },
    body: bodyOf(fields),
  });
  const text = await answer.text();
  const page = (text.startsWith("{") ? JSON.parse(text) : null) as DrawnPage;
  return {
    status: answer.status,
    location: answer.headers.get("location"),
    retryAfter: answer.headers.get("retry-after"),
    page,
    tokens: page?.ending ? tokensIn(page) : [],
  };
}

const taken = {
  status: 303,
  location: expect.stringMatching(/^\/inscription\?fait=merci&jeton=f1\.(user|brand)\.[\w.%~-]+$/),
};

async function rowsOf(table = "beta_signups") {
  const { rows } = await context.db.execute(sql`select * from ${sql.identifier(table)} order by created_at`);
  return rows;
}

async function ask(values: Partial<typeof questionnaireItems.$inferInsert> = {}): Promise<string> {
  questionsAsked += 1;
  const [row] = await context.db
    .insert(questionnaireItems)
    .values({
      question: "Votre ville",
      fieldType: "text",
      required: true,
      active: true,
      targetType: "both",
      orderPosition: questionsAsked,
      ...values,
    })
    .returning({ id: questionnaireItems.id });
  return row?.id ?? "";
}

describe("the page", () => {
  test("the page holds the questions of both audiences, and a token for each at its end", async () => {
    const ids = [await ask(), await ask({ targetType: "user" }), await ask({ targetType: "brand" })];
    const { page, tokens } = await open();
    expect(page).toMatchObject({
      page: "sign-up",
      audience: "user",
      typed: null,
      problems: {},
      problem: null,
    });
    expect(page.questions.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(tokens.map((token) => token.split(".")[1])).toEqual(["user", "brand"]);
  });

  test("the page carries the source of the visit to the sign-up, also after a refusal", async () => {
    const referer = "http://localhost/?utm_source=Lettre&utm_campaign=Mai&gclid=secret";
    const answer = await context.app.request("/inscription", { headers: { referer } });
    const page = (await answer.json()) as DrawnPage;
    const source = "utm_source=lettre&utm_campaign=mai";
    expect(page.ending).toContain(`name="source" form="sign-up" value="${source.replace("&", "&amp;")}"`);
    expect(page.ending).not.toContain("secret");
    wait(formTokenLimits.minAgeMs);
    const refused = await post({ ...person(), email: "", token: tokensIn(page), source });
    expect(refused.page?.ending).toContain('name="source"');
    wait(formTokenLimits.minAgeMs);
    expect(await post({ ...person(), token: refused.tokens, source })).toMatchObject(taken);
    const { rows } = await context.db.execute(
      sql`select source, medium, campaign from sources join beta_signups on source_id = sources.id`,
    );
    expect(rows).toEqual([{ source: "lettre", medium: "", campaign: "mai" }]);
  });

  test("the page begins with brands when its URL names them", async () => {
    expect((await open("?type=marque")).page.audience).toBe("brand");
    expect((await open("?type=autre")).page.audience).toBe("user");
  });

  test("the page is rendered again only after a change of the questions", async () => {
    const keptOf = async (query = "") => ((await open(query)).page as unknown as { kept: unknown }).kept;
    const [first, second, brand] = [await keptOf(), await keptOf(), await keptOf("?type=marque")];
    expect(second).toEqual(first);
    expect(brand).toMatchObject({ name: "sign-up brand" });
    await ask();
    expect(await keptOf()).not.toEqual(first);
  });

  test("the page answers HEAD, and no other spelling of its address", async () => {
    const head = await context.app.request("/inscription", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    for (const query of ["", "?type=marque&utm_source=Lettre&ami=0123456789"]) {
      const slash = await context.app.request(`/inscription/${query}`);
      expect([slash.status, slash.headers.get("location")]).toEqual([308, `/inscription${query}`]);
    }
  });
});

describe("a form", () => {
  test("a person's form is stored, and its thanks are a separate page", async () => {
    const [city, fabrics] = [await ask(), await ask({ fieldType: "checkbox", options: ["Lin", "Soie"] })];
    const token = await openForm();
    const sent = { ...person(), token, newsConsent: "on", website: "", company: "" };
    const answers = { [`responses.${city}`]: " Lyon ", [`responses.${fabrics}`]: ["Lin", "Soie"] };
    expect(await post({ ...sent, ...answers })).toMatchObject(taken);
    expect(await rowsOf()).toMatchObject([
      { firstname: "Zoé", email: sent.email, responses: { [city]: "Lyon", [fabrics]: ["Lin", "Soie"] } },
    ]);
    expect((await open("?fait=merci")).page).toMatchObject({ page: "signed-up", asked: null });
  });

  test("a brand's form is stored with its website, without the fields of a person", async () => {
    const [size, shops] = [
      await ask({ targetType: "user", required: false }),
      await ask({ targetType: "brand" }),
    ];
    const answers = { [`responses.${size}`]: "38", [`responses.${shops}`]: "Deux" };
    const sent = { ...person(), type: "marque", website: "maison.fr", token: await openForm(), ...answers };
    expect(await post(sent)).toMatchObject(taken);
    expect(await rowsOf("brand_signups")).toMatchObject([
      { website: "https://maison.fr", responses: { [shops]: "Deux" } },
    ]);
    expect(await rowsOf()).toEqual([]);
  });

  test("a form with mistakes comes back with everything that was typed, each message beside its field", async () => {
    const [city, shops] = [await ask(), await ask({ targetType: "brand" })];
    const sent = { ...person(), firstname: " ", email: "pas une adresse", website: "maison.fr" };
    const refused = await post({
      ...sent,
      newsConsent: "on",
      token: await openForm(),
      [`responses.${shops}`]: "Deux",
    });
    expect(refused.status).toBe(400);
    expect(refused.page).toMatchObject({
      audience: "user",
      typed: {
        firstname: " ",
        name: "Martin",
        email: "pas une adresse",
        website: "maison.fr",
        responses: { [shops]: "Deux" },
        newsConsent: true,
      },
      problems: {
        firstname: signupMessages.firstnameRequired,
        email: signupMessages.emailInvalid,
        [`responses.${city}`]: signupMessages.answerRequired,
      },
    });
    const mended = { ...person(), [`responses.${city}`]: "Lyon", token: refused.tokens };
    expect(await post(mended), "at once: the form keeps its age").toMatchObject(taken);
  });

  test("a form with a known address is refused beside its field", async () => {
    const sent = person();
    await post({ ...sent, token: await openForm() });
    const refused = await post({ ...sent, token: await openForm() });
    expect(refused).toMatchObject({ status: 409, page: { problem: null, typed: { email: sent.email } } });
    expect(refused.page.problems).toEqual({ email: signupRefusals.duplicateEmail });
    expect(await rowsOf()).toHaveLength(1);
  });

  test("an address that seems to receive no mail is questioned once", async () => {
    const sent = { ...person(), email: "zoe@faute.fr" };
    const first = await post({ ...sent, token: await openForm() });
    expect(first.page).toMatchObject({
      questioned: "zoe@faute.fr",
      problem: null,
      problems: { email: signupRefusals.emailDomainUnreachable },
    });
    const emailConfirmed = first.page.questioned ?? "";
    const other = await post({ ...sent, email: "zoe@autre-faute.fr", emailConfirmed, token: first.tokens });
    expect(other).toMatchObject({ status: 400, page: { questioned: "zoe@autre-faute.fr" } });
    expect(await post({ ...sent, emailConfirmed, token: other.tokens })).toMatchObject(taken);
  });

  test("a form whose questions have changed meanwhile shows the current questions, and keeps the answers", async () => {
    const city = await ask();
    const token = await openForm();
    const style = await ask({ question: "Votre style" });
    const sent = { ...person(), [`responses.${city}`]: "Lyon" };
    const refused = await post({ ...sent, token });
    expect(refused).toMatchObject({ status: 409, page: { problem: signupMessages.questionnaireChanged } });
    expect(refused.page.questions.map(({ id }) => id)).toEqual([city, style]);
    expect(refused.page.problems).toEqual({ [`responses.${style}`]: signupMessages.answerRequired });
    expect(refused.page.typed?.responses).toEqual({ [city]: "Lyon" });
    const again = await post({ ...sent, token: refused.tokens });
    expect(again, "from now on the form shows the present ones").toMatchObject({ status: 400 });
    const mended = { ...sent, [`responses.${style}`]: "Sobre", token: again.tokens };
    expect(await post(mended)).toMatchObject(taken);
  });

  test("a form with an answer to a deleted question shows the current questions", async () => {
    const city = await ask();
    const token = await openForm();
    await context.db.delete(questionnaireItems);
    const refused = await post({ ...person(), [`responses.${city}`]: "Lyon", token });
    expect(refused).toMatchObject({ status: 409, page: { problem: signupMessages.questionsGone } });
    expect(await post({ ...person(), token: refused.tokens })).toMatchObject(taken);
  });

  test("a robot's form, with the invisible field filled, looks accepted and is not stored", async () => {
    const robot = { ...person(), company: "Robots SA" };
    expect(await post(robot)).toMatchObject({ status: 303, location: "/inscription?fait=merci" });
    expect(await rowsOf()).toEqual([]);
  });

  test("a form with hostile or far too many field names is refused, and stores nothing", async () => {
    const token = await openForm();
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`responses.${index}`, "x"]));
    for (const fields of [{ "responses.__proto__": "x" }, { "responses.constructor": "x" }, many]) {
      expect(await post({ ...person(), ...fields, token })).toMatchObject({ status: 400 });
    }
    expect(await rowsOf()).toEqual([]);
    expect(await post({ ...person(), ajout: "d’une extension", token })).toMatchObject(taken);
  });

  test("a form of more than 64 KiB is refused on a page that says so", async () => {
    const long = "x".repeat(limits.bodyBytes);
    const refused = await post({ ...person(), firstname: long, token: await openForm() });
    expect(refused).toMatchObject({
      status: 413,
      page: { page: "trouble", message: requestMessages.payloadTooLarge },
    });
  });

  test.each<[string, Record<string, string>]>([
    ["another site", { origin: "https://ailleurs.example" }],
    ["a sandboxed frame", { origin: "null", "sec-fetch-site": "cross-site" }],
  ])("a form from %s is refused, and shown again with everything that was typed", async (_, headers) => {
    const [city, token] = [await ask(), await openForm()];
    const fields = { ...person(), token, [`responses.${city}`]: "Lyon" };
    const refused = await post(fields, { headers });
    expect(refused).toMatchObject({
      status: 403,
      page: {
        page: "sign-up",
        problem: requestMessages.foreignOrigin,
        typed: { email: fields.email, responses: { [city]: "Lyon" } },
      },
    });
    expect(await rowsOf()).toEqual([]);
    expect(await post({ ...fields, token: refused.tokens })).toMatchObject(taken);
  });

  test("a form whose page hides its origin is accepted with a valid token, and shown again without one", async () => {
    const hidden = { headers: { origin: "null" } };
    const fields = person();
    const refused = await post(fields, hidden);
    expect(refused).toMatchObject({ status: 403, page: { page: "sign-up", typed: { email: fields.email } } });
    expect(await rowsOf()).toEqual([]);
    expect(await post({ ...fields, token: await openForm() }, hidden)).toMatchObject(taken);
    const seen = { headers: { origin: "null", "sec-fetch-site": "same-origin" } };
    expect(await post({ ...person(), token: await openForm() }, seen)).toMatchObject(taken);
  });

  test("a form in another encoding is refused, and stores nothing", async () => {
    const fields = { ...person(), token: await openForm() };
    for (const type of ["application/json", "text/plain", "multipart/form-data; boundary=x"]) {
      expect(await post(fields, { headers: { "content-type": type } })).toMatchObject({ status: 415 });
    }
    expect(await rowsOf()).toEqual([]);
  });
});

describe("the page of thanks", () => {
  const thanks = async (location: string | null) => (await open(location?.replace("/inscription", ""))).page;
  const correct = async (fields: Fields) => {
    const answer = await context.app.request("/inscription/adresse", {
      method: "POST",
      headers: formHeaders,
      body: bodyOf(fields),
    });
    const text = await answer.text();
    const page = text.startsWith("{") ? JSON.parse(text) : null;
    return { status: answer.status, location: answer.headers.get("location"), page };
  };

  test("the page of thanks names the address that is asked to confirm, and corrects it with the form's token", async () => {
    const other = person();
    await post({ ...other, token: await openForm() });
    const sent = { ...person(), email: "zoe@gmial.com" };
    const { location } = await post({ ...sent, token: await openForm() });
    const token = new URLSearchParams(location?.split("?")[1]).get("jeton") ?? "";
    const asked = { email: sent.email, token, typed: sent.email, problem: null, questioned: null };
    expect(await thanks(location)).toMatchObject({ page: "signed-up", asked });
    expect(await correct({ token, email: other.email })).toMatchObject({
      status: 409,
      page: { asked: { ...asked, typed: other.email, problem: signupRefusals.duplicateEmail } },
    });
    expect(await correct({ token, email: "zoe@faute.fr" })).toMatchObject({
      status: 400,
      page: { asked: { questioned: "zoe@faute.fr", problem: signupRefusals.emailDomainUnreachable } },
    });
    expect(await correct({ token, email: "zoe@gmail.com" })).toMatchObject({ status: 303, location });
    expect(await thanks(location)).toMatchObject({ asked: { email: "zoe@gmail.com" } });
    expect(await rowsOf()).toMatchObject([{}, { email: "zoe@gmail.com" }]);
    await context.db.execute(sql`update beta_signups set confirmed_at = now()`);
    expect(await thanks(location)).toMatchObject({ page: "signed-up", asked: null });
    expect(await correct({ token, email: sent.email })).toMatchObject({
      status: 409,
      page: { page: "trouble", message: signupRefusals.addressSettled },
    });
  });

  test("the token of an unsent form neither shows nor corrects an address", async () => {
    const [token = ""] = await openForm();
    expect(await thanks(`?fait=merci&jeton=${token}`)).toMatchObject({ asked: null });
    expect(await correct({ token, email: "zoe@gmail.com" })).toMatchObject({ status: 409 });
  });
});

test("a known address is offered a new confirmation message, and every address gets the same answer", async () => {
  const sent = person();
  await post({ ...sent, token: await openForm() });
  const refused = await post({ ...sent, token: await openForm() });
  expect(refused.page).toMatchObject({ isKnown: true });
  for (const email of [sent.email, "inconnue@exemple.fr"]) {
    const answer = await context.app.request("/inscription/confirmation", {
      method: "POST",
      headers: formHeaders,
      body: bodyOf({ type: "moi", email }),
    });
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { page: "confirmation", state: "resent" },
    ]);
  }
});

describe("the token of a form", () => {
  test("a sign-up sent twice at once, or reloaded, finds its own row", async () => {
    const fields = { ...person(), token: await openForm() };
    const answers = await Promise.all([post(fields), post(fields)]);
    expect(answers).toMatchObject([taken, taken]);
    expect(await post(fields)).toMatchObject(taken);
    expect(await rowsOf()).toHaveLength(1);
  });

  test("a token that was used for another sign-up is refused, and the next one works at once", async () => {
    const token = await openForm();
    await post({ ...person(), token });
    const refused = await post({ ...person(), token });
    expect(refused).toMatchObject({ status: 409, page: { problem: signupRefusals.keyReused } });
    expect(await post({ ...person(), token: refused.tokens })).toMatchObject(taken);
    expect(await rowsOf()).toHaveLength(2);
  });

  test("a token that is missing, forged, or of the other audience is replaced by a token that must age", async () => {
    const [, brand = ""] = await openForm();
    for (const token of ["", "f1.user.x.1.1.x", `"><script>alert(1)</script>`, brand]) {
      const refused = await post({ ...person(), token });
      expect(refused).toMatchObject({ status: 403, page: { problem: shieldMessages.token_missing } });
      expect(refused.page.ending).not.toContain("<script");
      const hasty = await post({ ...person(), token: refused.tokens });
      expect(hasty).toMatchObject({ status: 403, page: { problem: shieldMessages.token_too_young } });
      wait(formTokenLimits.minAgeMs);
      expect(await post({ ...person(), token: hasty.tokens })).toMatchObject(taken);
    }
  });

  test("a token that expired is replaced by a token that works at once", async () => {
    const token = await openForm();
    wait(formTokenLimits.maxAgeMs);
    const refused = await post({ ...person(), token });
    expect(refused).toMatchObject({ status: 403, page: { problem: shieldMessages.token_expired } });
    expect(await post({ ...person(), token: refused.tokens })).toMatchObject(taken);
  });

  test.each(shieldStates)(
    "a token is enough while the state is %s, without a proof of work",
    async (state) => {
      await context.dependencies.shield.force({ forced: state }, "test");
      await context.db.execute(sql`delete from email_log`);
      await context.db.execute(sql`update email_templates set is_active = true where event = 'signup'`);
      expect(await post({ ...person(), token: await openForm() })).toMatchObject(taken);
      const { rows } = await context.db.execute(sql`
      select round(extract(epoch from next_attempt_at - created_at))::int as delay from email_log`);
      expect(rows).toEqual([{ delay: { calm: 0, raised: 300, attack: 1_800 }[state] }]);
      await context.dependencies.shield.force({ forced: null }, "test");
    },
  );
});

describe("too many requests", () => {
  test("a visitor who comes too often waits, keeps everything that was typed, and sends the same form afterwards", async () => {
    const { app } = context.compose({ config: { signupLimitPerMinute: 1 }, now: () => time });
    const token = await openForm(app);
    const sent = { ...person(), token };
    await post({ ...person(), token: [] }, { app });
    const refused = await post(sent, { app });
    expect(refused).toMatchObject({
      status: 429,
      retryAfter: "60",
      page: { problem: requestMessages.tooManyRequests, typed: { email: sent.email } },
    });
    expect(refused.tokens).toEqual(token);
    wait(60_000);
    expect(await post({ ...sent, token: refused.tokens }, { app })).toMatchObject(taken);
  });

  test("many visitors who come too often get one cached sentence", async () => {
    const { app } = context.compose({ config: { signupLimitPerMinute: 1 }, now: () => time });
    await post(person(), { app });
    const answers = await Promise.all(Array.from({ length: 30 }, () => post(person(), { app })));
    const pages = answers.map(({ status, page }) => `${status} ${page.page}`);
    expect(pages.filter((text) => text === "429 sign-up")).toHaveLength(20);
    expect(pages.filter((text) => text === "429 trouble")).toHaveLength(10);
  });
});

describe("a sign-up that cannot be stored", () => {
  test("before the opening the page shows an announcement instead of a form", async () => {
    const { app } = context.compose({ config: { baseUrl: "https://tenue.fr" }, now: () => time });
    const closed = { status: 403, page: { page: "trouble", message: signupRefusals.notOpenYet } };
    expect(await open("", app)).toMatchObject(closed);
    expect(await post(person(), { app, headers: { origin: "https://tenue.fr" } })).toMatchObject(closed);
  });

  test("without a database the page shows an error and a filled form with its values", async () => {
    const gone = await createTestApp({ config: { signupLimitPerMinute: 0 } });
    const { tokens } = await open("", gone.app);
    await gone.close();
    expect(await open("", gone.app)).toMatchObject({
      status: 503,
      page: { page: "trouble", message: signupMessages.questionnaireUnavailable },
    });
    const sent = person();
    const refused = await post({ ...sent, token: tokens }, { app: gone.app });
    expect(refused).toMatchObject({ status: 503, retryAfter: "2", page: { typed: { email: sent.email } } });
    expect(refused.tokens, "what was stored nevertheless is found by them").toEqual(tokens);
  });
});
