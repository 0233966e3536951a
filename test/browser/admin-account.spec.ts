import { createAccount, enter, expectSignedOut } from "./admin-accounts.ts";
import { calm } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

test("a new password ends the other sessions and keeps this one", async ({
  page,
  browser,
  site,
  allowConsole,
}) => {
  allowConsole(/401/);
  const account = await createAccount(site);
  await enter(page, site, account);
  const context = await browser.newContext({ baseURL: site.url });
  const elsewhere = await context.newPage();
  await enter(elsewhere, site, account);
  await elsewhere.goto("/admin/dashboard/account");
  await expect(elsewhere.getByRole("heading", { level: 1, name: "Mon compte" })).toBeVisible();

  await page.goto("/admin/dashboard/account");
  await page.getByRole("textbox", { name: "Mot de passe actuel" }).fill(account.password);
  await page.getByRole("textbox", { name: "Nouveau mot de passe" }).fill("Organza froissé, 1911");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Votre mot de passe est modifié.")).toBeVisible();
  await expectSignedOut(elsewhere);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Mon compte" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Mes sessions" }).getByRole("listitem")).toHaveCount(1);
  await context.close();
});
