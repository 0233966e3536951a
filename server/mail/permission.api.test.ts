import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Campaign, RecipientCount } from "#contract/campaigns.schema.ts";
import type { CampaignKind } from "#contract/email.ts";
import type { PersonalDataReport } from "#contract/privacy.schema.ts";
import { createMailApp, type MailApp, soon, toEverybody } from "./mail.test-helpers.ts";

/** All kinds except requests to confirm, which are sent once per person and tested separately. */
type RepeatedKind = Exclude<CampaignKind, "confirmation">;

/** One SQL function decides whether an address may get mail. The tests check that its four callers agree in each case. */
let context: MailApp;
beforeAll(async () => {
  context = await createMailApp();
});
beforeEach(async () => {
  await context.clear();
  await context.saveSettings();
  await query("insert into beta_signups (firstname, name, email) values ('Zoé', 'Martin', 'zoe@exemple.fr')");
  await context.agree();
});
afterEach(() => context.stopWorkers());
afterAll(() => context.close());

const email = "zoe@exemple.fr";
/** Makes each campaign's text different, because a second identical campaign is refused. */
let campaigns = 0;
const query = (sql: string) => context.database.pool.query(sql);
const rights = async (action: string, body: object) => {
  const answer = await context.request("POST", `/privacy/${action}`, { email, ...body });
  expect(answer.status, await answer.clone().text()).toBe(200);
  return answer;
};
const suppress = (scope: string, reason: string) => () =>
  query(
    `insert into suppressions (email_hash, scope, reason, source) values (address_hash('${email}'), '${scope}', '${reason}', 'x')`,
  );

async function isCounted(kind: RepeatedKind): Promise<boolean> {
  const answer = await context.request("GET", `/campaigns/recipients?statusFilter=all&kind=${kind}`);
  return ((await answer.json()) as RecipientCount).count === 1;
}

async function startCampaign(kind: RepeatedKind): Promise<Campaign | null> {
  campaigns += 1;
  const answer = await context.request("POST", "/campaigns", {
    subject: `Nouvelles ${campaigns}`,
    content: "<p>Bonjour</p>",
    statusFilter: "all",
    ...(kind === "service" && toEverybody),
  });
  if (answer.status === 409) return null;
  expect(answer.status).toBe(202);
  return (await answer.json()) as Campaign;
}

/** Lets a worker send the waiting messages. @returns whether the campaign's message left */
async function isSent({ id }: Campaign): Promise<boolean> {
  const read = async () => (await (await context.request("GET", `/campaigns/${id}`)).json()) as Campaign;
  context.startWorker();
  await vi.waitFor(async () => expect(await read()).toMatchObject({ status: "completed" }), soon);
  const { sent, skipped } = await read();
  expect(sent + skipped).toBe(1);
  return sent === 1;
}

async function isShownAsReader(): Promise<boolean> {
  const answer = await rights("search", {});
  return ((await answer.json()) as PersonalDataReport).receivesNews;
}

type Case = [name: string, happens: () => Promise<unknown>, allowed: Record<RepeatedKind, boolean>];
const cases: Case[] = [
  ["agreed and confirmed", async () => undefined, { news: true, service: true }],
  ["never agreed", () => query("delete from consents"), { news: false, service: true }],
  [
    "has not confirmed",
    () => query("update consents set confirmed_at = null"),
    { news: false, service: true },
  ],
  [
    "withdrew the consent",
    () => query("update consents set withdrawn_at = now(), withdrawn_by = 'person'"),
    { news: false, service: true },
  ],
  ["left the news", suppress("news", "unsubscribed"), { news: false, service: true }],
  ["complained", suppress("news", "complained"), { news: false, service: true }],
  ["has an address in error", suppress("all", "bounced"), { news: false, service: false }],
  ["was blocked by hand", suppress("all", "manual"), { news: false, service: false }],
  // registre: 24
  ["was erased", suppress("all", "erased"), { news: false, service: false }],
  ["was erased by the version before", suppress("news", "erased"), { news: false, service: false }],
  // registre: 28
  [
    "had the use of their data limited",
    () => rights("limit", { limited: true }),
    { news: false, service: false },
  ],
];

describe.each(["news", "service"] as const)("permission for %s", (kind) => {
  test.each(cases)(`callers agree on ${kind} to a person who %s`, async (_, happens, allowed) => {
    const before = await startCampaign(kind);
    if (before === null) throw new Error("the campaign was not started");
    await happens();
    expect({
      counted: await isCounted(kind),
      leased: await isSent(before),
      frozen: (await startCampaign(kind)) !== null,
      ...(kind === "news" && { shown: await isShownAsReader() }),
    }).toEqual({
      counted: allowed[kind],
      leased: allowed[kind],
      frozen: allowed[kind],
      ...(kind === "news" && { shown: allowed.news }),
    });
  });

  test.each([
    ["is a duplicate", "update beta_signups set duplicate_of = gen_random_uuid()"],
    ["is a sample", "update beta_signups set sample = true"],
  ])("a sign-up that %s gets no message", async (_, sql) => {
    await query(sql);
    expect({ counted: await isCounted(kind), frozen: await startCampaign(kind) }).toEqual({
      counted: false,
      frozen: null,
    });
  });

  test("a person who was erased after a campaign's start gets no message", async () => {
    await startCampaign(kind);
    await rights("erase", {});
    expect(await isCounted(kind)).toBe(false);
    expect(await startCampaign(kind)).toBeNull();
    expect((await context.log()).filter(({ status }) => status === "pending")).toEqual([]);
    expect(await isShownAsReader()).toBe(false);
  });
});

test("a service campaign to all reaches the later brand sign-up of a person whose user sign-up is limited", async () => {
  await rights("limit", { limited: true });
  await query(
    "insert into brand_signups (firstname, name, email, website) values ('Zoé', 'Martin', 'zoe@exemple.fr', 'exemple.fr')",
  );
  expect({ counted: await isCounted("service"), news: await isCounted("news") }).toEqual({
    counted: true,
    news: false,
  });
  expect(await startCampaign("service")).toMatchObject({ total: 1 });
});

test("PostgreSQL inlines the permission function into the calling statement", async () => {
  const { rows } = await query(
    "explain select id from email_log cross join lateral mail_permission(recipient_hash, lane, purpose) where allowed",
  );
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toMatch(/on suppressions/);
  expect(plan).not.toContain("Function Scan");
});
