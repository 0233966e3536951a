import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const address = "/admin/dashboard/questionnaire";

type Row = {
  question: string;
  field_type: string;
  options: string[] | null;
  required: boolean;
  active: boolean;
  order_position: number;
  target_type: string;
};

type Site = { sql: <R extends Record<string, unknown>>(text: string, values?: unknown[]) => Promise<R[]> };

const stored = (site: Site) =>
  site.sql<Row>(
    `select question, field_type, options, required, active, order_position, target_type
     from questionnaire_items order by order_position`,
  );

/** Starts a test from these questions alone: "Alpha" is a text for users, "Alpha:brand" one for brands. */
async function arrange(site: Site, ...questions: string[]): Promise<void> {
  await site.sql("delete from beta_signups");
  await site.sql("delete from questionnaire_items");
  for (const [index, entry] of questions.entries()) {
    const [question, target = "user"] = entry.split(":");
    await site.sql(
      "insert into questionnaire_items (question, order_position, target_type) values ($1, $2, $3)",
      [question, index + 1, target],
    );
  }
}

// Other specs share the worker's server, and a required question would stop their sign-ups.
test.afterEach(({ site }) => arrange(site));

async function open(page: Page, path = address): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1, name: "Éditeur de Questionnaire" })).toBeVisible();
}

const rows = (page: Page) => page.getByRole("list", { name: "Questions" }).getByRole("listitem");
const row = (page: Page, question: string) => rows(page).filter({ hasText: question });
const button = (scope: Page | Locator, name: string) => scope.getByRole("button", { name, exact: true });
const order = async (site: Site) => (await stored(site)).map(({ question }) => question);

async function openForm(page: Page): Promise<Locator> {
  await button(page, "Ajouter").click();
  const form = page.getByRole("form", { name: "Nouvelle question" });
  await expect(form.getByLabel("Question", { exact: false }).first()).toBeFocused();
  return form;
}

async function addOption(form: Locator, option: string): Promise<void> {
  await form.getByRole("textbox", { name: "Nouvelle option" }).fill(option);
  await button(form, "Ajouter l’option").click();
}

test("questions of all six types are added, each behind the last", async ({ adminPage: page, site }) => {
  await arrange(site);
  await open(page);
  await expect(page.getByText("Aucune question pour le moment")).toBeVisible();

  const types = [
    ["Texte court", "text"],
    ["Email", "email"],
    ["Texte long", "textarea"],
    ["Liste déroulante", "select"],
    ["Choix unique", "radio"],
    ["Choix multiples", "checkbox"],
  ] as const;
  for (const [label, type] of types) {
    const form = await openForm(page);
    await form.getByRole("textbox", { name: "Question" }).fill(`Question ${type}`);
    await form.getByRole("combobox", { name: "Type de champ" }).selectOption({ label });
    await form.getByRole("combobox", { name: "Cible" }).selectOption({ label: "Les deux" });
    if (["select", "radio", "checkbox"].includes(type)) {
      await addOption(form, "Chic");
      await addOption(form, " Sport , Vintage");
    }
    await button(form, "Enregistrer").click();
    await expect(form).toBeHidden();
    await expect(row(page, `Question ${type}`)).toContainText(label);
  }

  const questions = await stored(site);
  expect(questions.map(({ field_type }) => field_type)).toEqual(types.map(([, type]) => type));
  expect(questions.map(({ order_position }) => order_position)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(questions.map(({ options }) => options)).toEqual([
    null,
    null,
    null,
    ...Array(3).fill(["Chic", "Sport", "Vintage"]),
  ]);
  expect(
    questions.every(({ required, active, target_type }) => required && active && target_type === "both"),
  ).toBe(true);
});

test("a question that is not complete is refused with what is missing", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  await arrange(site);
  await open(page);
  const form = await openForm(page);
  await form.getByRole("combobox", { name: "Type de champ" }).selectOption({ label: "Choix unique" });
  await button(form, "Enregistrer").click();
  await expect(form.getByText("La question est requise")).toBeVisible();
  await expect(form.getByText("Au moins une option non vide est requise")).toBeVisible();
  await expectAccessible(page);

  await addOption(form, "Chic");
  await expect(form.getByText("Au moins une option non vide est requise")).toBeHidden();
  await addOption(form, "Chic");
  await expect(form.getByText("Cette option existe déjà : « Chic »")).toBeVisible();
  await expect(form.getByRole("textbox", { name: /^Option \d+$/ })).toHaveCount(1);

  await form.getByRole("textbox", { name: "Nouvelle option" }).fill("Sport");
  await form.getByRole("textbox", { name: "Nouvelle option" }).press("Enter");
  await expect(form.getByRole("textbox", { name: "Option 2" })).toHaveValue("Sport");
  await form.getByRole("textbox", { name: "Option 2" }).fill("   ");
  await form.getByRole("textbox", { name: "Question" }).fill("Votre style ?");
  await button(form, "Enregistrer").click();
  await expect(form.getByText("Au moins une option non vide est requise")).toBeVisible();
  await form.getByRole("button", { name: "Retirer l’option 2" }).click();
  await button(form, "Enregistrer").click();
  await expect(row(page, "Votre style ?")).toContainText("Chic");
  await expect(button(page, "Ajouter")).toBeFocused();
  expect(await stored(site)).toMatchObject([{ question: "Votre style ?", options: ["Chic"] }]);
});

