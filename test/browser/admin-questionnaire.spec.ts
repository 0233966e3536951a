import {
  addOption,
  address,
  arrange,
  button,
  open,
  openForm,
  order,
  row,
  rows,
  stored,
} from "./admin-questionnaire-support.ts";
import { expect, test } from "./fixtures.ts";

// Other specs share the worker's server, and a required question would stop their sign-ups.
test.afterEach(({ site }) => arrange(site));

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
  await button(page, "Quitter sans enregistrer").click();
  await expect(form).toBeHidden();
  await expect(button(page, "Ajouter")).toBeFocused();
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
