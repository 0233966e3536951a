import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { privacyPeriods } from "#contract/privacy.ts";
import { createMailApp, soon } from "#server/mail/mail.test-helpers.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { receivesNews } from "./consents.service.ts";
import { deleteExpiredMyDataLinks, extendMyDataLink, makeMyDataLink } from "./my-data-links.service.ts";
import { email, form, readPage, signUp } from "./pages.test-helpers.ts";

const minute = 60 * 1000;
let harness: Awaited<ReturnType<typeof createMailApp>>;
let emailHash: string;
let signupId: string;
let path: string;
let now = new Date();

beforeAll(async () => {
  harness = await createMailApp({ config: { signupLimitPerMinute: 0 }, now: () => now });
  await harness.saveSettings();
  emailHash = await harness.dependencies.addresses.hash(email);
});
beforeEach(async () => {
  now = new Date();
  harness.recorder.sent.length = 0;
  await emptyTables(
    harness.database,
    "beta_signups, brand_signups, consents, suppressions, email_log, privacy_links, attempt_counts, privacy_requests",
  );
  signupId = await signUp(harness);
  path = await freshPath();
});
afterAll(() => harness.close());

const query = async (text: string) => (await harness.database.pool.query(text)).rows;
const freshPath = async (hash = emailHash) =>
  new URL(await makeMyDataLink(harness.dependencies, hash)).pathname;
const ask = (init?: RequestInit, at = path) => readPage(harness.app.request(at, init));
const post = async (fields: Record<string, string>, at = path) => harness.app.request(at, form(fields));
const request = (typed: string) => readPage(harness.app.request("/mes-donnees", form({ email: typed })));

test("the page that asks for a link redirects to its address without a trailing slash, and keeps the query", async () => {
  for (const query of ["", "?utm_source=Lettre"]) {
    const { status, headers } = await harness.app.request(`/mes-donnees/${query}`);
    expect([status, headers.get("location")]).toEqual([308, `/mes-donnees${query}`]);
  }
});

// registre: 38
test("known and unknown addresses get the same answer, and only known ones get a message", async () => {
  const known = await request("  ZOE@exemple.fr ");
  const unknown = await request("inconnue@exemple.fr");
  expect(known.page).toEqual({ page: "my-data-request", state: "sent", problem: null, email: "" });
  expect([unknown.status, unknown.page]).toEqual([known.status, known.page]);
  await vi.waitFor(() => expect(harness.recorder.sent).toHaveLength(1), soon);
  const [message] = harness.recorder.sent;
  expect(message?.to.address).toBe(email);
  const link = /http:\/\/localhost(\/mes-donnees\/[\w-]{43})/.exec(message?.text ?? "")?.[1] ?? "";
  expect((await ask(undefined, link)).page).toMatchObject({ page: "my-data", data: { email } });
  const log = await query("select content, variables from email_log where lane = 'link'");
  expect(JSON.stringify(log)).not.toContain(link);
});

test("a wrong address is refused beside its field, which keeps the typed text", async () => {
  for (const typed of ["", "zoe", "zoe@"]) {
    const { status, page } = await request(typed);
    expect([status, page]).toEqual([
      400,
      { page: "my-data-request", state: "ask", problem: expect.any(String), email: typed },
    ]);
  }
});

test("one mailbox gets three links a day, however often they are requested", async () => {
  for (let times = 0; times < 5; times += 1) await request(email);
  await vi.waitFor(() => expect(harness.recorder.sent).toHaveLength(3), soon);
  expect(await query("select 1 from email_log where lane = 'link'")).toHaveLength(3);
});

test("too many requests for a link are refused before any look-up, and the page keeps the typed address", async () => {
  let answer = await request("x@exemple.fr");
  for (let times = 0; answer.status === 200 && times < 200; times += 1)
    answer = await request("x@exemple.fr");
  expect(answer).toMatchObject({ status: 429, page: { page: "my-data-request", email: "x@exemple.fr" } });
  expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
});

