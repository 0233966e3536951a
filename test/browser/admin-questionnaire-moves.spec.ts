import type { Locator, Page } from "@playwright/test";
import {
  addOption,
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

test("a copy is stored at once: its form says so, and 'Annuler' leaves it in the list", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  await arrange(site, "Alpha", "Bravo");
  await open(page);
  await button(page, "Dupliquer : Alpha").click();
  const form = page.getByRole("form", { name: "Modifier la question" });
  const text = form.getByRole("textbox", { name: "Question" });
  await expect(text).toHaveAccessibleDescription(
    "La copie est enregistrée, désactivée, juste après l’original. « Annuler » la laisse telle quelle.",
  );
  await expectAccessible(page);
  await button(form, "Annuler").click();
  await expect(form).toBeHidden();
  await expect(rows(page)).toContainText(["Alpha", "Copie de Alpha", "Bravo"]);
  await expect(row(page, "Copie de Alpha")).toContainText("Inactive");
  await expect(button(page, "Modifier : Copie de Alpha")).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(text).toHaveValue("Copie de Alpha");
  await expect(text).toHaveAccessibleDescription("");
});

test("the keys that move a question or an option are told at its arrows and its handle", async ({
  adminPage: page,
  site,
  isMobile,
}) => {
  await arrange(site, "Alpha", "Bravo");
  await open(page);
  const tooltip = page.getByRole("tooltip");
  const handle = "Glisser pour déplacer, ou Alt + ↑ et ↓";
  await expect(row(page, "Alpha").getByTitle(handle)).toBeVisible();
  await button(page, "Modifier : Alpha").focus();
  await page.keyboard.press("Shift+Tab");
  await expect(button(page, "Descendre : Alpha")).toBeFocused();
  await expect(button(page, "Descendre : Alpha")).toHaveAttribute("aria-keyshortcuts", "Alt+ArrowDown");
  await expect(tooltip).toHaveText("Descendre (Alt + ↓)");
  // It belongs to the focus: a pointer that passes by takes nothing away.
  await row(page, "Bravo").hover();
  await page.getByRole("heading", { level: 1 }).hover();
  await expect(tooltip).toHaveText("Descendre (Alt + ↓)");

  const form = await openForm(page);
  await form.getByRole("combobox", { name: "Type de champ" }).selectOption({ label: "Choix unique" });
  await addOption(form, "Lin, Soie");
  await form.getByRole("textbox", { name: "Option 2" }).focus();
  await page.keyboard.press("Tab");
  await expect(button(form, "Monter : Soie")).toBeFocused();
  await expect(tooltip).toHaveText("Monter (Alt + ↑)");
  const grip = form.locator("[data-entry]").first().getByTitle(handle);

  // What cannot be used has no ground; what a finger takes has room for it.
  await expect(button(form, "Monter : Lin")).toBeDisabled();
  await expect(button(form, "Monter : Lin")).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  for (const target of [row(page, "Alpha").getByTitle(handle), grip]) {
    const box = await target.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(isMobile ? 44 : 24);
  }
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
