import type { Page } from "@playwright/test";
import type { ServerProcess } from "#test/support/server-process.ts";
import { expectAccessibleInBothThemes } from "./admin-support.ts";
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
  await page.waitForLoadState("networkidle");
  await site.sql("delete from auth_sessions");
  await page.getByRole("button", { name: "Actualiser" }).click();
  await expect(page).toHaveURL(`${site.url}/admin`);
  await expect(page.getByRole("alert")).toHaveText("Votre session a expiré. Reconnectez-vous.");
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole("alert")).toHaveText("Votre session a expiré. Reconnectez-vous.");

  await page.getByRole("textbox", { name: "E-mail" }).fill(superAdmin.email);
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
    await page.getByRole("textbox", { name: "E-mail" }).fill(superAdmin.email);
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

/** As if the session had been left alone until that long before its end. */
async function leaveUntil(site: ServerProcess, left: string): Promise<void> {
  await site.sql("update auth_sessions set updated_at = now(), expires_at = now() + $1::interval", [left]);
}

const hoursLeft = async (site: ServerProcess) => {
  const [row] = await site.sql<{ hours: number }>(
    "select extract(epoch from max(expires_at) - now())::float8 / 3600 as hours from auth_sessions",
  );
  return row?.hours ?? 0;
};

const warning = (page: Page) => page.getByRole("dialog", { name: "Votre session se termine bientôt" });

test("the end of a session is said before; staying signed in closes it in every tab", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  await leaveUntil(site, "4 minutes 30 seconds");
  await page.goto(page1);
  await expect(warning(page)).toContainText(/Temps restant\s: 4 minutes \d+ secondes?/);
  await expect(warning(page).getByRole("button", { name: "Rester connecté" })).toBeFocused();
  await expect(warning(page).getByRole("button", { name: "Se déconnecter" })).toBeVisible();
  await expectAccessibleInBothThemes(page, expectAccessible);

  const other = await page.context().newPage();
  await other.goto("/admin/dashboard");
  await expect(warning(other)).toBeVisible();
  await other.keyboard.press("Enter");
  await expect(warning(other)).toBeHidden();
  await expect(warning(page)).toBeHidden();
  expect(await hoursLeft(site)).toBeGreaterThan(7.9);
});

test("at the longest life of a session nothing is offered that cannot be", async ({
  adminPage: page,
  site,
}) => {
  await site.sql(
    `update auth_sessions set updated_at = now(), created_at = now() - interval '167 hours 57 minutes',
       expires_at = now() + interval '3 minutes'`,
  );
  await page.goto(page1);
  await expect(warning(page)).toContainText("durée la plus longue");
  await expect(warning(page).getByRole("button", { name: "Rester connecté" })).toHaveCount(0);
  await warning(page).getByRole("button", { name: "J’ai compris" }).click();
  await expect(warning(page)).toBeHidden();
});

test("a laptop that wakes asks the server: it warns, stays silent or leads to the login", async ({
  adminPage: page,
  site,
  allowConsole,
}) => {
  allowConsole(/401/);
  await page.clock.install();
  await page.goto(page1);
  await expect(page.getByRole("heading", { name: "Inscriptions à la bêta" })).toBeVisible();
  await page.waitForLoadState("networkidle");

  // Another tab went on with the session meanwhile: the server's clock has not moved, its word counts.
  const asked = page.waitForResponse(/\/api\/admin\/me$/);
  await page.clock.fastForward("07:58:00");
  await page.clock.runFor(20_000);
  expect((await asked).request().headers()["x-unattended"]).toBe("1");
  await page.waitForLoadState("networkidle");
  await expect(warning(page)).toHaveCount(0);

  await leaveUntil(site, "3 minutes");
  await page.clock.fastForward("08:00:00");
  await page.clock.runFor(20_000);
  await expect(warning(page)).toBeVisible();
  await page.waitForLoadState("networkidle");

  await site.sql("update auth_sessions set expires_at = now()");
  await page.clock.fastForward("01:00:00");
  await page.clock.runFor(20_000);
  await expect(page).toHaveURL(`${site.url}/admin`);
  await expect(page.getByRole("alert")).toHaveText("Votre session a expiré. Reconnectez-vous.");
});