// registre: 31
test("the data link works for 30 minutes and is stored as a hash", async () => {
  await signUp(harness, {}, "brand");
  const { page } = await ask();
  expect(page).toMatchObject({
    page: "my-data",
    data: { email, signups: [{ id: signupId }, { audience: "brand" }] },
  });
  expect(JSON.stringify(await query("select * from privacy_links"))).not.toContain(path.split("/")[2]);
  now = new Date(now.getTime() + privacyPeriods.myDataMinutes * minute);
  expect(await ask()).toMatchObject({ status: 404, page: { page: "my-data-gone", state: "expired" } });
  await deleteExpiredMyDataLinks(harness.dependencies);
  expect(await query("select 1 from privacy_links")).toEqual([]);
});

// registre: 49
test("the page shows until when it is open, and the person can extend that time", async () => {
  const after = (minutes: number) => new Date(start.getTime() + minutes * minute).toISOString();
  const start = now;
  expect((await ask()).page).toMatchObject({ openUntil: after(privacyPeriods.myDataMinutes) });
  now = new Date(now.getTime() + (privacyPeriods.myDataMinutes - 1) * minute);
  expect((await post({ action: "extend" })).headers.get("location")).toBe(`${path}?fait=extended`);
  now = new Date(now.getTime() + 2 * minute);
  expect(await ask()).toMatchObject({
    status: 200,
    page: { openUntil: after(2 * privacyPeriods.myDataMinutes - 1) },
  });
  now = new Date(now.getTime() + privacyPeriods.myDataMinutes * minute);
  expect((await post({ action: "extend" })).status).toBe(404);
  expect((await ask()).status).toBe(404);
});

test("a link ends after ten extensions, however often it is extended", async () => {
  const half = privacyPeriods.myDataMinutes * minute;
  const end = new Date(now.getTime() + 11 * half).toISOString();
  for (let times = 0; times < 10; times += 1) {
    now = new Date(now.getTime() + half - 1);
    await post({ action: "extend" });
  }
  await post({ action: "extend" });
  now = new Date(now.getTime() + half - 1);
  await extendMyDataLink(harness.dependencies, await harness.dependencies.addresses.hash(email));
  expect((await ask()).page).toMatchObject({ openUntil: end });
  now = new Date(end);
  expect((await ask()).status).toBe(404);
});

test("forged and cut links neither show nor change data", async () => {
  for (const wrong of [path.slice(0, -1), `${path}A`, "/mes-donnees/x", `/mes-donnees/${"A".repeat(43)}`]) {
    for (const suffix of ["", "/effacer", "/opposition", "/donnees.json"]) {
      expect(await ask(undefined, wrong + suffix)).toMatchObject({ status: 404, page: { state: "expired" } });
    }
    expect((await post({ action: "erase" }, wrong)).status).toBe(404);
  }
  expect(await query("select 1 from beta_signups")).toHaveLength(1);
});

test("a link neither shows nor changes the data of another person", async () => {
  const other = await signUp(harness, { email: "lea@exemple.fr", firstname: "Léa" });
  const fields = { action: "correct", signup: other, firstname: "X", name: "Y" };
  expect((await post(fields)).status).toBe(303);
  expect(await query("select firstname from beta_signups where email = 'lea@exemple.fr'")).toEqual([
    { firstname: "Léa" },
  ]);
  expect(JSON.stringify((await ask()).page)).not.toContain("lea@exemple.fr");
});

// registre: 31
test("a correction passes the form's checks and counts as the person's last act", async () => {
  const fields = { action: "correct", signup: signupId, firstname: " ", name: "Durand" };
  const refused = await readPage(post(fields));
  expect(refused).toMatchObject({
    status: 400,
    page: {
      correction: {
        signupId,
        typed: { firstname: " ", name: "Durand" },
        problems: { firstname: expect.any(String) },
      },
    },
  });
  expect((await post({ ...fields, firstname: " Zoë " })).headers.get("location")).toBe(
    `${path}?fait=corrected`,
  );
  expect(
    await query("select firstname, name, version, active_at is not null as active from beta_signups"),
  ).toEqual([{ firstname: "Zoë", name: "Durand", version: 2, active: true }]);
});

