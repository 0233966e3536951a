import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signupRefusals } from "#contract/signup-refusals.ts";
import { createDomainResolver, type DomainResolver } from "#server/lib/dns.ts";
import { type DnsServer, startDnsServer } from "#test/support/dns-server.ts";
import { everyDomainAccepts } from "#test/support/domain-resolver.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";
import { MailDomains } from "./mail-domains.service.ts";

let dns: DnsServer;
let resolver: DomainResolver;
let context: TestApp;
let time = new Date("2026-03-01T10:00:00Z");
const now = () => time;

beforeAll(async () => {
  dns = await startDnsServer({
    "courrier.test": { mx: [{ priority: 10, exchange: "mx.courrier.test" }] },
    "hote.test": { a: ["192.0.2.1"] },
    "nul.test": { mx: [{ priority: 0, exchange: "." }], a: ["192.0.2.1"] },
    "vide.test": {},
    "muet.test": { silent: true },
  });
  resolver = createDomainResolver([dns.address]);
  context = await createTestApp({ config: { signupLimitPerMinute: 0 }, resolver, now });
});

afterAll(async () => {
  await context.close();
  await dns.stop();
});

beforeEach(() => {
  dns.asked.length = 0;
});

describe("a domain", () => {
  test.each([
    ["courrier.test", "accepts"],
    ["hote.test", "accepts"],
    ["nul.test", "refuses"],
    ["vide.test", "unreachable"],
    ["nulle-part.test", "unreachable"],
    ["muet.test", "unknown"],
  ])("the domain %s gets the verdict %s", async (domain, verdict) => {
    const domains = new MailDomains({ resolver, now, timeoutMs: 300 });
    expect(await domains.verdictOf(domain)).toBe(verdict);
  });

  test("a domain is looked up once for parallel requests, and again when its answer is old", async () => {
    const domains = new MailDomains({ resolver, now });
    await Promise.all([1, 2, 3].map(() => domains.verdictOf("courrier.test")));
    await domains.verdictOf("courrier.test");
    expect(dns.asked).toEqual(["MX courrier.test"]);
    time = new Date(time.getTime() + 601_000);
    await domains.verdictOf("courrier.test");
    expect(dns.asked).toHaveLength(2);
  });

  test("a domain passes when the resolver does not know the root zone", async () => {
    const ignorant = { ...resolver, isTrustworthy: async () => false };
    const domains = new MailDomains({ resolver: ignorant, now });
    expect(await domains.verdictOf("nulle-part.test")).toBe("unknown");
    expect(await domains.verdictOf("nul.test")).toBe("unknown");
  });
});

describe("the DNS", () => {
  test("the DNS is skipped for 30 s after a timeout, and asked again later", async () => {
    const domains = new MailDomains({ resolver, now, timeoutMs: 200 });
    expect(await domains.verdictOf("muet.test")).toBe("unknown");
    expect(await domains.verdictOf("vide.test")).toBe("unknown");
    expect(dns.asked.filter((question) => question.includes("vide"))).toEqual([]);
    time = new Date(time.getTime() + 31_000);
    expect(await domains.verdictOf("vide.test")).toBe("unreachable");
  });

  test("the DNS is not skipped after a timeout of one domain when it has just answered for another", async () => {
    const domains = new MailDomains({ resolver, now, timeoutMs: 200 });
    await domains.verdictOf("courrier.test");
    await domains.verdictOf("muet.test");
    expect(await domains.verdictOf("vide.test")).toBe("unreachable");
  });

  test("the DNS is asked about twenty domains at once, and further domains pass unchecked", async () => {
    let asked = 0;
    let answer = () => {};
    const answered = new Promise<void>((done) => {
      answer = done;
    });
    const slow = {
      ...everyDomainAccepts,
      resolveMx: async () => {
        asked += 1;
        await answered;
        return [{ priority: 10, exchange: "mx.test" }];
      },
    };
    const domains = new MailDomains({ resolver: slow, now });
    const flood = Array.from({ length: 100 }, (_, index) => domains.verdictOf(`d${index}.test`));
    expect(await Promise.all(flood.slice(20))).toEqual(Array(80).fill("unknown"));
    expect(asked).toBe(20);
    answer();
    expect(await Promise.all(flood.slice(0, 20))).toEqual(Array(20).fill("accepts"));
  });
});

describe("a sign-up", () => {
  async function signUp(email: string, more: object = {}, key?: string) {
    const answer = await context.app.request("/api/signups/user", {
      method: "POST",
      headers: { "content-type": "application/json", ...(key && { "idempotency-key": key }) },
      body: JSON.stringify({ firstname: "Zoé", name: "L", email, responses: {}, ...more }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  }

  test("a sign-up at a domain with a null MX is refused, also when it is resubmitted", async () => {
    const refusal = {
      status: 400,
      body: { error: { code: "invalid_request", fields: { email: signupRefusals.emailRefused } } },
    };
    expect(await signUp("zoe@nul.test")).toMatchObject(refusal);
    expect(await signUp("zoe@nul.test", { emailConfirmed: true })).toMatchObject(refusal);
  });

  test.each(["vide.test", "nulle-part.test"])(
    "a sign-up at %s is asked about, and accepted when it is resubmitted",
    async (domain) => {
      const question = {
        error: { code: "email_unconfirmed", fields: { email: expect.stringMatching(/^Vérifiez l’adresse/) } },
      };
      expect(await signUp(`zoe@${domain}`)).toMatchObject({ status: 400, body: question });
      expect((await signUp(`zoe@${domain}`, { emailConfirmed: true })).status).toBe(201);
      expect((await signUp(`zoe@${domain}`, { emailConfirmed: true })).status).toBe(409);
    },
  );

  test("a stored sign-up gets the same answer when it is repeated after its domain has gone", async () => {
    dns.zones.set("bientot.test", { mx: [{ priority: 10, exchange: "mx.test" }] });
    const first = await signUp("zoe@bientot.test", {}, "repeated-key-1");
    dns.zones.delete("bientot.test");
    time = new Date(time.getTime() + 601_000);
    expect(first.status).toBe(201);
    expect(await signUp("zoe@bientot.test", {}, "repeated-key-1")).toEqual(first);
  });

  test("a sign-up at a known domain causes no DNS query; one at a throw-away domain is flagged", async () => {
    dns.zones.set("a.mailinator.com", { mx: [{ priority: 10, exchange: "mx.test" }] });
    await signUp("un@a.mailinator.com");
    dns.asked.length = 0;
    for (const name of ["deux", "trois"]) expect((await signUp(`${name}@a.mailinator.com`)).status).toBe(201);
    expect(dns.asked).toEqual([]);
    const { rows } = await context.db.execute(sql`select email from beta_signups where disposable_email`);
    expect(rows).toHaveLength(3);
  });
});
