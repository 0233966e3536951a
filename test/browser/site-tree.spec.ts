import { accessibilityTree } from "./accessibility-tree.ts";
import { expect, test } from "./fixtures.ts";
import { fillUser, openDialog, sendButton, useTestQuestionnaire } from "./site-support.ts";

/** What a screen reader is told of the sign-up, every state a file to be read: `e2e/golden/`. */
test.beforeEach(async ({ page, site }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await useTestQuestionnaire(site);
});

test("the tree of the dialog, empty, refused and thanked", async ({ page }) => {
  const dialog = await openDialog(page);
  expect(await accessibilityTree(page, "dialog")).toMatchSnapshot("dialog-empty.txt");
  await sendButton(page).click();
  await expect(dialog.getByText("Le prénom est requis")).toBeVisible();
  expect(await accessibilityTree(page, "dialog")).toMatchSnapshot("dialog-refused.txt");
  await fillUser(page, { firstname: "Zoé", name: "Martin", email: "zoe@courrier.example" });
  await sendButton(page).click();
  await expect(dialog.getByRole("heading", { name: "Merci pour votre inscription!" })).toBeVisible();
  expect(await accessibilityTree(page, "dialog")).toMatchSnapshot("dialog-thanked.txt");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the tree of the page, empty, for a brand and refused", async ({ page, allowConsole }) => {
    allowConsole(/400 \(Bad Request\)/);
    const main = page.getByRole("main");
    const send = main.getByRole("button", { name: "Envoyer ma demande" });
    await page.goto("/inscription?type=marque");
    expect(await accessibilityTree(page, "main")).toMatchSnapshot("page-brand.txt");
    await page.goto("/inscription");
    expect(await accessibilityTree(page, "main")).toMatchSnapshot("page-empty.txt");
    await send.click();
    await expect(main.getByText("Le prénom est requis").first()).toBeVisible();
    expect(await accessibilityTree(page, "main")).toMatchSnapshot("page-refused.txt");
  });
});
