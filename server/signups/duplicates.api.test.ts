import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";

let context: TestApp;
let admin: SignedIn;

beforeAll(async () => {
  context = await createTestApp({ config: { signupLimitPerMinute: 0 } });
  admin = await context.signIn();
});

afterAll(() => context.close());

beforeEach(async () => {
  for (const table of ["beta_signups", "brand_signups", "email_log"]) {
    await context.db.execute(sql`delete from ${sql.identifier(table)}`);
  }
});

/** Stores sign-ups with one address, as version 0.2.0 left sign-ups of earlier versions. The first one is the original and the oldest. */
async function storeDuplicates(email: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  for (const [index, id] of ids.entries()) {
    await context.db.execute(sql`
      insert into beta_signups (id, firstname, name, email, created_at, duplicate_of)
      values (${id}, 'Marie', ${`n° ${index}`}, ${email}, ${`2026-03-01T10:00:0${index}Z`}, ${index === 0 ? null : ids[0]})`);
  }
  return ids;
}

async function duplicatesOf() {
  const { rows } = await context.db.execute(
    sql`select duplicate_of from beta_signups order by created_at, id`,
  );
  return rows.map((row) => row["duplicate_of"]);
}

async function api(path: string, body?: unknown, method = body ? "POST" : "GET") {
  const answer = await context.app.request(`/api/admin/${path}`, {
    method,
    headers: admin.headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return answer.status === 204 ? null : await answer.json();
}

describe("a duplicate", () => {
  let ids: string[];

  beforeEach(async () => {
    await context.db.execute(sql`update email_templates set is_active = true`);
    ids = await storeDuplicates("marie@exemple.test", 4);
  });

  const mails = async () => {
    const { rows: found } = await context.db.execute(
      sql`select variables ->> 'signupId' as id from email_log order by created_at`,
    );
    return found.map(({ id }) => id);
  };

  test("a duplicate shows its original, in the list and in its detail", async () => {
    const { items } = (await api("signups/user?order=asc")) as { items: { duplicateOf: string | null }[] };
    expect(items.map(({ duplicateOf }) => duplicateOf)).toEqual([null, ids[0], ids[0], ids[0]]);
    expect(await api(`signups/user/${ids[1]}`)).toMatchObject({
      duplicateOf: ids[0],
      disposableEmail: false,
    });
  });

  test("a duplicate can be decided, but only the original gets mail", async () => {
    for (const id of ids) {
      expect(await api(`signups/user/${id}`, { status: "approved" }, "PATCH")).toMatchObject({
        status: "approved",
      });
    }
    expect(await mails()).toEqual([ids[0]]);
  });

  test("a duplicate gets no campaign", async () => {
    const query = "campaigns/recipients?recipientType=user&statusFilter=all&kind=service";
    expect(await api(query)).toMatchObject({ count: 1 });
  });

  test("a duplicate does not let the same address sign up again", async () => {
    const answer = await context.app.request("/api/signups/user", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ firstname: "M", name: "T", email: "marie@exemple.test", responses: {} }),
    });
    expect(answer.status).toBe(409);
  });

  test("when an original is deleted, its oldest duplicate becomes the original", async () => {
    await api(`signups/user/${ids[0]}`, undefined, "DELETE");
    expect(await duplicatesOf()).toEqual([null, ids[1], ids[1]]);
    await context.db.execute(sql`delete from beta_signups where id in (${ids[1]}, ${ids[2]})`);
    expect(await duplicatesOf()).toEqual([null]);
    await api(`signups/user/${ids[3]}`, { status: "approved" }, "PATCH");
    expect(await mails()).toEqual([ids[3]]);
  });
});
