import { expectNoSidewaysScrolling } from "./admin-accounts.ts";
import { calm, expectAccessibleInBothThemes, uniqueWord } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

test("an address is blocked, found, and lifted for a reason, with the keyboard", async ({
  adminPage: page,
  expectAccessible,
}) => {
  const email = `${uniqueWord()}@exemple.fr`;
  await page.goto("/admin/dashboard/suppressions");
  await page.getByRole("textbox", { name: "E-mail" }).fill(email);
  await page.getByRole("textbox", { name: "E-mail" }).press("Enter");
  await expect(page.getByText("Adresse bloquée", { exact: true })).toBeVisible();
  await page.getByRole("textbox", { name: "E-mail" }).fill("pas une adresse");
  await page.getByRole("button", { name: "Bloquer", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "E-mail" })).toBeFocused();
  await expect(page.getByRole("textbox", { name: "E-mail" })).toHaveAttribute("aria-invalid", "true");
  const search = page.getByRole("textbox", { name: "Chercher une adresse entière" });
  await search.fill(email);
  await search.press("Enter");
  const rows = page.getByRole("button", { name: /^Débloquer/ });
  await expect(rows).toHaveCount(1);
  await expect(page.getByText("adresse effacée")).toBeVisible();
  await expectAccessibleInBothThemes(page, expectAccessible);
  await expectNoSidewaysScrolling(page);
  await rows.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Débloquer cette adresse ?" });
  await dialog.getByRole("textbox", { name: "Raison" }).press("Enter");
  await expect(dialog).toContainText("Indiquez pourquoi");
  await dialog.getByRole("textbox", { name: "Raison" }).fill("Elle a rappelé");
  await dialog.getByRole("textbox", { name: "Raison" }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Cette adresse n’est pas bloquée")).toBeVisible();
});