// registre: 31
test("answers are corrected by the rules of the form, answers to earlier questions stay, and statistics are updated", async () => {
  const ask = async (fieldType: string, options: string[] | null, active = true) =>
    (
      await query(
        `insert into questionnaire_items (question, field_type, options, required, active, order_position, target_type)
         values ('Q', '${fieldType}', ${options ? `'${JSON.stringify(options)}'::jsonb` : "null"}, ${options === null}, ${active},
           (select coalesce(max(order_position), 0) + 1 from questionnaire_items), 'user') returning id`,
      )
    )[0]?.id as string;
  const [city, styles, old] = [
    await ask("text", null),
    await ask("checkbox", ["Lin", "Laine"]),
    await ask("text", null, false),
  ];
  await query(`update beta_signups set responses = '{"${city}": "Paris", "${old}": "avant"}'::jsonb`);
  const refused = await readPage(post({ action: "answers", signup: signupId }));
  expect(refused).toMatchObject({
    status: 400,
    page: {
      correction: { signupId, responses: {}, problems: { [`responses.${city}`]: "Ce champ est requis" } },
    },
  });
  const body = new URLSearchParams({ action: "answers", signup: signupId, [`responses.${city}`]: " Lyon " });
  for (const style of ["Lin", "Laine"]) body.append(`responses.${styles}`, style);
  const answer = await harness.app.request(path, { ...form({}), body: body.toString() });
  expect(answer.headers.get("location")).toBe(`${path}?fait=corrected`);
  const [stored] = await query("select responses, version from beta_signups");
  expect(stored).toEqual({
    responses: { [city]: "Lyon", [styles]: ["Lin", "Laine"], [old]: "avant" },
    version: 2,
  });
  const [counted] = await query(
    `select coalesce(sum(response_count), 0)::int as count from secure_question_summary where question_id = '${styles}'`,
  );
  expect(counted).toEqual({ count: 2 });
  await query("delete from questionnaire_items where question = 'Q'");
});

// registre: 31
test("a correction keeps answers whose option was renamed or removed, and answers that depend on them", async () => {
  const ask = async (
    fieldType: string,
    choice: { options?: string[]; former?: object; showIf?: object; required?: boolean } = {},
  ) => {
    const json = (value: unknown) => (value ? `'${JSON.stringify(value)}'::jsonb` : "null");
    const [row] = await query(
      `insert into questionnaire_items
         (question, field_type, options, former_options, show_if, required, order_position, target_type)
       values ('Q', '${fieldType}', ${json(choice.options)}, ${json(choice.former)}, ${json(choice.showIf)}, ${choice.required ?? false},
         (select coalesce(max(order_position), 0) + 1 from questionnaire_items), 'user') returning id`,
    );
    return row?.id as string;
  };
  const when = (questionId: string, op: string, value: string) => ({
    match: "all",
    rules: [{ questionId, op, value }],
  });
  const city = await ask("text");
  const styles = await ask("checkbox", { options: ["Rétro", "Rue"], former: { Rétro: ["Vintage"] } });
  const why = await ask("text", { showIf: when(styles, "is", "Rétro") });
  const colours = await ask("checkbox", { options: ["Bleu", "Vert"] });
  const season = await ask("select", { options: ["Été"], required: true });
  const where = await ask("text", { showIf: when(season, "isNot", "Été") });
  const kept = { [why]: "Ma grand-mère", [season]: "Hiver", [where]: "Lyon" };
  const stored = { [city]: "Pariss", [styles]: ["Vintage", "Rue"], [colours]: ["Bleu", "Rose"], ...kept };
  await query(`update beta_signups set responses = '${JSON.stringify(stored)}'::jsonb`);
  const { page } = await readPage(harness.app.request(path));
  const shown = { ...stored, [styles]: ["Rétro", "Rue"] };
  expect(page).toMatchObject({ data: { signups: [{ responses: shown }] } });

  // What a browser sends: no box of a removed option, and the one empty entry of the list.
  const body = new URLSearchParams({ action: "answers", signup: signupId, [`responses.${city}`]: "Paris" });
  for (const style of ["Vintage", "Rue"]) body.append(`responses.${styles}`, style);
  body.append(`responses.${colours}`, "Vert");
  body.append(`responses.${season}`, "");
  for (const id of [why, where]) body.append(`responses.${id}`, kept[id] as string);
  const answer = await harness.app.request(path, { ...form({}), body: body.toString() });
  expect(answer.headers.get("location")).toBe(`${path}?fait=corrected`);
  const [after] = await query("select responses from beta_signups");
  expect(after).toEqual({ responses: { ...shown, [city]: "Paris", [colours]: ["Rose", "Vert"] } });
  await query("delete from questionnaire_items where question = 'Q'");
});