test("a pasted list becomes as many options", async ({ adminPage: page, site }) => {
  await arrange(site);
  await open(page);
  const form = await openForm(page);
  await form.getByRole("combobox", { name: "Type de champ" }).selectOption({ label: "Choix multiples" });
  await form.getByRole("textbox", { name: "Nouvelle option" }).evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "Rouge, Vert ,Bleu");
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  for (const [index, option] of ["Rouge", "Vert", "Bleu"].entries()) {
    await expect(form.getByRole("textbox", { name: `Option ${index + 1}` })).toHaveValue(option);
  }
  await button(form, "Annuler").click();
  await expect(form).toBeHidden();
  await expect(button(page, "Ajouter")).toBeFocused();
});

test("changing the type of a question that was answered warns how many answers exist", async ({
  adminPage: page,
  site,
}) => {
  await arrange(site, "Votre marque préférée ?");
  for (const email of ["zoe@exemple.example", "ines@exemple.example"]) {
    await site.sql(
      `insert into beta_signups (firstname, name, email, responses)
       select 'Zoé', 'Lefèvre', $1, jsonb_build_object(id::text, 'Maison Brune') from questionnaire_items`,
      [email],
    );
  }
  await open(page);
  await expect(row(page, "Votre marque préférée ?")).toContainText("2 réponses");
  await button(page, "Modifier : Votre marque préférée ?").click();
  const form = page.getByRole("form", { name: "Modifier la question" });
  await form.getByRole("textbox", { name: "Question" }).fill("Votre marque favorite ?");
  await expect(form.getByText("Cette question a déjà 2 réponses.")).toBeHidden();
  await form.getByRole("combobox", { name: "Type de champ" }).selectOption({ label: "Liste déroulante" });
  await expect(form.getByText("Cette question a déjà 2 réponses.")).toBeVisible();
  await form.getByRole("textbox", { name: "Nouvelle option" }).fill("Maison Brune, Lin Noir");
  await button(form, "Enregistrer").click();
  await expect(row(page, "Votre marque favorite ?")).toContainText("Maison Brune · Lin Noir");
  await expect(row(page, "Votre marque favorite ?")).toContainText("2 réponses");
  await expect(button(page, "Modifier : Votre marque favorite ?")).toBeFocused();
});

test("a question is switched off, dimmed, and on again", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  await arrange(site, "Alpha", "Bravo");
  await open(page);
  const toggle = page.getByRole("switch", { name: "Active : Alpha" });
  await expect(toggle).toBeChecked();
  await toggle.press("Space");
  await expect(row(page, "Alpha")).toHaveAttribute("data-inactive", "true");
  await expect(row(page, "Alpha")).toContainText("Inactive");
  await expect.poll(async () => (await stored(site))[0]?.active).toBe(false);
  await expectAccessible(page);
  await toggle.press("Space");
  await expect(row(page, "Alpha")).toHaveAttribute("data-inactive", "false");
  await expect.poll(async () => (await stored(site))[0]?.active).toBe(true);
});

