import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { limits } from "#contract/limits.ts";
import { privacyPeriods } from "#contract/privacy.ts";
import { createMailApp, soon } from "#server/mail/mail.test-helpers.ts";
import type { DeliveryResult } from "#server/mail/sending/delivery.rules.ts";
import { writeLinkMessage } from "#server/mail/sending/messages.service.ts";
import { recordResults } from "#server/mail/sending/turns.queries.ts";
import { deleteOneSignup } from "#server/signups/retention.service.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { receivesNews } from "./consents.service.ts";
import { makeMyDataLink } from "./my-data-links.service.ts";
import { makeNewAddressLink } from "./new-address-link.ts";
import { email, form, readPage, signUp } from "./pages.test-helpers.ts";
import { findSuppressions, suppress } from "./suppressions.service.ts";

const newEmail = "zoe.martin@exemple.fr";
const otherEmail = "lea@exemple.fr";
let harness: Awaited<ReturnType<typeof createMailApp>>;
let hash: (email: string) => Promise<string>;
let path: string;
let now = new Date();

beforeAll(async () => {
  harness = await createMailApp({ config: { signupLimitPerMinute: 0 }, now: () => now });
  await harness.saveSettings();
  hash = harness.dependencies.addresses.hash;
});
beforeEach(async () => {
  now = new Date();
  harness.recorder.sent.length = 0;
  await emptyTables(
    harness.database,
    "beta_signups, brand_signups, consents, suppressions, email_log, privacy_links, attempt_counts, privacy_requests",
  );
  await signUp(harness);
  path = new URL(await makeMyDataLink(harness.dependencies, await hash(email))).pathname;
});
afterAll(() => harness.close());

const query = async (text: string) => (await harness.database.pool.query(text)).rows;
const ask = (typed: string) => harness.app.request(path, form({ action: "address", email: typed }));
const open = (at: string) => readPage(harness.app.request(at));
const confirm = (at: string) => readPage(harness.app.request(at, form({ action: "confirm" })));
const linkTo = async (to: string) => {
  const change = { emailHash: await hash(email), email: to };
  return new URL(makeNewAddressLink(harness.dependencies, change)).pathname;
};
const emails = () => query("select email, confirmed_at is not null as confirmed from beta_signups");

// registre: 22
test("a person changes their address by a link that is sent to the new address", async () => {
  await query("update consents set confirmed_at = now(), confirmation = 'with_news'");
  expect((await ask(` ${newEmail} `)).headers.get("location")).toBe(`${path}?fait=address_asked`);
  await vi.waitFor(() => expect(harness.recorder.sent).toHaveLength(1), soon);
  const [message] = harness.recorder.sent;
  expect(message?.to.address).toBe(newEmail);
  const link = /http:\/\/localhost(\/mes-donnees\/adresse\/[\w.-]+)/.exec(message?.text ?? "")?.[1] ?? "";
  expect((await confirm(link)).page).toMatchObject({
    page: "new-address",
    state: "changed",
    email: newEmail,
  });
  expect(await emails()).toEqual([{ email: newEmail, confirmed: true }]);
  expect(await receivesNews(harness.db, await hash(newEmail))).toBe(true);
  expect(await query("select kind, source from privacy_requests")).toEqual([
    { kind: "rectification", source: "person" },
  ]);
  expect((await confirm(link)).page).toMatchObject({ state: "changed" });
  expect((await open(path)).status).toBe(404);
});

// registre: 22
test("the old address gets a last message, and the mail log forgets it once that has left", async () => {
  harness.recorder.outcome = () => ({ type: "deferred", message: "450" });
  await confirm(await linkTo(newEmail));
  await vi.waitFor(
    async () =>
      expect(await query("select 1 from email_log where attempts = 1 and leased_by is null")).toHaveLength(1),
    soon,
  );
  harness.recorder.outcome = () => ({ type: "sent" });
  await query("update email_log set next_attempt_at = now()");
  harness.startWorker();
  await vi.waitFor(
    async () =>
      expect(await query("select recipient_email, subject, status from email_log")).toEqual([
        { recipient_email: "", subject: "", status: "sent" },
      ]),
    soon,
  );
  await harness.stopWorkers();
  const [message] = harness.recorder.sent;
  expect(message).toMatchObject({ to: { address: email }, subject: "Votre adresse a changé chez Tenue" });
  expect(message?.text).toContain("contact@tenue.example");
});

