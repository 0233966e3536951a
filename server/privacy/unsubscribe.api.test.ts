import { OpenAPIHono } from "@hono/zod-openapi";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createDatabase } from "#server/lib/database/database.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { eraseAddress } from "#server/privacy/erasure/erasure.service.ts";
import { deleteSupersededErasures } from "#server/privacy/erasure/erasure-log.service.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";
import { confirmConsents, receivesNews } from "./consents.service.ts";
import { email, form, readPage, signUp } from "./pages.test-helpers.ts";
import { unsubscribeRoutes } from "./person-pages.routes.ts";

let harness: TestApp;
let emailHash: string;
let path: string;
let signupId: string;

beforeAll(async () => {
  harness = await createTestApp({ config: { signupLimitPerMinute: 0 } });
  const { addresses } = harness.dependencies;
  emailHash = await addresses.hash(email);
  path = `/desinscription/${await addresses.unsubscribeToken(emailHash)}`;
});
beforeEach(async () => {
  await emptyTables(
    harness.database,
    "beta_signups, brand_signups, consents, suppressions, email_log, erasure_log",
  );
  signupId = await signUp(harness);
  await confirmConsents(harness.db, { audience: "user", signupId });
});
afterAll(() => harness.close());

const ask = (init?: RequestInit) => readPage(harness.app.request(path, init));
const mayReceive = () => receivesNews(harness.db, emailHash);
const count = async (table: string) =>
  (await harness.database.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n;

const oneClick = form({ "List-Unsubscribe": "One-Click" });

const back = form({ action: "return" });

test("a person who unsubscribes and returns in turns causes at most five changes an hour, and ends unsubscribed", async () => {
  const states: unknown[] = [];
  for (let turn = 0; turn < 10; turn += 1) {
    await ask(oneClick);
    const { status, page } = await ask(back);
    states.push(`${status} ${page.page === "unsubscribe" ? page.state : ""}`);
  }
  expect(states).toEqual(["200 returned", "200 returned", ...Array(8).fill("429 kept")]);
  expect(await count("erasure_log")).toBe(5);
  expect(await mayReceive()).toBe(false);
});

test("an address that is unsubscribed already causes no write", async () => {
  await ask(oneClick);
  const versionOf = async () =>
    (await harness.database.pool.query("select max(xmin::text::bigint) as xmin from suppressions")).rows;
  const before = await versionOf();
  const transaction = vi.spyOn(harness.dependencies.db, "transaction");
  for (let turn = 0; turn < 20; turn += 1) expect((await ask(oneClick)).status).toBe(200);
  expect(transaction).not.toHaveBeenCalled();
  expect(await versionOf()).toEqual(before);
});

test("a second unsubscription a day later restarts the term of the suppression", async () => {
  await ask(oneClick);
  const renewed = async () =>
    (await harness.database.pool.query("select renewed_at is not null as yes from suppressions")).rows;
  await ask(oneClick);
  expect(await renewed()).toEqual([{ yes: false }]);
  await harness.database.pool.query("update suppressions set at = now() - interval '25 hours'");
  await ask(oneClick);
  expect(await renewed()).toEqual([{ yes: true }]);
  expect(await count("erasure_log")).toBe(1);
});

test("the last of several superseded entries of the erasure log stays after a day", async () => {
  await ask(oneClick);
  await ask(back);
  await ask(oneClick);
  const { db } = harness.dependencies;
  await deleteSupersededErasures({ db, now: () => new Date() });
  expect(await count("erasure_log")).toBe(3);
  await deleteSupersededErasures({ db, now: () => new Date(Date.now() + 25 * 60 * 60_000) });
  const { rows } = await harness.database.pool.query("select kind from erasure_log");
  expect(rows).toEqual([{ kind: "suppressed" }]);
});

// registre: 15
test("a mail provider's one-click POST is accepted, repeatedly, without cookie, from any origin", async () => {
  const body = new FormData();
  body.set("List-Unsubscribe", "One-Click");
  const origin = "https://mail.example";
  for (const init of [
    oneClick,
    { ...oneClick, headers: { ...oneClick.headers, origin, "sec-fetch-site": "cross-site" } },
    { method: "POST", body },
    { method: "POST" },
  ]) {
    const { status, page, headers } = await ask(init);
    // A provider that names the one-click action gets no page.
    expect([status, page ?? { state: "left" }]).toMatchObject([200, { state: "left" }]);
    if (init === oneClick) expect(page).toBeNull();
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("set-cookie")).toBeNull();
    expect(await mayReceive()).toBe(false);
  }
  expect(await count("suppressions")).toBe(1);
  const { rows } = await harness.database.pool.query(
    "select active_at is not null as active from beta_signups",
  );
  expect(rows).toEqual([{ active: true }]);
});