// registre: 31
test("the page shows texts of messages, decisions, bounces, requests, and the version of the accepted words", async () => {
  await query(
    `insert into email_events (dedupe_key, kind, source, recipient_hash, status_code, server_words)
     values ('${signupId}', 'hard', 'smtp', '${emailHash}', '5.1.1', 'inconnu')`,
  );
  await query(
    `insert into invitations (audience, signup_id, code_hash, valid_days, message_id, sent_at, expires_at)
     values ('user', '${signupId}', 'x', 14, gen_random_uuid(), now(), now() + interval '14 days')`,
  );
  await query(
    "update beta_signups set status = 'approved', decided_at = now(), disposable_email = true, source_id = source_id('instagram', '', 'mai')",
  );
  const ami = "00000000-0000-4000-8000-000000000007";
  await query(
    `insert into referral_codes (signup_id, audience, code, mailbox_key) values
       ('${signupId}', 'user', '0123456789', 'a'), ('${ami}', 'user', '1123456789', 'b')`,
  );
  await query(
    `insert into brand_signups (id, name, firstname, email, website, confirmed_at)
     values ('${ami}', 'Amie', 'Anonyme', 'amie@exemple.fr', 'x', now())`,
  );
  await query(
    `insert into referrals (signup_id, audience, referrer_id, referrer_audience, mailbox_key, held_for, reviewed, reviewed_by) values
       ('${ami}', 'brand', '${signupId}', 'user', 'b', 'network', 'accepted', 'chef@exemple.fr'),
       ('${signupId}', 'user', '${ami}', 'brand', 'a', 'device', 'accepted', 'chef@exemple.fr')`,
  );
  await harness.app.request(`${path}/donnees.json`);
  const known = { friends: 1, wasReferred: true };
  const { page } = await ask();
  expect(page).toMatchObject({
    data: {
      signups: [
        {
          decidedAt: expect.any(String),
          disposableEmail: true,
          source: { source: "instagram" },
          ...known,
          invitations: [{ state: "sent", sentAt: expect.any(String) }],
        },
      ],
      consents: [{ textVersion: expect.stringMatching(/^[0-9a-f]{12}$/) }],
      messages: [{ text: expect.stringContaining("Bonjour") }],
      events: [{ kind: "hard", statusCode: "5.1.1", serverWords: "inconnu" }],
      requests: [{ kind: "portability", outcome: "Téléchargé par la personne" }],
    },
  });
  const file = await (await harness.app.request(`${path}/donnees.json`)).json();
  expect(file).toMatchObject({
    signups: [
      {
        source: { source: "instagram", medium: "", campaign: "mai" },
        invitations: [{ state: "sent" }],
        ...known,
        referralCode: "0123456789",
        referral: { heldFor: "device", reviewed: "accepted" },
      },
    ],
    events: [{ kind: "hard" }],
    messages: [{ text: expect.any(String) }],
    requests: [{ kind: "portability" }],
  });
  expect(JSON.stringify(file)).not.toMatch(/handledBy|anonyme|amie@|chef@|1123456789|network/i);
});

test("the page and the data file have the star and the note of administrators", async () => {
  await query("update beta_signups set starred = true, note = 'Vue à Paris.'");
  const { page } = await ask();
  expect(page).toMatchObject({ data: { signups: [{ starred: true, note: "Vue à Paris." }] } });
  const file = await (await harness.app.request(`${path}/donnees.json`)).json();
  expect(file).toMatchObject({ signups: [{ starred: true, note: "Vue à Paris." }] });
});

