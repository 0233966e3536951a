import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { suppressionMessages } from "#contract/suppressions.schema.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";
import { confirmConsents, receivesNews } from "./consents.service.ts";
import { email, signUp } from "./pages.test-helpers.ts";
import { deleteExpiredSuppressions, suppress, suppressAutomatically } from "./suppressions.service.ts";

const base = "/api/admin/suppressions";
let harness: TestApp;
let admin: SignedIn;
let emailHash: string;

beforeAll(async () => {
  harness = await createTestApp({ config: { signupLimitPerMinute: 0 } });
  admin = await harness.signIn();
  emailHash = await harness.dependencies.addresses.hash(email);
});
beforeEach(() =>
  emptyTables(
    harness.database,
    "beta_signups, brand_signups, consents, suppressions, email_log, journal_entries",
  ),
);
afterAll(() => harness.close());

async function ask(path: string, init: RequestInit = {}) {
  const answer = await harness.app.request(`${base}${path}`, { headers: admin.headers, ...init });
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.includes("json");
  return { status: answer.status, body: isJson ? JSON.parse(text) : text };
}
const sending = (method: string, body: object) => ({ method, body: JSON.stringify(body) });
const add = (reason = "manual", to = email) => ask("", sending("POST", { email: to, reason }));
const lift = (id: string, reason: unknown = "Demande par téléphone") =>
  ask(`/${id}`, sending("DELETE", { reason }));
const journal = async () =>
  (await harness.database.pool.query("select action, details, subject from journal_entries order by id"))
    .rows;

test("list, add, lift and export answer 401 without a session", async () => {
  const withoutSession = { headers: { origin: "http://localhost", "content-type": "application/json" } };
  for (const [path, init] of [
    ["", {}],
    ["/export.csv", {}],
    ["", sending("POST", { email, reason: "manual" })],
    ["/00000000-0000-4000-8000-000000000000", sending("DELETE", { reason: "x" })],
  ] as const) {
    expect((await ask(path, { ...init, ...withoutSession })).status).toBe(401);
  }
});

// registre: 37
test("an address is blocked once per reason, and journalled without the address", async () => {
  expect(await add()).toMatchObject({ status: 201, body: { reason: "manual", scope: "news", email: null } });
  expect(await add()).toMatchObject({
    status: 409,
    body: { error: { message: suppressionMessages.exists } },
  });
  expect((await add("bounced")).status).toBe(201);
  const entries = await journal();
  expect(entries.map(({ action }) => action)).toEqual(["suppression.added", "suppression.added"]);
  expect(JSON.stringify(entries)).not.toContain(email);
});

test("a refusal names the wrong field: an invalid address, an unknown reason, or a reason that only the owner may cause", async () => {
  expect((await add("manual", "zoe")).body.error.fields).toHaveProperty("email");
  for (const reason of ["erased", "limited", "x"]) {
    expect(await add(reason)).toMatchObject({
      status: 400,
      body: { error: { fields: { reason: expect.any(String) } } },
    });
  }
});

test("an old consent stays withdrawn when an administrator's block 'unsubscribed' is lifted", async () => {
  const signupId = await signUp(harness);
  await confirmConsents(harness.db, { audience: "user", signupId });
  const { body } = await add("unsubscribed");
  expect(body.email).toBe(email);
  expect(await receivesNews(harness.db, emailHash)).toBe(false);
  expect((await lift(body.id)).status).toBe(204);
  expect(await receivesNews(harness.db, emailHash)).toBe(false);
});

test("the list of sign-ups names the reason for which an address is blocked", async () => {
  await signUp(harness);
  const blockedFor = async () => {
    const answer = await harness.app.request("/api/admin/signups/user", { headers: admin.headers });
    return ((await answer.json()) as { items: { blockedFor: string | null }[] }).items[0]?.blockedFor;
  };
  expect(await blockedFor()).toBeNull();
  await add("bounced");
  expect(await blockedFor()).toBe("bounced");
});

