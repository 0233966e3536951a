import type { Locator, Page } from "@playwright/test";
import { addOption, arrange, button, open, openForm, order, rows } from "./admin-questionnaire-support.ts";
import { expect, test } from "./fixtures.ts";

// Other specs share the worker's server, and a required question would stop their sign-ups.
test.afterEach(({ site }) => arrange(site));

const asked = (page: Page) => page.getByRole("dialog", { name: "Quitter sans enregistrer ?" });
const formOf = (page: Page) => page.getByRole("form", { name: "Modifier la question" });
const text = (form: Locator) => form.getByRole("textbox", { name: "Question" });

/** The form of 'Alpha', with something typed. */
async function typeIntoAlpha(page: Page): Promise<Locator> {
  await open(page);
  await button(page, "Modifier : Alpha").click();
  const form = formOf(page);
  await text(form).fill("Alpha, en mieux");
  return form;
}

async function goToStatistics(page: Page): Promise<void> {
  const menu = page.getByRole("button", { name: "Ouvrir le menu" });
  if (await menu.isVisible()) await menu.click();
  await page
    .getByRole("navigation", { name: "Menu d’administration" })
    .getByRole("link", { name: "Statistiques" })
    .click();
}

/** Presses it twice: what was typed stays after the first time, and goes after the second. */
async function decide(page: Page, press: () => Promise<void>, back: Locator): Promise<void> {
  await press();
  await expect(asked(page)).toHaveAccessibleDescription(
    "Vos dernières modifications ne sont pas enregistrées.",
  );
  await expect(button(asked(page), "Continuer à modifier")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(asked(page)).toBeHidden();
  await expect(text(formOf(page))).toHaveValue("Alpha, en mieux");
  await expect(back).toBeFocused();
  await press();
  await button(asked(page), "Quitter sans enregistrer").press("Enter");
  await expect(asked(page)).toBeHidden();
}

test("'Modifier' on another question asks before it takes the place of what was typed", async ({
  adminPage: page,
  site,
}) => {
  await arrange(site, "Alpha", "Bravo");
  const form = await typeIntoAlpha(page);
  const other = button(page, "Modifier : Bravo");
  await decide(page, () => other.press("Enter"), other);
  await expect(text(form)).toHaveValue("Bravo");
  await expect(text(form)).toBeFocused();
  expect(await order(site)).toEqual(["Alpha", "Bravo"]);
});

test("'Dupliquer' asks before anything is copied", async ({ adminPage: page, site }) => {
  await arrange(site, "Alpha", "Bravo");
  const form = await typeIntoAlpha(page);
  const duplicate = button(page, "Dupliquer : Bravo");
  await duplicate.press("Enter");
  await expect(asked(page)).toBeVisible();
  expect(await order(site)).toEqual(["Alpha", "Bravo"]);
  await page.keyboard.press("Escape");
  await decide(page, () => duplicate.press("Enter"), duplicate);
  await expect(text(form)).toHaveValue("Copie de Bravo");
  await expect(text(form)).toBeFocused();
  expect(await order(site)).toEqual(["Alpha", "Bravo", "Copie de Bravo"]);
});

test("'Ajouter' and 'Annuler' ask, too", async ({ adminPage: page, site }) => {
  await arrange(site, "Alpha");
  const form = await typeIntoAlpha(page);
  const add = button(page, "Ajouter");
  await decide(page, () => add.press("Enter"), add);
  const fresh = page.getByRole("form", { name: "Nouvelle question" });
  await expect(text(fresh)).toHaveValue("");
  await button(fresh, "Annuler").click();
  await expect(fresh).toBeHidden();

  await button(page, "Modifier : Alpha").click();
  await text(form).fill("Alpha, en mieux");
  const cancel = button(form, "Annuler");
  await decide(page, () => cancel.press("Enter"), cancel);
  await expect(form).toBeHidden();
  await expect(button(page, "Modifier : Alpha")).toBeFocused();
  expect(await order(site)).toEqual(["Alpha"]);
});

test("a link of the menu asks before it leads away", async ({ adminPage: page, site }) => {
  await arrange(site, "Alpha");
  const form = await typeIntoAlpha(page);
  await goToStatistics(page);
  await button(asked(page), "Continuer à modifier").click();
  await expect(asked(page)).toBeHidden();
  await expect(text(form)).toHaveValue("Alpha, en mieux");
  await goToStatistics(page);
  await button(asked(page), "Quitter sans enregistrer").click();
  await expect(page.getByRole("heading", { level: 1, name: "Statistiques" })).toBeVisible();
});

test("a new question is asked about for its options alone, also for one that is not added yet", async ({
  adminPage: page,
  site,
}) => {
  await arrange(site);
  await open(page);
  const form = await openForm(page);
  const type = form.getByRole("combobox", { name: "Type de champ" });
  await type.selectOption({ label: "Choix unique" });
  await addOption(form, "Lin");
  await type.selectOption({ label: "Texte court" });
  await button(form, "Annuler").click();
  await button(asked(page), "Continuer à modifier").click();
  await type.selectOption({ label: "Choix unique" });
  await form.getByRole("button", { name: "Retirer l’option 1" }).click();
  await form.getByRole("textbox", { name: "Nouvelle option" }).fill("Soie");
  await button(form, "Annuler").click();
  await expect(asked(page)).toBeVisible();
});

test("a form that holds nothing new asks nothing", async ({ adminPage: page, site }) => {
  await arrange(site, "Alpha", "Bravo");
  const form = await typeIntoAlpha(page);
  await text(form).fill("Alpha");
  await button(page, "Modifier : Bravo").click();
  await expect(text(form)).toHaveValue("Bravo");
  await button(page, "Dupliquer : Bravo").click();
  await expect(text(form)).toHaveValue("Copie de Bravo");
  await button(form, "Annuler").click();
  await expect(form).toBeHidden();

  await button(page, "Modifier : Alpha").click();
  await text(form).fill("Alpha, en mieux");
  await button(form, "Enregistrer").click();
  await expect(form).toBeHidden();
  await expect(rows(page).first()).toContainText("Alpha, en mieux");
  await goToStatistics(page);
  await expect(page.getByRole("heading", { level: 1, name: "Statistiques" })).toBeVisible();
  await expect(asked(page)).toBeHidden();
});
