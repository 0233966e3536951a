import { ensureSuperAdmin, expect, superAdmin, test } from "./fixtures.ts";

const page1 = "/admin/dashboard/signups?status=pending";

test("an ended session says so at the login and comes back to the same page", async ({
  adminPage: page,
  site,
  allowConsole,
  expectAccessible,
}) => {
  allowConsole(/401/);
  await page.goto(page1);
  await expect(page.getByRole("heading", { name: "Inscriptions à la bêta" })).toBeVisible();
  await site.sql("delete from auth_sessions");
  await page.getByRole("button", { name: "Actualiser" }).click();
  await expect(page).toHaveURL(`${site.url}/admin`);
  await expect(page.getByRole("alert")).toHaveText("Votre session a expiré. Reconnectez-vous.");
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole("alert")).toHaveText("Votre session a expiré. Reconnectez-vous.");

  await page.getByRole("textbox", { name: "Email" }).fill(superAdmin.email);
  await page.getByRole("textbox", { name: "Mot de passe" }).fill(superAdmin.password);
  await page.getByRole("button", { name: "Se connecter" }).click();
  await expect(page).toHaveURL(`${site.url}${page1}`);
});

test("whoever opens a page before signing in is led to it, and a logout leads nowhere back", async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/401/);
  await ensureSuperAdmin(site);
  await page.goto("/admin/dashboard/brands?search=lin");
  await expect(page).toHaveURL(`${site.url}/admin`);
  await expect(page.getByRole("alert")).toHaveCount(0);
  const signIn = async () => {
    await page.getByRole("textbox", { name: "Email" }).fill(superAdmin.email);
    await page.getByRole("textbox", { name: "Mot de passe" }).fill(superAdmin.password);
    await page.getByRole("button", { name: "Se connecter" }).click();
  };
  await signIn();
  await expect(page).toHaveURL(`${site.url}/admin/dashboard/brands?search=lin`);

  await page.getByRole("button", { name: "Déconnexion" }).click();
  await expect(page).toHaveURL(`${site.url}/admin`);
  await signIn();
  await expect(page).toHaveURL(`${site.url}/admin/dashboard`);
});
