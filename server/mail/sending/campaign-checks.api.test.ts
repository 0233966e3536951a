import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { CampaignChecks, CampaignDetail } from "#contract/campaigns.schema.ts";
import { createMailApp, type MailApp, toEverybody } from "#server/mail/mail.test-helpers.ts";

let context: MailApp;
const asked: string[] = [];

beforeAll(async () => {
  context = await createMailApp({
    links: {
      async check(address) {
        asked.push(address);
        return address.includes("perdu")
          ? { verdict: "warn", reason: "ce site n’existe pas" }
          : { verdict: "ok", reason: "" };
      },
    },
  });
});

beforeEach(async () => {
  asked.length = 0;
  await context.clear();
  await context.saveSettings();
  await context.database.pool.query(
    `insert into beta_signups (firstname, name, email, status) values
       ('', 'Martin', 'sans@exemple.fr', 'approved'), ('Léa', 'Petit', 'lea@exemple.fr', 'approved'),
       (' ', 'Autre', 'attente@exemple.fr', 'pending')`,
  );
});

afterAll(() => context.close());

async function checksOf(draft: object) {
  const made = await context.request("POST", "/campaigns", { draft: true, ...toEverybody, ...draft });
  const { id } = (await made.json()) as CampaignDetail;
  const answer = await context.request("GET", `/campaigns/${id}/checks`);
  const { items } = (await answer.json()) as CampaignChecks;
  return Object.fromEntries(items.map(({ key, ...finding }) => [key, finding]));
}

test("a correct message needs no confirmation", async () => {
  const { domain, ...rows } = await checksOf({
    subject: "La bêta ouvre",
    content: '<p>Bonjour {{name}}, <a href="https://exemple.fr/?a=1&amp;b=2">ici</a></p>',
  });
  expect(new Set(Object.values(rows).map(({ verdict }) => verdict))).toEqual(new Set(["ok"]));
  expect(domain).toMatchObject({ verdict: "unknown", text: expect.stringContaining("n’a pas été vérifié") });
  expect(asked).toEqual(["https://exemple.fr/?a=1&b=2"]);
});

test("the checks show row by row what is missing or wrong", async () => {
  const rows = await checksOf({
    subject: "",
    content: `<p>{{prenom}}<a href="https://perdu.fr">x</a><img src="https://exemple.fr/a.png"></p>`,
    statusFilter: "rejected",
  });
  expect(rows).toMatchObject({
    subject: { verdict: "error" },
    recipients: { verdict: "error" },
    pictures: { verdict: "warn" },
    variables: { verdict: "error", details: ["{{prenom}}"] },
    links: { verdict: "warn", details: ["https://perdu.fr : ce site n’existe pas"] },
  });
  expect(await checksOf({})).toMatchObject({ content: { verdict: "error" } });
});

test("the checks judge variables and links in their filled-in form", async () => {
  const joined = await checksOf({
    subject: "x",
    content: '<p>{{<strong>firstName</strong>}} <a href="www.exemple.fr">ici</a></p>',
  });
  expect(joined).toMatchObject({ variables: { verdict: "ok" }, links: { verdict: "ok" } });
  expect(asked).toEqual(["https://www.exemple.fr"]);
  const broken = { content: '<p>{{</p><p>firstName}} <a href="bonjour">Voir</a></p>', subject: "{{x" };
  expect(await checksOf(broken)).toMatchObject({
    variables: { verdict: "error", details: ["{{x", "{{  firstName"] },
    links: { verdict: "warn", details: ["« Voir » : ce lien n’a pas d’adresse"] },
  });
});

test("recipients with an empty variable are counted, and the first ones are named", async () => {
  const text = { subject: "Bonjour {{ firstName }}", content: "<p>x</p>" };
  expect((await checksOf(text)).empty_variables).toMatchObject({
    verdict: "warn",
    details: ["{{firstName}} est vide pour 1 personne : Martin"],
  });
  expect((await checksOf({ ...text, statusFilter: "all" })).empty_variables).toMatchObject({
    details: ["{{firstName}} est vide pour 2 personnes : Autre, Martin"],
  });
  // No recipients: no sign-up has agreed to news.
  expect((await checksOf({ ...text, kind: "news" })).empty_variables).toMatchObject({ verdict: "ok" });
});

test("the checks warn of a message that Gmail would cut", async () => {
  const content = `<p>${"Un long texte. ".repeat(8_000)}</p>`;
  expect((await checksOf({ subject: "x", content })).size).toMatchObject({
    verdict: "warn",
    text: expect.stringContaining("Gmail le coupe à 102 Ko"),
  });
});
