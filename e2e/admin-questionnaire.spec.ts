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
  await site.sql("delete from deleted_questions");
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
    ["E-mail", "email"],
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
  const effect =
    "Type « Liste déroulante » : 2 réponses restent telles quelles, les statistiques comptent à part ce qui ne figure pas parmi les options.";
  await expect(form.getByText(effect)).toBeHidden();
  await form.getByRole("combobox", { name: "Type de champ" }).selectOption({ label: "Liste déroulante" });
  await expect(form.getByText(effect)).toBeVisible();
  await form.getByRole("textbox", { name: "Nouvelle option" }).fill("Maison Brune, Lin Noir");
  await button(form, "Enregistrer").click();
  await expect(row(page, "Votre marque favorite ?")).toContainText("Maison Brune · Lin Noir");
  await expect(row(page, "Votre marque favorite ?")).toContainText("2 réponses");
  await expect(button(page, "Modifier : Votre marque favorite ?")).toBeFocused();
});

/** One choice question, 'Votre matière ?', that sign-ups answered like this. */
async function arrangeMaterials(site: Site, answers: string[]): Promise<void> {
  await arrange(site);
  await site.sql(
    `insert into questionnaire_items (question, field_type, options, order_position, target_type)
     values ('Votre matière ?', 'radio', '["Lin", "Laine", "Soie"]', 1, 'user')`,
  );
  for (const [index, answer] of answers.entries()) {
    await site.sql(
      `insert into beta_signups (firstname, name, email, responses)
       select 'Zoé', 'Lefèvre', $1, jsonb_build_object(id::text, $2::text) from questionnaire_items`,
      [`zoe${index}@exemple.example`, answer],
    );
  }
}

test("the form says in figures what its changes do to given answers, before they are saved", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  await arrangeMaterials(site, ["Lin", "Lin", "Laine"]);
  await open(page);
  await button(page, "Modifier : Votre matière ?").click();
  const form = page.getByRole("form", { name: "Modifier la question" });
  const box = form.getByRole("group", { name: "Réponses déjà données" });
  const linen =
    "2 personnes ont choisi « Lin » : leurs réponses restent, les statistiques les comptent à part.";
  const wool = "1 personne a choisi « Laine » : sa réponse reste, les statistiques la comptent à part.";

  await form.getByRole("button", { name: "Retirer l’option 3" }).click();
  await form.getByRole("textbox", { name: "Option 1" }).press("Alt+ArrowDown");
  await expect(form.getByRole("textbox", { name: "Option 2" })).toHaveValue("Lin");
  await expect(box).toBeHidden();
  await form.getByRole("textbox", { name: "Option 2" }).fill("Lin lavé");
  await expect(box.getByRole("listitem")).toHaveText([linen]);
  await form.getByRole("button", { name: "Retirer l’option 1" }).click();
  await expect(box.getByRole("listitem")).toHaveText([linen, wool]);
  await form.getByRole("checkbox", { name: "Question active" }).uncheck();
  await form.getByRole("combobox", { name: "Type de champ" }).selectOption({ label: "Choix multiples" });
  await expect(box.getByRole("listitem")).toHaveText([
    "Type « Choix multiples » : 3 réponses restent telles quelles, les statistiques les comptent comme avant.",
    linen,
    wool,
    "3 réponses restent visibles dans les inscriptions ; la question n’est plus posée et quitte les statistiques.",
  ]);
  await expectAccessible(page);

  await button(form, "Enregistrer").click();
  await expect(row(page, "Votre matière ?")).toContainText("Lin lavé");
  await expect(row(page, "Votre matière ?")).toContainText("3 réponses");
  const kept = await site.sql<{ answer: string }>(
    "select value as answer from beta_signups, jsonb_each_text(responses) order by 1",
  );
  expect(kept.map(({ answer }) => answer)).toEqual(["Laine", "Lin", "Lin"]);
});

test("the form says whose answers stay when a question is no longer asked of everybody", async ({
  adminPage: page,
  site,
}) => {
  await arrangeMaterials(site, ["Lin", "Laine"]);
  await site.sql("update questionnaire_items set target_type = 'both'");
  await open(page);
  await button(page, "Modifier : Votre matière ?").click();
  const form = page.getByRole("form", { name: "Modifier la question" });
  const box = form.getByRole("group", { name: "Réponses déjà données" });
  const target = form.getByRole("combobox", { name: "Cible" });
  await target.selectOption({ label: "Utilisateurs" });
  await expect(box).toBeHidden();
  await target.selectOption({ label: "Marques" });
  await expect(box.getByRole("listitem")).toHaveText([
    "2 réponses d’utilisateurs restent visibles dans les inscriptions ; la question ne leur est plus posée, les statistiques ne les comptent que sous « Tous ».",
  ]);
});

