import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { formatParisDay } from "#contract/paris-time.ts";
import { createMailApp, type MailApp, soon, toEverybody } from "#server/mail/mail.test-helpers.ts";
import { createAccountLinkSender } from "#server/mail/sending/account-link.service.ts";
import { makeMyDataLink } from "#server/privacy/my-data-links.service.ts";
import { makeNewAddressLink } from "#server/privacy/new-address-link.ts";
import { form } from "#server/privacy/pages.test-helpers.ts";
import { filledSite, fillSite } from "#test/support/filled-site.ts";

/*
 * Compares every mail of the product with its stored text. After a wanted change, run
 * npx vitest run server/mail/content/golden.api.test.ts -u, and check the result with git diff.
 */

let context: MailApp;
const email = "camille.durand@exemple.fr";

beforeAll(async () => {
  context = await createMailApp({
    config: { baseUrl: "http://tenue.test", signupLimitPerMinute: 0 },
    html: undefined, // the real worker threads, not the fakes of other tests
  });
  const { db, site } = context.dependencies;
  await fillSite({ db, site });
  await context.database.pool.query("update email_templates set is_active = true");
});
beforeEach(async () => {
  await context.clear();
  await context.saveSettings();
});
afterAll(() => context.close());

/** Replaces values that differ between two runs: tokens and dates. */
const lasting = (mail: string) =>
  mail
    .replace(
      /(\/(?:desinscription|confirmation|mes-donnees(?:\/adresse)?)\/|#token=)(?:v1\.)?[\w-]{20,}/g,
      "$1JETON",
    )
    .replace(/\?ami=[0-9a-z]{10}/g, "?ami=CODE")
    .replaceAll(formatParisDay(new Date()), "22 novembre 2026")
    .replaceAll(new Date().toLocaleDateString("fr-FR", { timeZone: "Europe/Paris" }), "22/11/2026");

async function expectGolden(name: string) {
  await vi.waitFor(() => expect(context.recorder.sent).toHaveLength(1), soon);
  const { subject = "", html = "", text = "", attachments = [] } = context.recorder.sent[0] ?? {};
  expect(attachments.every(({ content }) => Buffer.isBuffer(content))).toBe(true);
  await expect(`${lasting(html)}\n`).toMatchFileSnapshot(`golden/${name}.html`);
  await expect(`${subject}\n\n${lasting(text)}\n`).toMatchFileSnapshot(`golden/${name}.txt`);
}

const storePerson = async () => {
  await context.database.pool.query(
    "insert into beta_signups (firstname, name, email) values ('Camille', 'Durand', $1)",
    [email],
  );
};
/** Sends waiting messages at once. */
const sendWaiting = async () => {
  await context.database.pool.query("update email_log set next_attempt_at = now()");
  context.startWorker();
};

test.each([
  ["signup-confirmed", { confirmationRequested: true, newsConsent: false }],
  ["signup-news", { confirmationRequested: true, newsConsent: true }],
  ["signup", { confirmationRequested: false, newsConsent: false }],
])(
  "%s: a person who signs up gets the expected messages",
  async (name, { confirmationRequested, newsConsent }) => {
    await context.saveSettings({ confirmationRequested });
    const answer = await context.app.request("/api/signups/user", {
      method: "POST",
      headers: { "content-type": "application/json", origin: "http://tenue.test" },
      body: JSON.stringify({ firstname: "Camille", name: "Durand", email, responses: {}, newsConsent }),
    });
    expect(answer.status).toBe(201);
    await sendWaiting();
    await expectGolden(name);
  },
);

test.each(["approved", "rejected"])("%s: a decision sends its message", async (status) => {
  await storePerson();
  const { rows } = await context.database.pool.query("select id from beta_signups");
  const answer = await context.request("PATCH", `/signups/user/${rows[0].id}`, { status });
  expect(answer.status).toBe(200);
  await sendWaiting();
  await expectGolden(status);
});

test.each([
  ["friend-first", 2],
  ["friend-decisive", 1],
])("%s: a person who referred friends gets the expected message", async (name, friends) => {
  const { addresses, confirmationTokens, referrals, site } = context.dependencies;
  const query = (text: string, values: unknown[]) => context.database.pool.query(text, values);
  const referral = {
    on: true,
    sentence: "Deux amies\u00a0: la prochaine vague",
    friends,
    cap: 20,
    messages: true,
  };
  const values = { ...filledSite, referral };
  await query("update site_settings set values = $1, version = version + 1", [JSON.stringify(values)]);
  await site.refresh();
  await storePerson();
  const { rows } = await query(
    "insert into beta_signups (firstname, name, email) values ('Léa', 'Petit', $1) returning id",
    ["lea@exemple.fr"],
  );
  const { rows: people } = await query(
    "update beta_signups set confirmed_at = now() where email = $1 returning id",
    [email],
  );
  await referrals.placeOf({ audience: "user", id: people[0].id });
  await query(
    "insert into referrals (signup_id, audience, referrer_id, referrer_audience, mailbox_key) values ($1, 'user', $2, 'user', 'lea')",
    [rows[0].id, people[0].id],
  );
  const emailHash = await addresses.hash("lea@exemple.fr");
  const token = { audience: "user", id: rows[0].id, emailHash, issuedAt: new Date() } as const;
  await context.app.request(`/confirmation/${confirmationTokens.sign(token)}`, form({ action: "confirm" }));
  await sendWaiting();
  await expectGolden(name);
});

test("account-link: an administrator's link reads as expected", async () => {
  const { db, config, mail } = context.dependencies;
  const { id, email: to } = context.admin.admin;
  const send = createAccountLinkSender({ db, config, mail });
  expect(await send({ accountId: id, email: to, purpose: "lost_password" })).toBe(true);
  await expectGolden("account-link");
});

test("my-data: the link to a person's own data reads as expected", async () => {
  await storePerson();
  await context.app.request("/mes-donnees", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", origin: "http://tenue.test" },
    body: new URLSearchParams({ email }),
  });
  await expectGolden("my-data");
});

