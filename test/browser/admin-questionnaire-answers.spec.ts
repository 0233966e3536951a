import type { Locator, Page } from "@playwright/test";
import { arrange, button, open, order, row, rows, type Site, stored } from "./admin-questionnaire-support.ts";
import { expect, test } from "./fixtures.ts";

// Other specs share the worker's server, and a required question would stop their sign-ups.
test.afterEach(({ site }) => arrange(site));

test("changing the type or the wording of a question that was answered warns how many answers exist", async ({
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
  const box = form.getByRole("group", { name: "Réponses déjà données" });
  await form.getByRole("textbox", { name: "Question" }).fill("Votre  marque préférée ? ");
  await expect(form.getByRole("textbox", { name: "Question" })).toHaveValue("Votre  marque préférée ? ");
  await expect(box).toBeHidden();
  await form.getByRole("textbox", { name: "Question" }).fill("Votre marque favorite ?");
  const wording =
    "2 réponses ont été données à l’ancienne formulation : elles restent telles quelles, sous la nouvelle.";
  const effect =
    "Type « Liste déroulante » : 2 réponses restent telles quelles, les statistiques comptent à part ce qui ne figure pas parmi les options.";
  await expect(box.getByRole("listitem")).toHaveText([wording]);
  await form.getByRole("combobox", { name: "Type de champ" }).selectOption({ label: "Liste déroulante" });
  await expect(box.getByRole("listitem")).toHaveText([wording, effect]);
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

/** Holds the figures that a form asks for, until the returned function lets them go as the server answers, or as a failure. */
async function holdFigures(page: Page): Promise<(status?: number) => void> {
  let release: (status?: number) => void = () => {};
  const held = new Promise<number | undefined>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/admin/questions/*/answers", async (route) => {
    const status = await held;
    await (status ? route.fulfill({ status, json: {} }) : route.continue());
  });
  return release;
}

/** Renames 'Lin' and saves before the figures are there. */
async function saveTooFast(page: Page): Promise<Locator> {
  await open(page);
  await button(page, "Modifier : Votre matière ?").click();
  const form = page.getByRole("form", { name: "Modifier la question" });
  await form.getByRole("textbox", { name: "Option 1" }).fill("Lin lavé");
  await button(form, "Enregistrer").press("Enter");
  await expect(form.locator("[type=submit]")).toHaveAttribute("data-loading");
  return form;
}

const options = async (site: Site) => (await stored(site))[0]?.options;

test("a save that is faster than the figures waits for them, then asks about what was not said yet", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  await arrangeMaterials(site, ["Lin", "Lin", "Laine"]);
  const release = await holdFigures(page);
  const form = await saveTooFast(page);
  expect(await options(site)).toEqual(["Lin", "Laine", "Soie"]);
  release();
  const dialog = page.getByRole("dialog", { name: "Enregistrer cette question ?" });
  const linen =
    "2 personnes ont choisi « Lin » : leurs réponses restent, les statistiques les comptent à part.";
  await expect(dialog).toHaveAccessibleDescription(linen);
  await expectAccessible(page);
  await button(dialog, "Continuer à modifier").press("Enter");
  await expect(dialog).toBeHidden();
  await expect(button(form, "Enregistrer")).toBeFocused();
  await expect(form.getByRole("group", { name: "Réponses déjà données" })).toContainText(linen);
  expect(await options(site)).toEqual(["Lin", "Laine", "Soie"]);

  // Now it is said: nothing is asked.
  await button(form, "Enregistrer").press("Enter");
  await expect(form).toBeHidden();
  expect(await options(site)).toEqual(["Lin lavé", "Laine", "Soie"]);
});

test("a save that waited for figures in vain says so before it goes on", async ({
  adminPage: page,
  site,
  allowConsole,
}) => {
  allowConsole(/500/);
  await arrangeMaterials(site, ["Lin"]);
  const release = await holdFigures(page);
  const form = await saveTooFast(page);
  release(500);
  const dialog = page.getByRole("dialog", { name: "Enregistrer cette question ?" });
  await expect(dialog).toContainText("Les réponses « Lin » restent, les statistiques les comptent à part.");
  await expect(dialog).toContainText("Le nombre de ces réponses n’a pas pu être lu.");
  expect(await options(site)).toEqual(["Lin", "Laine", "Soie"]);
  await button(dialog, "Enregistrer").click();
  await expect(form).toBeHidden();
  expect(await options(site)).toEqual(["Lin lavé", "Laine", "Soie"]);
});

test("a save that waited for figures and concerns no answer goes on by itself", async ({
  adminPage: page,
  site,
}) => {
  await arrangeMaterials(site, ["Laine"]);
  const release = await holdFigures(page);
  const form = await saveTooFast(page);
  release();
  await expect(form).toBeHidden();
  expect(await options(site)).toEqual(["Lin lavé", "Laine", "Soie"]);
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