test("switching off a question that has answers asks first, with their number", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  await arrangeMaterials(site, ["Lin", "Laine"]);
  await open(page);
  const toggle = page.getByRole("switch", { name: "Active : Votre matière ?" });
  await toggle.press("Space");
  const dialog = page.getByRole("dialog", { name: "Désactiver cette question ?" });
  await expect(dialog).toContainText(
    "2 réponses restent visibles dans les inscriptions ; la question n’est plus posée et quitte les statistiques.",
  );
  await expectAccessible(page);
  await button(dialog, "Annuler").click();
  await expect(dialog).toBeHidden();
  await expect(toggle).toBeFocused();
  await expect(toggle).toBeChecked();

  await toggle.press("Space");
  await button(dialog, "Désactiver").click();
  await expect(dialog).toBeHidden();
  await expect(toggle).toBeFocused();
  await expect.poll(async () => (await stored(site))[0]?.active).toBe(false);
  await expect(toggle).not.toBeChecked();
  await toggle.press("Space");
  await expect.poll(async () => (await stored(site))[0]?.active).toBe(true);
  await expect(dialog).toBeHidden();
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
  await expect(page.getByText("Alpha, position 3 sur 3")).toBeAttached();
  await expect.poll(() => order(site)).toEqual(["Bravo", "Charlie", "Alpha"]);
  expect((await stored(site)).map(({ order_position }) => order_position)).toEqual([1, 2, 3]);
});