test("a correction of a sign-up that was deleted meanwhile shows no notice, and is not recorded", async () => {
  const brand = await signUp(harness, {}, "brand");
  await query("delete from beta_signups");
  for (const action of ["correct", "answers"]) {
    const answer = await post({ action, signup: signupId, firstname: "Zoë", name: "Durand" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, path]);
  }
  expect(await query("select 1 from privacy_requests")).toEqual([]);
  expect((await ask()).page).toMatchObject({ notice: null, data: { signups: [{ id: brand }] } });
});

test("a brand corrects its website, too", async () => {
  const brand = await signUp(harness, {}, "brand");
  const fields = { action: "correct", signup: brand, firstname: "Zoé", name: "Maison", website: "rien" };
  expect(await readPage(post(fields))).toMatchObject({
    status: 400,
    page: { correction: { problems: { website: expect.any(String) } } },
  });
  expect((await post({ ...fields, website: "maison.fr" })).status).toBe(303);
  expect(await query("select website from brand_signups")).toEqual([{ website: "https://maison.fr" }]);
});

test("the register records the person's own requests with the hash only", async () => {
  await post({ action: "withdraw" });
  await post({ action: "correct", signup: signupId, firstname: "Zoé", name: "Durand" });
  await harness.app.request(`${path}/donnees.json`);
  await post({ action: "erase" });
  const noted = await query(
    "select kind, source, closed_at is not null as closed from privacy_requests order by received_at, id",
  );
  expect(noted.map(({ kind }) => kind).sort()).toEqual([
    "erasure",
    "objection",
    "portability",
    "rectification",
  ]);
  expect(noted.every(({ source, closed }) => source === "person" && closed)).toBe(true);
});

// registre: 33
test("a person gives and withdraws consent to news any number of times", async () => {
  for (const expected of [true, false, true, true]) {
    const action = expected ? "give" : "withdraw";
    expect((await post({ action })).status).toBe(303);
    expect(await receivesNews(harness.db, emailHash)).toBe(expected);
  }
});

// registre: 32
test("a person objects to statistics and news, and sees the date of the objection", async () => {
  expect((await ask(undefined, `${path}/opposition`)).page).toMatchObject({ page: "my-data-object" });
  expect((await ask()).page).toMatchObject({ data: { objectedAt: null } });
  expect((await post({ action: "object" })).headers.get("location")).toBe(`${path}?fait=objected`);
  expect((await ask()).page).toMatchObject({ data: { objectedAt: expect.any(String), receivesNews: false } });
  expect(await query("select count(*)::int as count from signup_totals")).toEqual([{ count: 0 }]);
  expect(await query("select kind, source from privacy_requests")).toEqual([
    { kind: "objection", source: "person" },
  ]);
});

// registre: 31
test("the data file holds everything except who blocked the address", async () => {
  await post({ action: "withdraw" });
  const answer = await harness.app.request(`${path}/donnees.json`);
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment/);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const file = await answer.json();
  expect(file).toMatchObject({ email, signups: [{ firstname: "Zoé" }], consents: [{}], suppressions: [{}] });
  expect(file).toHaveProperty("suppressions", [
    { scope: "news", reason: "unsubscribed", at: expect.any(String) },
  ]);
});

// registre: 31
test("an erasure needs a click on the page's button, and leaves only the hash", async () => {
  expect((await ask(undefined, `${path}/effacer`)).page).toMatchObject({ page: "my-data-delete" });
  expect(await query("select 1 from beta_signups")).toHaveLength(1);
  const second = await freshPath();
  expect((await readPage(post({ action: "erase" }))).page).toEqual({
    page: "my-data-gone",
    state: "deleted",
  });
  expect(await query("select 1 from beta_signups union all select 1 from consents")).toEqual([]);
  expect(await query("select reason from suppressions")).toEqual([{ reason: "erased" }]);
  for (const link of [path, second]) expect((await ask(undefined, link)).status).toBe(404);
});
