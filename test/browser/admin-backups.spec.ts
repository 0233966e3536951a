import { calm } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

test.afterEach(async ({ site }) => {
  await site.sql("delete from backup_runs");
});

test("'État' shows a failed backup as a fault until a new backup from that page succeeds", async ({
  adminPage: page,
  site,
}) => {
  await site.sql(
    "insert into backup_runs (kind, finished_at, error) values ('manual', now(), 'Disque plein')",
  );
  await page.goto("/admin/dashboard");
  await page
    .getByRole("region", { name: "Ce qui reste à faire" })
    .getByRole("link", { name: "Sauvegardes" })
    .click();
  const row = page
    .getByRole("list", { name: "Résultats de la vérification" })
    .getByRole("listitem")
    .filter({ hasText: "Sauvegardes" });
  await expect(row).toContainText("La dernière sauvegarde a échoué");

  const section = page.getByRole("region", { name: "Sauvegardes" });
  const runs = section.getByRole("list", { name: "Dernières sauvegardes" }).getByRole("listitem");
  await section.getByRole("button", { name: "Sauvegarder maintenant" }).click();
  await expect(runs).toHaveCount(2);
  // A separate process dumps the whole database.
  await expect(runs.first()).toContainText(/tenue-\d{8}-\d{6}.*\.tenue/, { timeout: 60_000 });
  await page.getByRole("button", { name: "Vérifier de nouveau" }).click();
  await expect(row).not.toContainText("a échoué");
});
