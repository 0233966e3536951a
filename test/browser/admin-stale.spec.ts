import type { Locator, Page } from "@playwright/test";
import type { ServerProcess } from "#test/support/server-process.ts";
import { createAccount, enter, expectNoSidewaysScrolling } from "./admin-accounts.ts";
import { button, saveSettings } from "./admin-email-support.ts";
import { calm, expectAccessibleInBothThemes } from "./admin-support.ts";
import { expect, superAdmin, test } from "./fixtures.ts";

test.use(calm);

const templateName = "Inscription refusée";

type Thing = {
  address: string;
  arrange: (page: Page, site: ServerProcess) => Promise<unknown>;
  open: (page: Page) => Promise<unknown>;
  form: (page: Page) => Locator;
  /** Two fields: both tabs change the first, one tab alone the second. */
  fields: [string, string];
  /** What the second field holds, and what the other tab makes of it. */
  second: [before: string, after: string];
  /** Reads both as they are stored. */
  stored: string;
  thing: string;
};

const settings: Thing = {
  address: "/admin/dashboard/emails",
  arrange: async (page: Page, site: ServerProcess) => saveSettings(page, site),
  open: async () => undefined,
  form: (page: Page) => page.getByRole("form", { name: "Paramètres d’envoi" }),
  fields: ["Nom de l’expéditeur", "E-mail de l’expéditeur"],
  second: ["bonjour@tenue.example", "autre@tenue.example"],
  stored: "select sender_name as first, sender_email as second from email_settings",
  thing: "Paramètres d’envoi",
};

/** What may be open in two tabs, with two of its text fields. */
const things: Record<"settings" | "template" | "question", Thing> = {
  settings,
  template: {
    ...settings,
    address: "/admin/dashboard/emails?tab=templates",
    arrange: (_page, site) =>
      site.sql("update email_templates set subject = 'Objet', content = '<p>Bonjour</p>' where name = $1", [
        templateName,
      ]),
    open: async (page: Page) => {
      await page.getByRole("list", { name: "Modèles" }).getByRole("button", { name: templateName }).click();
      await page.getByRole("switch", { name: "HTML" }).check();
    },
    form: (page: Page) => page.getByRole("form", { name: templateName }),
    fields: ["Objet", "Contenu (HTML)"],
    second: ["<p>Bonjour</p>", "<p>Bonjour</p><p>Une ligne de plus.</p>"],
    stored: `select subject as first, content as second from email_templates where name = '${templateName}'`,
    thing: `Modèle « ${templateName} »`,
  },
  question: {
    ...settings,
    address: "/admin/dashboard/questionnaire",
    arrange: async (_page, site) => arrangeQuestion(site),
    open: async (page: Page) => page.getByRole("button", { name: "Modifier", exact: false }).first().click(),
    form: (page: Page) => page.getByRole("form", { name: "Modifier la question" }),
    fields: ["Question", "Cible"],
    second: ["user", "both"],
    stored: "select question as first, target_type as second from questionnaire_items",
    thing: "Question « Votre style ? »",
  },
};

async function arrangeQuestion(site: ServerProcess): Promise<void> {
  await site.sql("delete from questionnaire_items");
  await site.sql("insert into questionnaire_items (question, order_position) values ('Votre style ?', 1)");
}

test.afterEach(async ({ adminPage: page, site }) => {
  // Other specs share the worker's server.
  await saveSettings(page, site);
  await site.sql("delete from questionnaire_items");
});

const label = (name: string) => new RegExp(`^${name.replace(/[()]/g, "\\$&")}`);
const first = (page: Page, { form, fields }: Thing) =>
  form(page).getByRole("textbox", { name: label(fields[0]) });
const second = (page: Page, { form, fields }: Thing) => form(page).getByLabel(label(fields[1]));
const dialog = (page: Page) => page.getByRole("dialog", { name: "Modifié entre-temps" });
const section = (page: Page, name: string) => dialog(page).getByRole("region", { name, exact: true });

const kept = "Gardé dans les deux cas";

async function change(field: Locator, text: string): Promise<void> {
  if (await field.evaluate(({ tagName }) => tagName === "SELECT")) await field.selectOption(text);
  else await field.fill(text);
}

async function open(page: Page, thing: Thing): Promise<void> {
  await page.goto(thing.address);
  await thing.open(page);
  await expect(thing.form(page)).toBeVisible();
}