test("questions move up and down by keyboard, and the focus goes along", async ({
  adminPage: page,
  site,
}) => {
  await arrange(site, "Alpha", "Bravo", "Charlie");
  await open(page);
  await expect(button(page, "Monter : Alpha")).toBeDisabled();
  await expect(button(page, "Descendre : Charlie")).toBeDisabled();

  await button(page, "Descendre : Alpha").focus();
  await page.keyboard.press("Enter");
  await expect(rows(page).nth(1)).toContainText("Alpha");
  await expect(button(page, "Descendre : Alpha")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(rows(page).nth(2)).toContainText("Alpha");
  await expect(button(page, "Monter : Alpha")).toBeFocused();
  await expect(page.getByText("Question déplacée : position 3 sur 3")).toBeAttached();
  expect(await order(site)).toEqual(["Bravo", "Charlie", "Alpha"]);
  expect((await stored(site)).map(({ order_position }) => order_position)).toEqual([1, 2, 3]);
});

test("a move that came too late says so and shows the order as it is", async ({
  adminPage: page,
  site,
  allowConsole,
}) => {
  allowConsole(/409/);
  await arrange(site, "Alpha", "Bravo");
  await open(page);
  await expect(rows(page)).toHaveCount(2);
  await site.sql("update questionnaire_items set order_position = 3 - order_position");
  await button(page, "Monter : Bravo").click();
  await expect(page.getByRole("alert")).toContainText("Erreur lors de la réorganisation :");
  await expect(rows(page).first()).toContainText("Bravo");
});

test("the audience filter lives in the address and counts what it shows", async ({
  adminPage: page,
  site,
}) => {
  await arrange(site, "Pour vous:user", "Pour les marques:brand", "Pour tous:both", "Encore vous:user");
  await open(page);
  await expect(rows(page)).toHaveCount(4);
  await expect(page.getByText("au total")).toBeHidden();
  await button(page, "Utilisateurs").click();
  await expect(page.getByText("Affichage de 2 question(s) sur 4 au total")).toBeVisible();
  await expect(page).toHaveURL(/audience=user/);
  await button(page, "Monter : Encore vous").click();
  await expect(rows(page).first()).toContainText("Encore vous");
  expect(await order(site)).toEqual(["Encore vous", "Pour les marques", "Pour tous", "Pour vous"]);

  await button(page, "Les deux").click();
  await expect(page.getByText("Affichage de 1 question(s) sur 4 au total")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("Affichage de 2 question(s) sur 4 au total")).toBeVisible();
  await open(page, `${address}?audience=brand`);
  await expect(rows(page)).toHaveText([/Pour les marques/]);
  await button(page, "Tous").click();
  await expect(rows(page)).toHaveCount(4);
});

test("deleting a question warns that its answers are lost, and they are", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  await arrange(site, "Alpha", "Bravo");
  await site.sql(
    `insert into beta_signups (firstname, name, email, responses)
     select 'Zoé', 'Lefèvre', 'zoe@exemple.example', jsonb_object_agg(id::text, 'oui') from questionnaire_items`,
  );
  await open(page);
  await button(page, "Supprimer : Alpha").click();
  const dialog = page.getByRole("dialog", { name: "Supprimer cette question ?" });
  await expect(dialog).toContainText("Toutes les réponses liées seront perdues : 1 réponse.");
  await expectAccessible(page);
  await button(dialog, "Annuler").click();
  await expect(dialog).toBeHidden();
  await expect(button(page, "Supprimer : Alpha")).toBeFocused();

  await button(page, "Supprimer : Alpha").click();
  await button(dialog, "Supprimer").click();
  await expect(rows(page)).toHaveCount(1);
  await expect(dialog).toBeHidden();
  await expect(button(page, "Ajouter")).toBeFocused();
  expect(await order(site)).toEqual(["Bravo"]);
  const [signup] = await site.sql<{ answers: string }>(
    "select (select count(*) from jsonb_object_keys(responses)) as answers from beta_signups",
  );
  expect(Number(signup?.answers)).toBe(1);
});

test("what the server refuses is shown", async ({ adminPage: page, site, allowConsole }) => {
  allowConsole(/404/);
  await arrange(site, "Alpha", "Bravo");
  await open(page);
  await expect(rows(page)).toHaveCount(2);
  await site.sql("delete from questionnaire_items where question = 'Alpha'");
  await page.getByRole("switch", { name: "Active : Alpha" }).press("Space");
  await expect(page.getByRole("alert")).toContainText(
    "Erreur lors de la modification du statut : Cette question n’existe plus.",
  );
  await expect(rows(page)).toHaveCount(1);
});

test("the preview shows the form as a visitor sees it", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  await arrange(site, "Question des personnes:user", "Question des marques:brand", "Question cachée:both");
  await site.sql("update questionnaire_items set active = false where question = 'Question cachée'");
  await site.sql(
    `insert into questionnaire_items (question, field_type, options, order_position, target_type, required)
     values ('Vos styles', 'checkbox', '["Chic", "Sport"]', 4, 'both', false)`,
  );
  await open(page);
  await expectAccessible(page);
  await button(page, "Aperçu").click();
  const dialog = page.getByRole("dialog", { name: "Aperçu du formulaire" });
  await expect(dialog.getByLabel("Question des personnes")).toBeVisible();
  await expect(
    dialog
      .getByRole("group", { name: "Vos styles (facultatif, plusieurs réponses possibles)" })
      .getByLabel("Sport"),
  ).toBeVisible();
  await expect(dialog.getByLabel("Question cachée")).toBeHidden();
  await expectAccessible(page);
  await dialog.getByRole("radio", { name: "Pour ma marque" }).check();
  await expect(dialog.getByLabel("Question des marques")).toBeVisible();
  await expect(dialog.getByLabel("Question des personnes")).toBeHidden();
  await expect(dialog.getByLabel("Site web")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});
