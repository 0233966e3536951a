import type { Page } from "@playwright/test";
import { stateKeys, stateLabels } from "#contract/state.ts";
import { createAccount, enter, expectNoSidewaysScrolling } from "./admin-accounts.ts";
import { calm, expectAccessibleInBothThemes } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

const address = "/admin/dashboard/state";
const results = (page: Page) => page.getByRole("list", { name: "Résultats de la vérification" });
const rowOf = (page: Page, label: string) =>
  results(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { level: 3, name: label, exact: true }) });

const failedBackup = "00000000-0000-4000-8000-00000000e201";

test.afterEach(async ({ site }) => {
  await site.sql("delete from backup_runs where id = $1", [failedBackup]);
});

test("the page 'État' tells every row, and how to mend what is not good", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  await site.sql(
    "insert into backup_runs (id, kind, finished_at, error) values ($1, 'manual', now(), 'Disque plein')",
    [failedBackup],
  );
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1, name: "État" })).toBeVisible();
  await expect(results(page).getByRole("heading", { level: 3 })).toHaveText(
    stateKeys.map((key) => stateLabels[key]),
  );
  await expect(rowOf(page, "Base de données")).toContainText("Bon");
  await expect(rowOf(page, "Sauvegardes")).toContainText("À corriger");
  await expect(rowOf(page, "Sauvegardes")).toContainText("La dernière sauvegarde a échoué");
  await expect(page.getByRole("heading", { level: 2, name: /lignes? à corriger$/ })).toBeVisible();
  await expectAccessibleInBothThemes(page, expectAccessible);
  await page.setViewportSize({ width: 360, height: 780 });
  await expectNoSidewaysScrolling(page);

  await site.sql("delete from backup_runs where id = $1", [failedBackup]);
  await page.getByRole("button", { name: "Vérifier de nouveau" }).click();
  await expect(rowOf(page, "Sauvegardes")).not.toContainText("a échoué");
});

test("what is wrong stands on the dashboard of super administrators, until it is mended", async ({
  adminPage: page,
  site,
}) => {
  await site.sql(
    "insert into backup_runs (id, kind, finished_at, error) values ($1, 'manual', now(), 'Disque plein')",
    [failedBackup],
  );
  await page.goto("/admin/dashboard");
  const box = page.getByRole("region", { name: "À corriger" });
  await expect(box.getByRole("listitem")).toContainText(["Sauvegardes : "]);
  await site.sql("delete from backup_runs where id = $1", [failedBackup]);
  await box.getByRole("link", { name: "Voir l’état de l’installation" }).click();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await page.getByRole("button", { name: "Vérifier de nouveau" }).click();
  await expect(rowOf(page, "Sauvegardes")).not.toContainText("a échoué");
});

test("administrators have neither the page nor the box", async ({ page, site }) => {
  await site.sql(
    "insert into backup_runs (id, kind, finished_at, error) values ($1, 'manual', now(), 'Disque plein')",
    [failedBackup],
  );
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await enter(page, site, await createAccount(site));
  const told = page.waitForResponse("**/api/admin/opening");
  await page.goto("/admin/dashboard");
  await told;
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await expect(page.getByRole("link", { name: "État", includeHidden: true })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "À corriger" })).toHaveCount(0);
  expect(asked).not.toContain("/api/admin/state");
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1, name: "Accès refusé" })).toBeVisible();
  expect((await page.request.get("/api/admin/state")).status()).toBe(403);
});