/** Takes an entry by its handle to the far edge of another. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.scrollIntoViewIfNeeded();
  const [handle, place] = [await from.locator("[title^=Glisser]").boundingBox(), await to.boundingBox()];
  if (!handle || !place) throw new Error("both are shown");
  const x = handle.x + handle.width / 2;
  await page.mouse.move(x, handle.y + handle.height / 2);
  await page.mouse.down();
  await page.mouse.move(x, place.y > handle.y ? place.y + place.height - 4 : place.y + 4, { steps: 8 });
}

test("questions are dragged over several places, and moved by Alt and arrows from wherever the focus is", async ({
  adminPage: page,
  site,
}) => {
  await arrange(site, "Alpha", "Bravo", "Charlie", "Delta");
  await open(page);
  await drag(page, row(page, "Alpha"), row(page, "Charlie"));
  await page.mouse.up();
  await expect(rows(page)).toContainText(["Bravo", "Charlie", "Alpha", "Delta"]);
  await expect(page.getByText("Alpha, position 3 sur 4")).toBeAttached();
  await expect.poll(() => order(site)).toEqual(["Bravo", "Charlie", "Alpha", "Delta"]);

  await drag(page, row(page, "Delta"), row(page, "Bravo"));
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(rows(page)).toContainText(["Bravo", "Charlie", "Alpha", "Delta"]);

  await button(page, "Modifier : Alpha").focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect(rows(page)).toContainText(["Bravo", "Alpha", "Charlie", "Delta"]);
  await expect(button(page, "Modifier : Alpha")).toBeFocused();
  await expect(page.getByText("Alpha, position 2 sur 4")).toBeAttached();
  await expect.poll(() => order(site)).toEqual(["Bravo", "Alpha", "Charlie", "Delta"]);
});

test("options are moved by keys, by buttons and by dragging", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  await arrange(site);
  await open(page);
  const form = await openForm(page);
  await form.getByRole("textbox", { name: "Question" }).fill("Votre matière ?");
  await form.getByRole("combobox", { name: "Type de champ" }).selectOption({ label: "Choix unique" });
  await addOption(form, "Coton, Laine, Lin, Soie");
  const field = (place: number) => form.getByRole("textbox", { name: `Option ${place}` });
  await field(3).press("Alt+ArrowUp");
  await expect(field(2)).toHaveValue("Lin");
  await expect(field(2)).toBeFocused();
  await expect(form.getByText("Lin, position 2 sur 4")).toBeAttached();
  await button(form, "Monter : Lin").press("Enter");
  await expect(field(1)).toHaveValue("Lin");
  await expect(button(form, "Descendre : Lin")).toBeFocused();
  await expectAccessible(page);

  const entry = (place: number) => form.locator("[data-entry]").nth(place - 1);
  await drag(page, entry(1), entry(3));
  await page.mouse.up();
  await expect(form.getByText("Lin, position 3 sur 4")).toBeAttached();
  await button(form, "Enregistrer").click();
  await expect(row(page, "Votre matière ?")).toContainText("Coton · Laine · Lin · Soie");
});

test("a copy stands behind its question, switched off, and opens in the form", async ({
  adminPage: page,
  site,
}) => {
  await arrange(site, "Alpha", "Bravo");
  await open(page);
  await button(page, "Dupliquer : Alpha").press("Enter");
  const form = page.getByRole("form", { name: "Modifier la question" });
  await expect(form.getByRole("textbox", { name: "Question" })).toHaveValue("Copie de Alpha");
  await expect(form.getByRole("textbox", { name: "Question" })).toBeFocused();
  await form.getByRole("textbox", { name: "Question" }).fill("Alpha bis");
  await button(form, "Enregistrer").click();
  await expect(rows(page)).toContainText(["Alpha", "Alpha bis", "Bravo"]);
  await expect(row(page, "Alpha bis")).toContainText("Inactive");
  await expect(button(page, "Modifier : Alpha bis")).toBeFocused();
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
  await expect.poll(() => order(site)).toEqual(["Encore vous", "Pour les marques", "Pour tous", "Pour vous"]);

  await button(page, "Les deux").click();
  await expect(page.getByText("Affichage de 1 question(s) sur 4 au total")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("Affichage de 2 question(s) sur 4 au total")).toBeVisible();
  await open(page, `${address}?audience=brand`);
  await expect(rows(page)).toHaveText([/Pour les marques/]);
  await button(page, "Tous").click();
  await expect(rows(page)).toHaveCount(4);
});

test("deleting a question warns that its answers are lost; for half a minute they are not", async ({
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
  await expect(dialog).toBeHidden();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText("Question supprimée.");
  await expect(button(page, "Annuler la suppression : Alpha")).toBeFocused();
  await expect(button(page, "Annuler la suppression : Alpha")).toHaveText(/Annuler \(\d+ s\)/);
  await expect(page.getByText("Vous pouvez annuler pendant 30 secondes.")).toBeAttached();
  await expect.poll(() => order(site)).toEqual(["Bravo"]);
  await expectAccessible(page);

  await page.reload();
  await expect(rows(page).first()).toContainText("Question supprimée.");
  await button(page, "Annuler la suppression : Alpha").press("Enter");
  await expect(row(page, "Alpha")).toContainText("1 réponse");
  await expect(rows(page).first()).toContainText("Alpha");
  await expect(button(page, "Modifier : Alpha")).toBeFocused();
  await expect.poll(() => order(site)).toEqual(["Alpha", "Bravo"]);
  const [signup] = await site.sql<{ answers: string }>(
    "select (select count(*) from jsonb_object_keys(responses)) as answers from beta_signups",
  );
  expect(Number(signup?.answers)).toBe(2);
});

test("a question that nobody answered is deleted without being asked; too late, it says so", async ({
  adminPage: page,
  site,
  allowConsole,
}) => {
  allowConsole(/40[49]/);
  await arrange(site, "Alpha", "Bravo", "Charlie");
  await open(page);
  await button(page, "Supprimer : Bravo").press("Enter");
  await expect(rows(page)).toContainText(["Alpha", "Question supprimée.", "Charlie"]);
  await expect(button(page, "Annuler la suppression : Bravo")).toBeFocused();
  await site.sql("update deleted_questions set deleted_at = deleted_at - interval '1 minute'");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("Cette question ne peut plus être rétablie");
  await expect(rows(page)).toHaveCount(2);
  await expect(page.locator("body")).not.toBeFocused();
});

test("when the time is over the notice goes, and whoever stands on it is led to the next question", async ({
  adminPage: page,
  site,
}) => {
  await arrange(site, "Alpha", "Bravo");
  await page.clock.install();
  await open(page);
  await button(page, "Supprimer : Alpha").press("Enter");
  await expect(button(page, "Annuler la suppression : Alpha")).toBeFocused();
  await page.clock.runFor(31_000);
  await expect(rows(page)).toHaveCount(1);
  await expect(row(page, "Bravo")).toBeFocused();
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
  await expect(dialog.getByText("Qui", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await button(dialog, "Personnes").click();
  await expect(dialog.getByLabel("Question des marques")).toBeHidden();
  await expect(dialog.getByRole("radio", { name: "Pour moi" })).toBeChecked();

  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await button(dialog, "Envoyer ma demande").click();
  await expect(dialog.getByLabel("Prénom")).toBeFocused();
  await expect(dialog.getByText("Ce champ est requis").first()).toBeVisible();
  for (const [label, text] of [
    ["Prénom", "Zoé"],
    ["Nom", "Lefèvre"],
    ["Adresse e-mail", "zoe@exemple.example"],
    ["Question des personnes", "Oui"],
  ] as const) {
    await dialog.getByLabel(label, { exact: true }).fill(text);
  }
  await button(dialog, "Envoyer ma demande").click();
  await expect(dialog.getByText("rien n’a été envoyé")).toBeVisible();
  expect(sent).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});
