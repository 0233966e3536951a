import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { foldCounts } from "#server/stats/counts.service.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";
import { migrateAddresses } from "./address-migration.service.ts";

let context: TestApp;
let admin: SignedIn;
const logged: Record<string, unknown>[] = [];
const log = {
  info: (_message: string, details: Record<string, unknown> = {}) => void logged.push(details),
  warn: () => {},
  error: () => {},
};

beforeAll(async () => {
  context = await createTestApp({ config: { signupLimitPerMinute: 0 } });
  admin = await context.signIn();
});

afterAll(() => context.close());

beforeEach(async () => {
  logged.length = 0;
  for (const table of ["beta_signups", "brand_signups", "email_log", "address_migrations"]) {
    await context.db.execute(sql`delete from ${sql.identifier(table)}`);
  }
  await context.db.execute(sql`insert into address_migrations (audience) values ('user'), ('brand')`);
});

/** Stores sign-ups as an older version did: with the address as it was typed. The first one is the oldest. */
async function storeAsTyped(emails: string[], audience: "user" | "brand" = "user"): Promise<string[]> {
  const ids = emails.map(() => randomUUID());
  const [table, website] = audience === "user" ? ["beta_signups", sql``] : ["brand_signups", sql`, website`];
  for (const [index, email] of emails.entries()) {
    await context.db.execute(sql`
      insert into ${sql.identifier(table)} (id, firstname, name, email, responses, created_at${website})
      values (${ids[index]}, 'Marie', ${`n° ${index}`}, ${email}, ${JSON.stringify({ q: String(index) })}::jsonb,
        ${`2026-03-01T10:00:00.${String(index).padStart(3, "0")}Z`}${audience === "brand" ? sql`, 'https://m.test'` : sql``})`);
  }
  return ids;
}

const migrate = (options?: { size?: number; batches?: number }) =>
  migrateAddresses({ ...context.dependencies, log }, options);

async function rows(table = "beta_signups") {
  const { rows: found } = await context.db.execute(sql`
    select id, name, email, duplicate_of, disposable_email, responses from ${sql.identifier(table)}
    order by created_at, id`);
  return found;
}

