import { expectNoSidewaysScrolling } from "./admin-accounts.ts";
import { calm, expectAccessibleInBothThemes } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

test.afterEach(async ({ site }) => {
  await site.sql("delete from backup_runs");
  await site.sql("update backup_settings set scheduled = null, hour = 3, keep_days = 7, keep_weeks = 4");
});

test("'État' tells of the last backups, and when they are made is set there", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  await site.sql(
    `insert into backup_runs (kind, started_at, finished_at, file, bytes, rows, verified_at, error) values
       ('scheduled', now() - interval '1 day', now() - interval '1 day', 'tenue-20261121-020000.tenue', 12345678, 52000, now(), null),
       ('scheduled', now(), null, null, null, null, null, 'No space left on device')`,
  );
  await page.goto("/admin/dashboard/state");
  const section = page.getByRole("region", { name: "Sauvegardes" });
  const runs = section.getByRole("list", { name: "Dernières sauvegardes" }).getByRole("listitem");
  await expect(runs).toHaveCount(2);
  await expect(runs.first()).toContainText("Échec");
  await expect(runs.first()).toContainText("No space left on device");
  await expect(runs.nth(1)).toContainText("tenue-20261121-020000.tenue");
  await expect(runs.nth(1)).toContainText("restaurée à l’essai");
  await expect(section).toContainText("BACKUP_DIR");
  await expectAccessibleInBothThemes(page, expectAccessible);
  await page.setViewportSize({ width: 360, height: 780 });
  await expectNoSidewaysScrolling(page);

  await expect(section.getByLabel("Sauvegarder chaque nuit")).toBeChecked();
  await section.getByLabel("Jours gardés").fill("400");
  await section.getByRole("button", { name: "Enregistrer" }).click();
  await expect(section.getByText("Indiquez un nombre entier de 1 à 366")).toBeVisible();
  await section.getByLabel("Jours gardés").fill("14");
  await section.getByLabel("Sauvegarder chaque nuit").uncheck();
  await section.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Enregistré.")).toBeVisible();
  const [stored] = await site.sql("select scheduled, keep_days, hour from backup_settings");
  expect(stored).toEqual({ scheduled: false, keep_days: 14, hour: 3 });
});