// registre: 37
test("a block is lifted only with a reason, which contains no address and is kept in the journal", async () => {
  const { body } = await add();
  for (const reason of ["", "  ", undefined, `pour ${email}`]) {
    expect((await lift(body.id, reason ?? null)).status).toBe(400);
  }
  expect((await lift(body.id)).status).toBe(204);
  expect((await lift(body.id)).status).toBe(404);
  expect((await journal()).at(-1)).toEqual({
    action: "suppression.lifted",
    subject: body.id,
    details: { suppression: "manual", reason: "Demande par téléphone" },
  });
});

test("only the privacy screen lifts a limitation", async () => {
  const limited = await suppress(harness.db, { emailHash, scope: "all", reason: "limited", source: "x" });
  expect(await lift(limited?.id ?? "")).toMatchObject({
    status: 409,
    body: { error: { message: suppressionMessages.limited } },
  });
});

test("the list has pages, and finds a whole address in any spelling", async () => {
  await harness.database.pool.query(
    `insert into suppressions (email_hash, scope, reason, at, source)
     select 'hash ' || n, 'news', 'bounced', now() - make_interval(mins => n), 'test' from generate_series(1, 60) n`,
  );
  await add();
  const first = (await ask("")).body;
  const second = (await ask(`?before=${first.next}`)).body;
  expect([first.items.length, second.items.length, second.next]).toEqual([50, 11, null]);
  const ids = [...first.items, ...second.items].map(({ id }: { id: string }) => id);
  expect(new Set(ids).size).toBe(61);
  expect((await ask("?email=ZOE%40Exemple.FR")).body.items).toMatchObject([{ reason: "manual" }]);
  expect((await ask("?email=zoe")).status).toBe(400);
  expect((await ask("?before=yesterday")).status).toBe(400);
});

test("the file has the address while another table holds it, and otherwise a note that none does", async () => {
  await signUp(harness);
  await add();
  await add("bounced", "parti@exemple.fr");
  const { status, body } = await ask("/export.csv");
  expect(status).toBe(200);
  expect(body).toContain(`"${email}";"Ajoutée à la main";"Actualités"`);
  expect(body).toContain('"adresse effacée";"Adresse en erreur"');
  expect(body).not.toContain("parti@exemple.fr");
});

// registre: 25
test("a suppression ends three years after its last reason, and a limitation stays while it limits stored data", async () => {
  const { db } = harness.dependencies;
  const signupId = await signUp(harness);
  const hash = (one: string) => harness.dependencies.addresses.hash(one);
  const bounce = { scope: "all", reason: "bounced", source: "test", until: null } as const;
  for (const [one, reason] of [
    [email, "limited"],
    ["gone@exemple.fr", "limited"],
    ["left@exemple.fr", "unsubscribed"],
  ] as const)
    await suppress(db, { emailHash: await hash(one), scope: "all", reason, source: "test" });
  for (const one of ["once@exemple.fr", "again@exemple.fr"])
    await suppressAutomatically(db, [{ ...bounce, emailHash: await hash(one) }]);
  await harness.database.pool.query("update beta_signups set limited_at = now() where id = $1", [signupId]);
  await harness.database.pool.query(
    "update suppressions set at = at - interval '1097 days', renewed_at = renewed_at - interval '1097 days'",
  );
  await suppressAutomatically(db, [{ ...bounce, emailHash: await hash("again@exemple.fr") }]);
  await deleteExpiredSuppressions({ db, now: () => new Date(Date.now() - 3 * 86_400_000) });
  expect((await harness.database.pool.query("select 1 from suppressions")).rows).toHaveLength(5);
  await deleteExpiredSuppressions({ db, now: () => new Date() });
  const { rows } = await harness.database.pool.query<{ email_hash: string }>(
    "select email_hash from suppressions",
  );
  expect(rows.map(({ email_hash }) => email_hash).sort()).toEqual(
    [emailHash, await hash("again@exemple.fr")].sort(),
  );
});