const newAddress = "camille@exemple.fr";

test("new-address: the link that confirms a new address reads as expected", async () => {
  await storePerson();
  const { addresses } = context.dependencies;
  const path = new URL(await makeMyDataLink(context.dependencies, await addresses.hash(email))).pathname;
  await context.app.request(path, form({ action: "address", email: newAddress }));
  await expectGolden("new-address");
});

test("replaced-address: the last message to the old address reads as expected", async () => {
  await storePerson();
  const { addresses } = context.dependencies;
  const change = { emailHash: await addresses.hash(email), email: newAddress };
  const path = new URL(makeNewAddressLink(context.dependencies, change)).pathname;
  expect((await context.app.request(path, form({ action: "confirm" }))).status).toBe(200);
  await expectGolden("replaced-address");
});

const news = `<h1>La bêta ouvre ses portes</h1>
<p>Bonjour {{firstName}},</p>
<p>C’est le moment : <strong>votre garde-robe entre en scène</strong>. Voici ce qui vous attend dans <a href="https://tenue.example/nouveau">cette première version</a>.</p>
<h2>Trois choses à essayer</h2>
<ul><li><p>Photographiez la tenue du jour.</p></li><li><p>Cherchez une matière, une coupe, une époque.</p></li><li><p>Suivez <em>trois marques</em> que vous aimez.</p></li></ul>
<blockquote><p>« S’habiller, c’est déjà raconter. »</p></blockquote>
<p></p><p>{{<strong>firstName</strong>}}, votre lien : <a href="www.tenue.example/?de={{email}}">www.tenue.example</a><br></p>
<p class="ql-align-center"><a href="https://tenue.example/bienvenue">Entrer dans la bêta</a></p>
<p><img alt="Un manteau" src="data:image/gif;base64,R0lGODlh6AMQAAAAADs="></p>
<p>À très vite,<br>L’équipe Tenue</p>`;

test.each([
  ["news", { kind: "news" }],
  ["service", toEverybody],
])("%s: a campaign sends the expected message", async (name, kind) => {
  await storePerson();
  await context.agree();
  const campaign = { subject: "La bêta ouvre, {{firstName}}", content: news, statusFilter: "all", ...kind };
  expect((await context.request("POST", "/campaigns", campaign)).status).toBe(202);
  context.startWorker();
  await expectGolden(name);
});

test("single: a message to one person is plain text", async () => {
  await context.request("POST", "/email/single", {
    recipientEmail: email,
    recipientName: "Camille Durand",
    subject: "Votre question",
    content:
      "Bonjour Camille,\n\nOui, la bêta est gratuite : rien à payer,\nni maintenant ni plus tard.\n\nInès",
  });
  await expectGolden("single");
});