test("twenty simultaneous posts unsubscribe once", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(oneClick)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(await count("suppressions")).toBe(1);
});

test("two posts are handled at a time, and a third one waits while the questionnaire answers", async () => {
  const { db } = harness.dependencies;
  const held: typeof db = Object.create(db);
  const reads = vi.spyOn(held, "select");
  const bothHeld = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  onTestFinished(() => release.resolve());
  let writes = 0;
  held.transaction = async (...change) => {
    writes += 1;
    if (writes === 2) bothHeld.resolve();
    await release.promise;
    return db.transaction(...change);
  };
  const app = new OpenAPIHono();
  app.route("/", unsubscribeRoutes({ ...harness.dependencies, db: held }));
  const first = [app.request(path, oneClick), app.request(path, oneClick)];
  await bothHeld.promise;
  const third = app.request(path, oneClick);
  expect((await harness.app.request("/api/questionnaire?audience=user")).status).toBe(200);
  // Each post begins with a read.
  expect(reads).toHaveBeenCalledTimes(2);
  release.resolve();
  const answers = await Promise.all([...first, third]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await mayReceive()).toBe(false);
});

// registre: 16
test("GET and HEAD on the unsubscribe page change nothing", async () => {
  expect(await ask()).toMatchObject({ status: 200, page: { state: "ask" } });
  expect((await harness.app.request(path, { method: "HEAD" })).status).toBe(200);
  expect(await mayReceive()).toBe(true);
});

// registre: 9
test("one click on the same page gives the consent again", async () => {
  await ask(form({ action: "leave" }));
  expect((await ask()).page).toMatchObject({ state: "left" });
  expect((await ask(form({ action: "return" }))).page).toMatchObject({ state: "returned" });
  await ask(form({ action: "return" }));
  expect(await mayReceive()).toBe(true);
  expect(await count("consents")).toBe(2);
});

// registre: 15
test("the unsubscribe link works after an erasure and restores no data", async () => {
  await harness.db.transaction((tx) =>
    eraseAddress(tx, harness.dependencies.events, { emailHash, source: "test" }),
  );
  expect((await ask(oneClick)).status).toBe(200);
  expect((await ask(form({ action: "return" }))).status).toBe(200);
  expect(await mayReceive()).toBe(false);
  expect(await count("consents")).toBe(0);
});

test("an unknown, cut or changed unsubscribe link is refused", async () => {
  for (const wrong of [path.slice(0, -1), `${path}A`, path.replace(/.$/, "!"), "/desinscription/x"]) {
    for (const init of [undefined, oneClick]) {
      const answer = await readPage(harness.app.request(wrong, init));
      expect(answer).toMatchObject({ status: 404, page: { page: "unsubscribe", state: "unknown" } });
    }
  }
  expect(await mayReceive()).toBe(true);
});

test("a body that is longer than any form is refused", async () => {
  const long = form({ action: "x".repeat(70_000) });
  expect((await ask(long)).status).toBe(413);
});

test("the provider gets 503 while the database is unavailable", async () => {
  const away = createDatabase({ host: "127.0.0.1", port: 1 }, { log: silentLogger });
  const app = new OpenAPIHono();
  app.route("/", unsubscribeRoutes({ ...harness.dependencies, db: away.db }));
  const { status, headers, page } = await readPage(app.request(path, oneClick));
  expect(status).toBe(503);
  expect(headers.get("retry-after")).toBe("2");
  expect(page).toMatchObject({ page: "trouble" });
  await away.close();
});