// registre: 23
test("an erasure forgets links that were sent to a new address, and stops those that wait", async () => {
  await ask(otherEmail);
  await vi.waitFor(() => expect(harness.recorder.sent).toHaveLength(1), soon);
  await query(
    `insert into email_log (recipient_email, mailbox_key, subject, email_type, lane, variables)
     select 'max@exemple.fr', 'max', subject, email_type, lane, variables from email_log where lane = 'link'`,
  );
  await harness.app.request(path, form({ action: "erase" }));
  expect(await query("select recipient_email, variables, status from email_log")).toEqual([
    { recipient_email: "", variables: {}, status: "sent" },
  ]);
  const link = { purpose: "new_address", emailHash: await hash(email), email: otherEmail } as const;
  const message = { recipientEmail: otherEmail, subject: "Lien", content: "Lien", link };
  const written = [];
  for (let times = 0; times < limits.linksPerDay; times += 1)
    written.push(await writeLinkMessage(harness.dependencies, message));
  expect(written.filter((id) => id !== null)).toHaveLength(limits.linksPerDay - 1);
});

test("the message about a decision waits for the new address once that is confirmed", async () => {
  const [{ id }] = await query("update beta_signups set confirmed_at = now() returning id");
  expect((await harness.request("PATCH", `/signups/user/${id}`, { status: "approved" })).status).toBe(200);
  await confirm(await linkTo(newEmail));
  expect(
    await query(
      `select recipient_email, recipient_hash = address_hash(recipient_email) as same, variables ->> 'signupId' = '${id}' as own
       from email_log where status = 'pending' and template_id is not null`,
    ),
  ).toEqual([{ recipient_email: newEmail, same: true, own: true }]);
});

describe("a message about a decision that is in flight while its sign-up changes", () => {
  let id: string;
  let deferred: DeliveryResult;

  /** Approves the sign-up and leases the message about it. */
  beforeEach(async () => {
    const [signup] = await query("update beta_signups set confirmed_at = now() returning id");
    id = signup.id;
    expect((await harness.request("PATCH", `/signups/user/${id}`, { status: "approved" })).status).toBe(200);
    const [message] = await query(
      "update email_log set leased_by = 'holder', attempts = 3, next_attempt_at = null where lane = 'direct' returning id",
    );
    deferred = {
      id: message.id,
      status: "pending",
      errorMessage: "450 4.2.0 zoe@exemple.fr",
      retryIn: 60,
      countsAsAttempt: true,
      departed: false,
    };
  });

  const decision = () =>
    query(
      `select status, recipient_email, recipient_hash = address_hash(recipient_email) as same, attempts, error_message, content is null as forgotten
       from email_log where id = '${deferred.id}'`,
    );

  test("is retried at the confirmed new address, where its attempts begin again", async () => {
    await confirm(await linkTo(newEmail));
    await recordResults(harness.db, "holder", [deferred]);
    expect(await decision()).toEqual([
      {
        status: "pending",
        recipient_email: newEmail,
        same: true,
        attempts: 0,
        error_message: null,
        forgotten: false,
      },
    ]);
  });

  test("is forgotten with the old address when it fails for good", async () => {
    await confirm(await linkTo(newEmail));
    const refusal = { kind: "hard", statusCode: "550", words: "550 unknown" } as const;
    await recordResults(harness.db, "holder", [{ ...deferred, status: "failed", retryIn: null, refusal }]);
    expect(await decision()).toMatchObject([{ status: "failed", recipient_email: "", forgotten: true }]);
    expect(await query("select 1 from email_events")).toEqual([]);
    expect(await query("select 1 from suppressions")).toEqual([]);
  });

  /** An administrator corrects the address, whose owner has not confirmed the new one. A brand keeps the old one. */
  async function correct(): Promise<void> {
    await signUp(harness, {}, "brand");
    const values = { firstname: "Zoé", name: "Martin", email: newEmail, version: 1 };
    const answer = await harness.request("PUT", `/signups/user/${id}`, values);
    expect(answer.status, await answer.text()).toBe(200);
  }

  test("is retried at an address that an administrator corrected, as a waiting one", async () => {
    await correct();
    await recordResults(harness.db, "holder", [deferred]);
    expect(await decision()).toMatchObject([
      { status: "pending", recipient_email: newEmail, same: true, attempts: 0, forgotten: false },
    ]);
  });

  test("is not retried at an address that an administrator corrected when it is about something else", async () => {
    await query(`update email_log set template_id = null where id = '${deferred.id}'`);
    await correct();
    await recordResults(harness.db, "holder", [deferred]);
    expect(await decision()).toMatchObject([{ status: "cancelled" }]);
  });

  test.runIf(process.env.TEST_DATABASE_URL)(
    "is not retried once a deletion of its sign-up has committed, and is forgotten",
    async () => {
      let recorded: Promise<void> | undefined;
      await harness.db.transaction(async (tx) => {
        const { events } = harness.dependencies;
        await deleteOneSignup(tx, events, { audience: "user", id, source: "test" });
        recorded = recordResults(harness.db, "holder", [deferred]);
        await vi.waitFor(
          async () =>
            expect(
              await query(
                "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
              ),
            ).toHaveLength(1),
          soon,
        );
      });
      await recorded;
      expect(await decision()).toMatchObject([{ status: "cancelled", recipient_email: "", forgotten: true }]);
    },
  );

  test("is not retried once the sign-up is limited", async () => {
    expect((await harness.request("POST", "/privacy/limit", { email, limited: true })).status).toBe(200);
    await recordResults(harness.db, "holder", [deferred]);
    expect(await decision()).toMatchObject([{ status: "cancelled" }]);
  });
});

