import { expectNoSidewaysScrolling } from "./admin-accounts.ts";
import { calm, uniqueWord } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

test("an address is blocked, found by its hash, and lifted for a reason", async ({ adminPage: page }) => {
  const email = `${uniqueWord()}@exemple.fr`;
  await page.goto("/admin/dashboard/suppressions");
  await page.getByRole("textbox", { name: "E-mail" }).fill(email);
  await page.getByRole("textbox", { name: "E-mail" }).press("Enter");
  await expect(page.getByText("Adresse bloquée", { exact: true })).toBeVisible();
  const search = page.getByRole("textbox", { name: "Chercher une adresse entière" });
  await search.fill(email.toUpperCase());
  await search.press("Enter");
  const lift = page.getByRole("button", { name: /^Débloquer/ });
  await expect(lift).toHaveCount(1);
  await expect(page.getByText("adresse effacée")).toBeVisible();
  await expectNoSidewaysScrolling(page);
  await lift.click();
  const dialog = page.getByRole("dialog", { name: "Débloquer cette adresse ?" });
  await dialog.getByRole("textbox", { name: "Raison" }).fill("Elle a rappelé");
  await dialog.getByRole("textbox", { name: "Raison" }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Cette adresse n’est pas bloquée")).toBeVisible();
});