async function api(path: string, body?: unknown, method = body ? "POST" : "GET") {
  const answer = await context.app.request(`/api/admin/${path}`, {
    method,
    headers: admin.headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return answer.status === 204 ? null : await answer.json();
}

const spellings = [
  "marie@exem\u00adple.test",
  "marie@ｅxemple.test",
  "MARIE@exemple.test",
  "mar\u200bie@exemple.test",
];

describe("sign-ups that were stored as they were typed", () => {
  test("get the form of today's; of those with one address the oldest keeps it, the later their data", async () => {
    const [first, ...later] = await storeAsTyped([...spellings, "zoe@Exemple.test", "n’importe quoi"]);
    await migrate();
    const found = await rows();
    expect(found.map(({ email }) => email)).toEqual([
      "marie@exemple.test",
      "marie@exemple.test",
      "MARIE@exemple.test",
      "marie@exemple.test",
      "zoe@exemple.test",
      "n’importe quoi",
    ]);
    expect(found.map(({ duplicate_of }) => duplicate_of)).toEqual([null, first, first, first, null, null]);
    expect(found.map(({ name }) => name)).toEqual(["n° 0", "n° 1", "n° 2", "n° 3", "n° 4", "n° 5"]);
    expect(found[2]?.["responses"]).toEqual({ q: "2" });
    expect(JSON.stringify(logged)).not.toMatch(/exemple/);
    expect(logged).toMatchObject([
      { count: 4, duplicates: later.slice(0, 3).map((id) => ({ id, duplicateOf: first })) },
    ]);
  });

  test("whose providers are throw-away are flagged", async () => {
    await storeAsTyped(["a@sub.mailinator.com", "b@duck.com"], "brand");
    await migrate();
    expect((await rows("brand_signups")).map((row) => row["disposable_email"])).toEqual([true, false]);
  });

  test("are treated once by several instances at the same time, in batches of any size, after any kill", async () => {
    const emails = Array.from(
      { length: 60 },
      (_, index) => `p${index % 20}@exem${"\u00ad".repeat(index)}ple.test`,
    );
    await storeAsTyped(emails);
    await migrate({ size: 7, batches: 2 });
    await Promise.all([1, 2, 3].map(() => migrate({ size: 4 })));
    await migrate({ size: 4 });
    const found = await rows();
    expect(found.map(({ email }) => email)).toEqual(emails.map((email) => email.replaceAll("\u00ad", "")));
    expect(found.slice(0, 20).every((row) => row["duplicate_of"] === null)).toBe(true);
    expect(found.slice(20).map((row) => row["duplicate_of"])).toEqual(
      [...Array(40).keys()].map((index) => found[index % 20]?.["id"]),
    );
  });

  test("come before a newer one that has the address already, and take its duplicates over", async () => {
    const [old, middle, fresh] = await storeAsTyped([
      spellings[0] ?? "",
      spellings[1] ?? "",
      "marie@exemple.test",
    ]);
    await context.db.execute(sql`update beta_signups set duplicate_of = ${fresh} where id = ${middle}`);
    await migrate();
    expect((await rows()).map((row) => row["duplicate_of"])).toEqual([null, old, old]);
  });

  test("are looked for during the hour in which older instances may still run, and then no more", async () => {
    await migrate();
    await storeAsTyped([spellings[0] ?? ""]);
    await migrate();
    expect((await rows()).map(({ email }) => email)).toEqual(["marie@exemple.test"]);
    await context.db.execute(sql`update address_migrations set requested_at = now() - interval '2 hours'`);
    await migrate();
    const left = await context.db.execute(sql`select from address_migrations`);
    expect(left.rows).toHaveLength(0);
  });

  test("still count as sign-ups, in the lists and in the statistics", async () => {
    await storeAsTyped(spellings);
    await foldCounts(context.dependencies);
    await migrate();
    await foldCounts(context.dependencies);
    expect(await api("signups/user")).toMatchObject({ total: 4 });
    const ledger = await context.db.execute(
      sql`select sum(count)::int as count from signup_totals where audience = 'user'`,
    );
    expect(ledger.rows).toEqual([{ count: 4 }]);
  });
});

describe("a duplicate", () => {
  let ids: string[];

  beforeEach(async () => {
    await context.db.execute(sql`update email_templates set is_active = true`);
    ids = await storeAsTyped(spellings);
    await migrate();
  });

  const mails = async () => {
    const { rows: found } = await context.db.execute(
      sql`select variables ->> 'signupId' as id from email_log order by created_at`,
    );
    return found.map(({ id }) => id);
  };

  test("shows what it is a duplicate of, in the list and in its detail", async () => {
    const { items } = (await api("signups/user?order=asc")) as { items: { duplicateOf: string | null }[] };
    expect(items.map(({ duplicateOf }) => duplicateOf)).toEqual([null, ids[0], ids[0], ids[0]]);
    expect(await api(`signups/user/${ids[1]}`)).toMatchObject({
      duplicateOf: ids[0],
      disposableEmail: false,
    });
  });

  test("can be decided, but only the original is written to", async () => {
    for (const id of ids) {
      expect(await api(`signups/user/${id}`, { status: "approved" }, "PATCH")).toMatchObject({
        status: "approved",
      });
    }
    expect(await mails()).toEqual([ids[0]]);
  });

  test("gets no campaign", async () => {
    const query = "campaigns/recipients?recipientType=user&statusFilter=all&kind=service";
    expect(await api(query)).toMatchObject({ count: 1 });
  });

  test("that had messages waiting loses them", async () => {
    await context.db.execute(sql`delete from beta_signups`);
    await context.db.execute(sql`update address_migrations set last_id = null, last_created_at = null`);
    const [kept, later] = await storeAsTyped(spellings.slice(0, 2));
    for (const id of [kept, later]) await api(`signups/user/${id}`, { status: "approved" }, "PATCH");
    expect(await mails()).toHaveLength(2);
    await migrate();
    expect(await mails()).toEqual([kept]);
  });

  test("does not let the same address sign up again", async () => {
    const answer = await context.app.request("/api/signups/user", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ firstname: "M", name: "T", email: "marie@exemple.test", responses: {} }),
    });
    expect(answer.status).toBe(409);
  });

  test("takes the place of the original when that is deleted, the oldest first", async () => {
    await api(`signups/user/${ids[0]}`, undefined, "DELETE");
    expect((await rows()).map((row) => row["duplicate_of"])).toEqual([null, ids[1], ids[1]]);
    await context.db.execute(sql`delete from beta_signups where id in (${ids[1]}, ${ids[2]})`);
    expect((await rows()).map((row) => row["duplicate_of"])).toEqual([null]);
    await api(`signups/user/${ids[3]}`, { status: "approved" }, "PATCH");
    expect(await mails()).toEqual([ids[3]]);
  });
});