const save = (page: Page, { form }: Thing) => button(form(page), "Enregistrer").click();

/** Two tabs on one thing: the other one saves first, then this one tries to. */
async function saveInTwoTabs(page: Page, site: ServerProcess, thing: Thing): Promise<Page> {
  await thing.arrange(page, site);
  await open(page, thing);
  const other = await page.context().newPage();
  await open(other, thing);
  await change(first(other, thing), "Leur version");
  await save(other, thing);
  await expect.poll(async () => (await stored(site, thing)).first).toBe("Leur version");
  await change(first(page, thing), "Ma version");
  await save(page, thing);
  await expect(dialog(page)).toBeVisible();
  return other;
}

async function stored(site: ServerProcess, thing: Thing): Promise<Record<string, string>> {
  return (await site.sql<Record<string, string>>(thing.stored))[0] ?? {};
}

const done = (page: Page) => page.getByText(/avec succès|La question est enregistrée/).last();

test.beforeEach(({ allowConsole }) => allowConsole(/status of 409/));

for (const [name, thing] of Object.entries(things)) {
  test.describe(`two tabs on one ${name}`, () => {
    test("the second is told, sees both versions, and keeps its own", async ({
      adminPage: page,
      site,
      expectAccessible,
    }) => {
      await saveInTwoTabs(page, site, thing);
      await expect(dialog(page)).toContainText("Vous avez enregistré une autre version entre-temps");
      await expect(dialog(page)).toContainText(thing.thing);
      await expect(section(page, thing.fields[0])).toContainText(/Votre version\s*Ma version/);
      await expect(section(page, thing.fields[0])).toContainText(/Version enregistrée\s*Leur version/);
      await expect(dialog(page).getByRole("region")).toHaveCount(1); // nothing but what differs
      await expectAccessibleInBothThemes(page, expectAccessible);
      expect(await stored(site, thing)).toMatchObject({ first: "Leur version" });

      await button(dialog(page), "Enregistrer ma version").click();
      await expect(done(page)).toBeVisible();
      await expect(dialog(page)).toBeHidden();
      expect(await stored(site, thing)).toMatchObject({ first: "Ma version" });
    });

    test("the second takes the version that is stored, and may go on from there", async ({
      adminPage: page,
      site,
    }) => {
      await saveInTwoTabs(page, site, thing);
      await button(dialog(page), "Prendre la version enregistrée").click();
      await expect(dialog(page)).toBeHidden();
      await expect(first(page, thing)).toHaveValue("Leur version");
      await expect(thing.form(page).getByRole("alert")).toHaveCount(0);
      await change(first(page, thing), "La suite");
      await save(page, thing);
      await expect(done(page)).toBeVisible();
      expect(await stored(site, thing)).toMatchObject({ first: "La suite" });
    });

    test("the second goes on editing, and is asked again at its next save", async ({
      adminPage: page,
      site,
    }) => {
      await saveInTwoTabs(page, site, thing);
      await button(dialog(page), "Continuer à modifier").click();
      await expect(dialog(page)).toBeHidden();
      await expect(first(page, thing)).toHaveValue("Ma version");
      await change(first(page, thing), "Ma version, relue");
      await save(page, thing);
      await expect(section(page, thing.fields[0])).toContainText("Ma version, relue");
      await page.keyboard.press("Escape");
      await expect(dialog(page)).toBeHidden();
      await expect(first(page, thing)).toHaveValue("Ma version, relue");
      expect(await stored(site, thing)).toMatchObject({ first: "Leur version" });
    });

    test("what only the others changed stays, whichever version is kept", async ({
      adminPage: page,
      site,
    }) => {
      await thing.arrange(page, site);
      await open(page, thing);
      const other = await page.context().newPage();
      await open(other, thing);
      await change(second(other, thing), thing.second[1]);
      await save(other, thing);
      await expect(done(other)).toBeVisible();
      await change(first(page, thing), "Ma version");
      await save(page, thing);
      await expect(section(page, kept)).toContainText(thing.fields[1]);
      await button(dialog(page), "Enregistrer ma version").click();
      await expect(done(page)).toBeVisible();
      expect(await stored(site, thing)).toEqual({ first: "Ma version", second: thing.second[1] });
    });
  });
}

