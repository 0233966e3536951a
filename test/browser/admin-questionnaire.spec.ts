import type { Locator, Page } from "@playwright/test";
import {
  addOptions,
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
import { openHome, signUpDialog, signUpLinks } from "./site-support.ts";

// Other specs share the worker's server, and a required question would stop their sign-ups.
test.afterEach(({ site }) => arrange(site));

test("questions of all six types are added in order and asked on the public form", async ({
  adminPage: page,
  site,
}) => {
  await arrange(site);
  await open(page);
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
    if (["select", "radio", "checkbox"].includes(type))
      await addOptions(form, "Chic", " Sport ", "Oui, Vintage");
    await button(form, "Enregistrer").click();
    await expect(row(page, `Question ${type}`)).toContainText(label);
  }
  const questions = await stored(site);
  expect(questions.map(({ field_type }) => field_type)).toEqual(types.map(([, type]) => type));
  expect(questions.map(({ order_position }) => order_position)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(questions.map(({ options }) => options)).toEqual([
    ...Array(3).fill(null),
    ...Array(3).fill(["Chic", "Sport", "Oui, Vintage"]),
  ]);

  await openHome(page);
  await signUpLinks(page).first().click();
  const dialog = signUpDialog(page);
  await expect(dialog.getByRole("textbox", { name: "Question text", exact: true })).toBeVisible();
  await expect(dialog.getByRole("textbox", { name: "Question email" })).toBeVisible();
  await expect(dialog.getByRole("textbox", { name: "Question textarea" })).toBeVisible();
  await expect(dialog.getByRole("combobox", { name: "Question select" })).toContainText("Vintage");
  const answers = (role: "radio" | "checkbox") =>
    dialog.getByRole(role, { name: /^(Chic|Sport|Oui, Vintage)$/ });
  await expect(dialog.getByRole("radiogroup", { name: "Question radio" })).toBeVisible();
  await expect(answers("radio")).toHaveCount(3);
  await expect(dialog.getByRole("group", { name: /^Question checkbox/ })).toBeVisible();
  await expect(answers("checkbox")).toHaveCount(3);
});

/** Drags an entry by its handle to the far edge of another entry. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.scrollIntoViewIfNeeded();
  const [handle, place] = [await from.locator("[title^=Glisser]").boundingBox(), await to.boundingBox()];
  if (!handle || !place) throw new Error("both are shown");
  const x = handle.x + handle.width / 2;
  await page.mouse.move(x, handle.y + handle.height / 2);
  await page.mouse.down();
  await page.mouse.move(x, place.y > handle.y ? place.y + place.height - 4 : place.y + 4, { steps: 8 });
}

test("questions and options are dragged by handles that are large enough for the pointer", {
  tag: "@mobile",
}, async ({ adminPage: page, site, isMobile }) => {
  await arrange(site, "Alpha", "Bravo", "Charlie", "Delta");
  await open(page);
  const handle = await row(page, "Alpha").locator("[title^=Glisser]").boundingBox();
  expect(Math.min(handle?.width ?? 0, handle?.height ?? 0)).toBeGreaterThanOrEqual(isMobile ? 44 : 24);
  await drag(page, row(page, "Alpha"), row(page, "Charlie"));
  await page.mouse.up();
  await expect(rows(page)).toContainText(["Bravo", "Charlie", "Alpha", "Delta"]);
  await expect(page.getByText("Alpha, position 3 sur 4")).toBeAttached();
  await expect.poll(() => order(site)).toEqual(["Bravo", "Charlie", "Alpha", "Delta"]);

  await drag(page, row(page, "Delta"), row(page, "Bravo"));
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(rows(page)).toContainText(["Bravo", "Charlie", "Alpha", "Delta"]);

  const form = await openForm(page);
  await form.getByRole("textbox", { name: "Question" }).fill("Votre matière ?");
  await form.getByRole("combobox", { name: "Type de champ" }).selectOption({ label: "Choix unique" });
  await addOptions(form, "Lin", "Coton", "Laine", "Soie");
  const entry = (place: number) => form.locator("[data-entry]").nth(place - 1);
  await drag(page, entry(1), entry(3));
  await page.mouse.up();
  await expect(form.getByText("Lin, position 3 sur 4")).toBeAttached();
  await button(form, "Enregistrer").click();
  await expect(row(page, "Votre matière ?")).toContainText("Coton · Laine · Lin · Soie");
  expect(await order(site)).toEqual(["Bravo", "Charlie", "Alpha", "Delta", "Votre matière ?"]);
});

test("restoring a deleted question restores its answers, also after a reload", async ({
  adminPage: page,
  site,
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
  await button(dialog, "Supprimer").click();
  await expect(rows(page).first()).toContainText("Question supprimée.");
  await expect.poll(() => order(site)).toEqual(["Bravo"]);

  await page.reload();
  await button(page, "Annuler la suppression : Alpha").click();
  await expect(row(page, "Alpha")).toContainText("1 réponse");
  await expect(rows(page)).toContainText(["Alpha", "Bravo"]);
  expect(await order(site)).toEqual(["Alpha", "Bravo"]);
  const [signup] = await site.sql<{ answers: string }>(
    "select (select count(*) from jsonb_object_keys(responses)) as answers from beta_signups",
  );
  expect(Number(signup?.answers)).toBe(2);
});
