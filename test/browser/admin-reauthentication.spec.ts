import { createAccount, enter } from "./admin-accounts.ts";
import { calm, storeSignups, uniqueWord } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

test("an export asks for the password again before the download begins", async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/403/);
  const account = await createAccount(site);
  const word = uniqueWord();
  await storeSignups(site, "user", [{ name: word, email: `${word}@exemple.fr` }]);
  await enter(page, site, account);
  await page.goto("/admin/dashboard/signups");
  const link = page.getByRole("link", { name: "Exporter en CSV" });
  await expect(link).toBeVisible();
  await site.sql(
    `update auth_sessions set created_at = created_at - interval '11 minutes', confirmed_at = null
     where user_id = (select id from admin_users where email = $1)`,
    [account.email],
  );
  const answer = await page.request.get("/api/admin/signups/user/export.csv");
  expect(await answer.json()).toMatchObject({ error: { code: "reauthentication_required" } });

  await link.click();
  const dialog = page.getByRole("dialog", { name: "Confirmez votre identité" });
  await dialog.getByRole("textbox", { name: "Votre mot de passe" }).fill(account.password);
  const downloading = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Confirmer" }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.csv$/);
  await expect(page).toHaveURL(/\/signups$/);
});