test("the dialog says who saved, keeps the focus, and fits a small telephone", async ({
  adminPage: page,
  site,
  browser,
}) => {
  const colleague = await createAccount(site, { isSuperAdmin: true });
  const thing = things.template;
  await thing.arrange(page, site);
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, thing);
  const elsewhere = await browser.newContext({ baseURL: site.url });
  const other = await elsewhere.newPage();
  await enter(other, site, colleague);
  await open(other, thing);
  await change(second(other, thing), `${thing.second[0]}<p>${"motsansfin".repeat(20)}</p>`);
  await save(other, thing);
  await expect(done(other)).toBeVisible();
  await elsewhere.close();

  await change(second(page, thing), `${thing.second[0]}<p>À bientôt !</p>`);
  await save(page, thing);
  await expect(dialog(page)).toContainText(`${colleague.email} a enregistré une autre version entre-temps.`);
  await expect(dialog(page).locator("mark")).toHaveCount(2);
  await expectNoSidewaysScrolling(page);
  const focusIsInside = () => dialog(page).evaluate((element) => element.contains(document.activeElement));
  expect(await focusIsInside()).toBe(true);
  for (let step = 0; step < 6; step += 1) {
    await page.keyboard.press("Tab");
    expect(await focusIsInside()).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(second(page, thing)).toBeFocused();
});

test("a version that is saved while the decision is open asks for another one", async ({
  adminPage: page,
  site,
}) => {
  const thing = things.template;
  const other = await saveInTwoTabs(page, site, thing);
  for (const text of ["<p>Une fois</p>", "<p>Deux fois</p>"]) {
    await open(other, thing); // afresh: the notification of the save before lies on the button
    await change(second(other, thing), text);
    await save(other, thing);
    await expect.poll(async () => (await stored(site, thing)).second).toBe(text);
    await button(dialog(page), "Enregistrer ma version").click();
    await expect(section(page, kept)).toContainText(text);
  }
  await button(dialog(page), "Enregistrer ma version").click();
  await expect(done(page)).toBeVisible();
  expect(await stored(site, thing)).toEqual({ first: "Ma version", second: "<p>Deux fois</p>" });
});

test("a question that is switched off elsewhere is no conflict: it stays off", async ({
  adminPage: page,
  site,
}) => {
  const thing = things.question;
  await thing.arrange(page, site);
  await open(page, thing);
  await change(first(page, thing), "Ma version");
  const other = await page.context().newPage();
  await other.goto(thing.address);
  await other.getByRole("switch", { name: "Active : Votre style ?" }).click();
  await expect
    .poll(async () => (await site.sql("select active from questionnaire_items"))[0])
    .toEqual({ active: false });
  await save(page, thing);
  await expect(done(page)).toBeVisible();
  expect(await site.sql("select question, active from questionnaire_items")).toEqual([
    { question: "Ma version", active: false },
  ]);
});

test("a question that is switched off above its open form shows so, and what was typed stays", async ({
  adminPage: page,
  site,
}) => {
  const thing = things.question;
  await thing.arrange(page, site);
  await open(page, thing);
  await change(first(page, thing), "Ma version");
  await page.getByRole("switch", { name: "Active : Votre style ?" }).click();
  await expect(thing.form(page).getByRole("checkbox", { name: "Question active" })).not.toBeChecked();
  await expect(first(page, thing)).toHaveValue("Ma version");
});

test("an administrator who may not change the transport keeps a version without touching it", async ({
  adminPage: page,
  site,
  browser,
}) => {
  const plain = await createAccount(site);
  const thing = things.settings;
  await thing.arrange(page, site);
  const elsewhere = await browser.newContext({ baseURL: site.url, reducedMotion: "reduce" });
  const other = await elsewhere.newPage();
  await enter(other, site, plain);
  await open(other, thing);
  await saveSettings(page, site, { smtpHost: "smtp.ailleurs.example" });
  await change(first(other, thing), "Ma version");
  await save(other, thing);
  await expect(dialog(other)).toContainText(`${superAdmin.email} a enregistré`);
  await expect(section(other, kept)).toContainText(/Serveur SMTP\s*smtp.ailleurs.example/);
  await button(dialog(other), "Enregistrer ma version").click();
  await expect(done(other)).toBeVisible();
  expect(await site.sql("select sender_name, smtp_host from email_settings")).toEqual([
    { sender_name: "Ma version", smtp_host: "smtp.ailleurs.example" },
  ]);
  await elsewhere.close();
});
