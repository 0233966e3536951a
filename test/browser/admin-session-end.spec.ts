import type { Page } from "@playwright/test";
import { expect, superAdmin, test } from "./fixtures.ts";

const address = "/admin/dashboard/signups?status=pending";

test("a session that ended leads to the login, which explains it and leads back to the same page", async ({
  adminPage: page,
  site,
  allowConsole,
}) => {
  allowConsole(/401/);
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "Inscriptions à la bêta" })).toBeVisible();
  await site.sql("delete from auth_sessions");
  await page.getByRole("button", { name: "Actualiser" }).click();
  await expect(page).toHaveURL(`${site.url}/admin`);
  await expect(page.getByRole("alert")).toHaveText("Votre session a expiré. Reconnectez-vous.");
  await page.reload();
  await expect(page.getByRole("alert")).toHaveText("Votre session a expiré. Reconnectez-vous.");

  await page.getByRole("textbox", { name: "E-mail" }).fill(superAdmin.email);
  await page.getByRole("textbox", { name: "Mot de passe" }).fill(superAdmin.password);
  await page.getByRole("button", { name: "Se connecter" }).click();
  await expect(page).toHaveURL(`${site.url}${address}`);
});

const warning = (page: Page) => page.getByRole("dialog", { name: "Votre session se termine bientôt" });

test("staying signed in extends the session and closes the warning in every tab", async ({
  adminPage: page,
  site,
}) => {
  await site.sql("update auth_sessions set updated_at = now(), expires_at = now() + interval '4 minutes'");
  await page.goto(address);
  await expect(warning(page)).toBeVisible();
  const other = await page.context().newPage();
  await other.goto("/admin/dashboard");
  await warning(other).getByRole("button", { name: "Rester connecté" }).click();
  await expect(warning(other)).toBeHidden();
  await expect(warning(page)).toBeHidden();
  const [session] = await site.sql<{ hours: number }>(
    "select extract(epoch from max(expires_at) - now())::float8 / 3600 as hours from auth_sessions",
  );
  expect(session?.hours).toBeGreaterThan(7.9);
});
