import { domainToASCII } from "node:url";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { canonicalEmail, domainOf } from "#contract/email-address.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";

const victim = "marie@exemple.test";

/** Spellings of one mailbox that differ for a comparison of letters. */
const spellings = [
  ...Array.from({ length: 30 }, (_, count) => `marie@exem${"\u00ad".repeat(count + 1)}ple.test`),
  "marie@ｅxemple.test",
  "ｍａｒｉｅ＠exemple.test",
  "marie@𝐞xemple.test",
  "𝓶𝓪𝓻𝓲𝓮@exemple.test",
  "mar\u200bie@exemple.test",
  "marie@exemple\u200b.test",
  "marie\u2060@exemple.test",
  "\u202emarie@exemple.test\u202c",
  "marie@exemple。test",
  "MARIE@EXEMPLE.TEST",
];

let context: TestApp;
let admin: SignedIn;

beforeAll(async () => {
  context = await createTestApp({ config: { signupLimitPerMinute: 0 } });
  admin = await context.signIn({ superAdmin: true });
});

afterAll(() => context.close());

beforeEach(async () => {
  for (const table of ["beta_signups", "brand_signups", "email_log"]) {
    await context.db.execute(sql`delete from ${sql.identifier(table)}`);
  }
});

async function signUp(email: string, audience = "user") {
  const website = audience === "brand" ? { website: "exemple.test" } : {};
  const answer = await context.app.request(`/api/signups/${audience}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ firstname: "Marie", name: "Test", email, responses: {}, ...website }),
  });
  return answer.status;
}

async function post(path: string, body: unknown) {
  const answer = await context.app.request(path, {
    method: "POST",
    headers: admin.headers,
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

const recipients = async () => {
  const { rows } = await context.db.execute(sql`select recipient_email as email from email_log`);
  return rows.map(({ email }) => email);
};

describe("one mailbox in many spellings", () => {
  test.each(["user", "brand"])(
    "one mailbox in many spellings signs up once as a %s and gets one message",
    async (audience) => {
      await context.db.execute(sql`update email_templates set is_active = true where event = 'signup'`);
      expect(await signUp(victim, audience)).toBe(201);
      for (const spelling of spellings) expect(await signUp(spelling, audience), spelling).toBe(409);
      expect(await recipients()).toEqual([victim]);
    },
  );

  test("one mailbox in many spellings becomes one sign-up when requests are concurrent, regardless of their order", async () => {
    const statuses = await Promise.all(spellings.map((spelling) => signUp(spelling)));
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(spellings.length - 1);
    const { rows } = await context.db.execute(sql`select lower(email) as email from beta_signups`);
    expect(rows).toEqual([{ email: victim }]);
  });

  test("one mailbox that signed up as a user and as a brand gets one message of a campaign to all", async () => {
    await signUp(spellings[3] ?? "");
    await signUp(spellings[33] ?? "", "brand");
    const answer = await context.app.request(
      "/api/admin/campaigns/recipients?recipientType=all&statusFilter=all&kind=service",
      { headers: admin.headers },
    );
    expect(await answer.json()).toMatchObject({ count: 1 });
  });

  test("the back office finds and writes to one mailbox by any spelling of its address", async () => {
    await signUp(victim);
    for (const spelling of spellings.slice(28)) {
      const preview = { subject: "Objet", content: "<p>Bonjour</p>", recipientEmail: spelling };
      expect((await post("/api/admin/email/preview", preview)).body).toMatchObject({ recipient: victim });
      const single = { recipientEmail: spelling, subject: "Objet", content: "Bonjour" };
      expect((await post("/api/admin/email/single", single)).status).toBe(200);
    }
    expect(new Set((await recipients()).map((email) => String(email).toLowerCase()))).toEqual(
      new Set([victim]),
    );
  });

  test("one mailbox in many spellings is one administrator", async () => {
    expect((await post("/api/admin/admins", { email: victim })).status).toBe(201);
    for (const spelling of spellings.slice(28)) {
      expect((await post("/api/admin/admins", { email: spelling })).status, spelling).toBe(409);
    }
  });
});

test("a text that is not exactly one address is refused", async () => {
  for (const email of ["marie@exem\u0085ple.test", "marie\u0000@exemple.test", "marie\u0600@exemple.test"]) {
    expect(await signUp(email)).toBe(400);
  }
});

test("the address parser that browser and server share agrees with Node's IDNA", () => {
  const label = fc.string({
    unit: fc.constantFrom(..."aéßςσüж例ｅ𝐞１²ﬁ\u00ad\u200bİı-x0"),
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(fc.array(label, { minLength: 2, maxLength: 3 }), (labels) => {
      const domain = labels.join(".");
      const email = canonicalEmail(`a@${domain}`);
      if (email !== null) expect(domainOf(email)).toBe(domainToASCII(domain));
    }),
    { seed: 20_260_301, numRuns: 2_000 },
  );
});
