import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Audience } from "#contract/audience.ts";
import { formTokenKey, freshToken, mintFormToken, signToken } from "#server/shield/form-token.rules.ts";
import { agedToken } from "#server/shield/shield.test-helpers.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";

/** Mass sign-ups by robots: attacks that once succeeded, over the HTTP API, with the default limits. */
let context: TestApp;
let time = new Date("2026-03-01T10:00:00Z");
let people = 0;

beforeAll(async () => {
  context = await createTestApp({ now: () => time });
});

afterAll(() => context.close());

beforeEach(async () => {
  time = new Date(time.getTime() + 3_600_000);
  for (const table of ["beta_signups", "shield_state", "shield_counts", "signup_buckets"]) {
    await context.db.execute(sql`delete from ${sql.identifier(table)}`);
  }
});

const secret = () => context.dependencies.config.authSecret;
const aged = () => agedToken(secret(), { now: time });

type Robot = {
  address?: string;
  token?: string | undefined;
  audience?: Audience;
  headers?: Record<string, string>;
};

/** Another instance on the same database. */
function instance(config: Partial<TestApp["dependencies"]["config"]> = {}) {
  return sender(context.compose({ config }));
}

function sender({ app }: Pick<TestApp, "app">) {
  return async ({ address = "192.0.2.1", token, audience = "user", headers }: Robot) => {
    people += 1;
    const body = { firstname: "Ro", name: "Bot", email: `r${people}@exemple.fr`, responses: {}, token };
    const answer = await app.request(
      `/api/signups/${audience}`,
      {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(audience === "brand" ? { ...body, website: "exemple.fr" } : body),
      },
      { incoming: { socket: { remoteAddress: address, remotePort: 1, remoteFamily: "IPv6" } } },
    );
    const { error } = (await answer.json()) as { error?: { code: string } };
    return error?.code ?? "stored";
  };
}

/** Sends 400 sign-ups in eight seconds, fifty at a time. The instance writes and reads the counts within a second. */
async function flood(addressOf: (index: number) => string): Promise<string[]> {
  const { app, parts } = context.compose();
  const send = sender({ app });
  const codes: string[] = [];
  for (let start = 0; start < 400; start += 50) {
    const robots = Array.from({ length: 50 }, (_, index) => ({
      address: addressOf(start + index),
      token: aged(),
    }));
    codes.push(...(await Promise.all(robots.map(send))));
    await parts.shield.exchange();
    time = new Date(time.getTime() + 1_000);
  }
  return codes;
}

async function stored(): Promise<number> {
  const { rows } = await context.db.execute<{ count: number }>(
    sql`select count(*)::int as count from beta_signups`,
  );
  return rows[0]?.count ?? -1;
}

describe("a flood of fake sign-ups with good tokens", () => {
  test("a flood from rotating /64s ends at the limit of the /48, and much earlier without proof of work", async () => {
    const codes = await flood((index) => `2001:db8:1:${index.toString(16)}::1`);
    expect(codes.at(-1)).toBe("too_many_requests");
    expect(codes).toContain("proof_required");
    expect(await stored()).toBeLessThanOrEqual(150);
  });

  test("a flood has to solve proof of work as soon as it is detected, also from hundreds of networks", async () => {
    const codes = await flood((index) => `2001:db8:${index.toString(16)}::1`);
    expect(codes.at(-1)).toBe("proof_required");
    expect(await stored()).toBeLessThanOrEqual(150);
  });

  test("a flood counts as one IPv4 address, also in IPv6 notation or with a forged header", async () => {
    const send = instance();
    const codes: string[] = [];
    for (let index = 0; index < 40; index += 1) {
      const address = index % 2 ? "::ffff:198.51.100.7" : "198.51.100.7";
      const headers = { "x-forwarded-for": `203.0.113.${index}` };
      codes.push(await send({ address, headers, token: aged() }));
    }
    expect(codes.filter((code) => code === "stored")).toHaveLength(30);
    expect(codes.filter((code) => code === "too_many_requests")).toHaveLength(10);
  });
});

describe("a captured request", () => {
  test("a replayed request stores nothing, at any instance and from any address", async () => {
    const [one, other] = [instance(), instance()];
    const token = aged();
    expect(await one({ token })).toBe("stored");
    expect(await one({ token, address: "198.51.100.1" })).toBe("token_used");
    expect(await other({ token, address: "203.0.113.1" })).toBe("token_used");
    expect(await stored()).toBe(1);
  });
});

describe("a token", () => {
  test("a form token of the other audience is refused", async () => {
    const send = instance();
    expect(await send({ token: aged(), audience: "brand" })).toBe("token_missing");
    const forBrands = agedToken(secret(), { audience: "brand", now: time });
    expect(await send({ token: forBrands })).toBe("token_missing");
  });

  test("a form token that was forged or signed for another purpose is refused", async () => {
    const send = instance();
    const [version, , ...rest] = agedToken(secret(), { audience: "brand", now: time }).split(".");
    const swapped = [version, "user", ...rest].join(".");
    const foreign = signToken(formTokenKey("another secret"), freshToken("user", time.getTime() - 10_000));
    for (const token of [swapped, foreign, "f1.user", "..", "", undefined]) {
      expect(await send({ token })).toBe("token_missing");
    }
    expect(await stored()).toBe(0);
  });

  test("a form token from the future is refused", async () => {
    const send = instance();
    const later = new Date(time.getTime() + 10 * 60_000);
    expect(await send({ token: mintFormToken(secret(), { audience: "user", issuedAt: later }) })).toBe(
      "token_missing",
    );
  });

  test("a form token is valid from 3 seconds to 2 hours of age only", async () => {
    const send = instance();
    const issuedAgo = (ms: number) =>
      mintFormToken(secret(), { audience: "user", issuedAt: new Date(time.getTime() - ms) });
    expect(await send({ token: issuedAgo(2_999) })).toBe("token_too_young");
    expect(await send({ token: issuedAgo(3_000) })).toBe("stored");
    expect(await send({ token: issuedAgo(7_200_000) })).toBe("token_expired");
  });
});
