import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { agePageForm, type Person, useTestQuestionnaire } from "./site-support.ts";

const person = { firstname: "Zoé", name: "N’Guessan-Lefèvre", email: "zoe@courrier.example" };

test.use({ javaScriptEnabled: false });

test.beforeEach(({ site }) => useTestQuestionnaire(site));

const send = (page: Page) => page.getByRole("button", { name: "Envoyer ma demande" });
const problems = (page: Page) => page.getByRole("alert");

/** Finds a field by its accessible name, because its label also contains the hidden word for the other audience. */
const box = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

async function open(page: Page, path = "/inscription"): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "Join the beta" })).toBeVisible();
}

async function fill(page: Page, { firstname, name, email }: Person): Promise<void> {
  await box(page, "Prénom").fill(firstname);
  await box(page, "Nom").fill(name);
  await box(page, "Adresse e-mail").fill(email);
  await fillQuestions(page);
}

async function fillQuestions(page: Page): Promise<void> {
  await page.getByLabel("Votre ville").fill("Saint-Étienne");
  await page.getByLabel("Votre style en une phrase").fill("Sobre,\navec un détail.");
  await page.getByLabel("Votre saison").selectOption("Hiver");
  await page.getByLabel("Parfois").check();
  await page.getByLabel("Lin", { exact: true }).check();
  await page.getByLabel("Soie").check();
}

async function expectThanks(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Merci pour votre inscription!" })).toBeVisible();
  expect(new URL(page.url()).search).toMatch(/^\?fait=merci&jeton=/);
}

test("a person signs up with all six field types, after wrong input", { tag: "@mobile" }, async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/400 \(Bad Request\)/);
  await open(page);
  await box(page, "Adresse e-mail").fill("pas une adresse");
  await page.getByLabel("Un second e-mail").fill("non plus");
  await agePageForm(page);
  await send(page).click();

  await expect(page).toHaveTitle(/^Erreur\u00a0: /);
  await expect(problems(page)).toBeFocused();
  await expect(problems(page).getByRole("link")).toHaveCount(9);
  const firstname = box(page, "Prénom");
  await expect(firstname).toHaveAccessibleDescription("Le prénom est requis");
  await expect(page.getByText("Ce champ est requis", { exact: true })).toHaveCount(4);
  await expect(box(page, "Adresse e-mail")).toHaveValue("pas une adresse");
  await problems(page).getByRole("link", { name: "Le prénom est requis" }).click();
  await expect(firstname).toBeFocused();

  await fill(page, person);
  await page.getByLabel("Un second e-mail").fill("zoe@ailleurs.example");
  await send(page).click();
  await expectThanks(page);
  await page.reload();
  await expectThanks(page);

  const rows = await site.sql("select firstname, name, email, status, responses from beta_signups");
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ ...person, status: "pending" });
  expect(Object.values(rows[0]?.["responses"]).flat()).toEqual(
    expect.arrayContaining([
      ...["Saint-Étienne", "Sobre,\navec un détail.", "Hiver", "Parfois", "Lin", "Soie"],
      "zoe@ailleurs.example",
    ]),
  );
});

test("without a script, a question appears when its condition is met, and a hidden answer is not stored", {
  tag: "@mobile",
}, async ({ page, site }) => {
  await site.sql(`
    update questionnaire_items set show_if = jsonb_build_object('match', 'any', 'rules', (
      select jsonb_agg(jsonb_build_object('questionId', needed.id, 'op', 'is', 'value', option))
      from (values ('Votre saison', 'Hiver'), ('Vos matières', 'Laine')) as rule (question, option)
      join questionnaire_items as needed using (question)))
    where question = 'Votre pointure'`);
  await open(page);
  const size = page.getByLabel("Votre pointure");
  await expect(size).toBeHidden();
  await page.getByLabel("Laine").check();
  await size.fill("38");
  await page.getByLabel("Laine").uncheck();
  await expect(size).toBeHidden();
  await fill(page, person);
  await expect(size).toHaveValue("38");
  await page.getByLabel("Votre saison").selectOption("Printemps");
  await expect(size).toBeHidden();
  await agePageForm(page);
  await send(page).click();
  await expectThanks(page);
  const [row] = await site.sql("select responses from beta_signups");
  expect(Object.values(row?.["responses"])).not.toContain("38");
});

test("without a script, switching to a brand and back loses no input, even when the server refuses the form in between", {
  tag: "@mobile",
}, async ({ page, site, allowConsole }) => {
  allowConsole(/400 \(Bad Request\)/);
  await open(page);
  await expect(page.getByLabel("Site web")).toBeHidden();
  await page.getByLabel("Votre pointure").fill("38");
  await fillQuestions(page);
  await page.getByRole("radio", { name: "Pour ma marque" }).check();
  await expect(page.getByLabel("Votre pointure")).toBeHidden();
  await page.getByLabel("Site web").fill("javascript:alert(1)");
  await page.getByLabel("Vos boutiques").fill("Deux, à Lyon");
  await agePageForm(page);
  await send(page).click();

  await expect(page.getByText("URL invalide").last()).toBeVisible();
  await expect(page.getByLabel("Votre ville")).toHaveValue("Saint-Étienne");
  await page.getByRole("radio", { name: "Pour moi" }).check();
  await expect(page.getByLabel("Votre pointure")).toHaveValue("38");
  await page.getByRole("radio", { name: "Pour ma marque" }).check();
  await page.getByLabel("Prénom du contact").fill("Zoé");
  await page.getByLabel("Nom de la marque").fill("Maison Zoé");
  await page.getByLabel("Adresse e-mail de la marque").fill("bonjour@maison-zoe.example");
  await page.getByLabel("Site web").fill("maison-zoe.example");
  await send(page).click();
  await expectThanks(page);

  const [row] = await site.sql("select website, responses from brand_signups");
  expect(row).toMatchObject({ website: "https://maison-zoe.example" });
  expect(Object.values(row?.["responses"])).toContain("Deux, à Lyon");
  expect(Object.values(row?.["responses"])).not.toContain("38");
  expect(await site.sql("select id from beta_signups")).toEqual([]);

  await open(page, "/inscription?type=marque");
  await expect(page.getByLabel("Site web")).toBeVisible();
});

test("without a script, a double click makes one sign-up", async ({ page, site }) => {
  await open(page);
  await fill(page, person);
  await agePageForm(page);
  await send(page).dblclick();
  await expectThanks(page);
  expect(await site.sql("select id from beta_signups")).toHaveLength(1);
});

test("without a script, the keyboard alone is enough to sign up", async ({ page }) => {
  await open(page);
  const type = async (label: string, text: string) => {
    await expect(box(page, label)).toBeFocused();
    await page.keyboard.insertText(text);
    await page.keyboard.press("Tab");
  };
  await page.getByRole("radio", { name: "Pour moi" }).focus();
  await page.keyboard.press("Tab");
  await type("Prénom", person.firstname);
  await type("Nom", person.name);
  await type("Adresse e-mail", person.email);
  await type("Votre ville", "Lyon");
  await page.keyboard.press("Tab"); // the questionnaire's e-mail question
  await type("Votre style en une phrase", "Sobre");
  await page.keyboard.type("Hiver");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await agePageForm(page);
  await page.getByLabel("Votre pointure").press("Enter");
  await expectThanks(page);
});