test("opening the link of a new address changes nothing", async () => {
  const link = await linkTo(newEmail);
  expect((await open(link)).page).toMatchObject({ state: "ask", email: newEmail });
  await harness.app.request(link, { method: "HEAD" });
  await harness.app.request(link, form({ action: "other" }));
  expect(await emails()).toEqual([{ email, confirmed: false }]);
});

// registre: 22
test("an address that already has a sign-up gets the same answer as a free one, and no link", async () => {
  await signUp(harness, { email: otherEmail });
  const [free, taken] = [await ask(newEmail), await ask(otherEmail)];
  expect([taken.status, taken.headers.get("location")]).toEqual([free.status, free.headers.get("location")]);
  await vi.waitFor(() => expect(harness.recorder.sent).toHaveLength(1), soon);
  expect(
    await query(`select 1 from email_log where lane = 'link' and recipient_email = '${otherEmail}'`),
  ).toEqual([]);
  const link = await linkTo(otherEmail);
  for (const answer of [await open(link), await confirm(link)])
    expect(answer).toMatchObject({ status: 404, page: { state: "expired" } });
});

test("a wrong address, or the current one, is refused beside its field", async () => {
  for (const typed of ["", "zoe@", "Zoe@exemple.fr"])
    expect(await readPage(ask(typed))).toMatchObject({
      status: 400,
      page: { page: "my-data", newAddress: { typed, problem: expect.any(String) } },
    });
  expect(await query("select 1 from email_log where lane = 'link'")).toEqual([]);
});

test("the link of a new address works for 30 minutes, but not when it is cut or forged, nor after an erasure", async () => {
  const link = await linkTo(newEmail);
  for (const wrong of [
    link.slice(0, -1),
    link.replace(/.(?=.{30}$)/, (one) => (one === "A" ? "B" : "A")),
    "/mes-donnees/adresse/x",
    "/mes-donnees/adresse/v1.AAAA",
  ])
    expect(await confirm(wrong)).toMatchObject({ status: 404, page: { state: "expired" } });
  now = new Date(now.getTime() + privacyPeriods.myDataMinutes * 60 * 1000);
  expect((await confirm(link)).status).toBe(404);
  expect(await emails()).toEqual([{ email, confirmed: false }]);
  const later = await linkTo(newEmail);
  await query("delete from beta_signups");
  expect((await confirm(later)).status).toBe(404);
});

test("a limited sign-up keeps its address", async () => {
  await query("update beta_signups set limited_at = now()");
  await ask(newEmail);
  expect((await confirm(await linkTo(newEmail))).status).toBe(404);
  expect(await emails()).toEqual([{ email, confirmed: false }]);
});

test("both sign-ups of an address change together, and withdrawn news stay withdrawn", async () => {
  await signUp(harness, {}, "brand");
  await harness.app.request(path, form({ action: "withdraw" }));
  await confirm(await linkTo(newEmail));
  expect(await query("select email from beta_signups union all select email from brand_signups")).toEqual([
    { email: newEmail },
    { email: newEmail },
  ]);
  expect(await receivesNews(harness.db, await hash(newEmail))).toBe(false);
});

test("a complaint and a manual block follow the person to the new address, a bounce does not", async () => {
  await query("update consents set confirmed_at = now(), confirmation = 'with_news'");
  for (const reason of ["complained", "manual", "bounced"] as const)
    await suppress(harness.db, { emailHash: await hash(email), scope: "news", reason, source: "test" });
  await confirm(await linkTo(newEmail));
  const newHash = await hash(newEmail);
  expect(await receivesNews(harness.db, newHash)).toBe(false);
  expect((await findSuppressions(harness.db, newHash)).map(({ reason }) => reason)).toEqual([
    "complained",
    "manual",
  ]);
});

test("too many requests for a new address are refused", async () => {
  let answer = await ask(newEmail);
  for (let times = 0; answer.status === 303 && times < 200; times += 1) answer = await ask(newEmail);
  expect(answer.status).toBe(429);
  expect(await query("select 1 from email_log where lane = 'link'")).toHaveLength(3);
});
