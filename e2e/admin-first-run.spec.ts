import { calm, expectAccessibleInBothThemes } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

// A server of its own: nobody has saved any settings there.
test.use({ ...calm, serverEnvironment: {} });

test("from a fresh installation to the first approved sign-up, with samples that are taken away whole", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  await site.sql("delete from beta_signups");
  await site.sql("delete from brand_signups");
  await site.sql("delete from questionnaire_items");
  await site.sql("delete from journal_entries");
  await site.sql("update admin_preferences set first_steps_left = false");
  await page.goto("/admin/dashboard");
  const line = page.getByRole("region", { name: "Premiers pas" });
  const steps = line.getByRole("listitem");
  await expect(steps).toHaveCount(5);
  await expect(line).toContainText("0 sur 5");
  await expectAccessibleInBothThemes(page, expectAccessible);

  await line.getByRole("link", { name: "Préparer le questionnaire" }).click();
  await page.getByRole("button", { name: "Partir d’un exemple" }).click();
  await expect(page.getByText("Quel style vous ressemble le plus")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

  await page.goto("/admin/dashboard");
  await expect(line).toContainText("1 sur 5");
  await line.getByRole("button", { name: "Ajouter des exemples" }).click();
  const samples = page.getByRole("region", { name: "16 inscriptions d’exemple" });
  await expect(samples).toBeVisible();
  await expect(line).toContainText("2 sur 5");

  await line.getByRole("link", { name: "Approuver une première inscription" }).click();
  await expect(page.getByText("Exemple", { exact: true }).first()).toBeVisible();
  await page
    .getByRole("button", { name: /^Approuver/ })
    .first()
    .click();
  await expect.poll(() => site.sql("select 1 from beta_signups where status = 'approved'")).toHaveLength(1);
  expect(await site.sql("select 1 from email_log where recipient_email like '%exemple.test'")).toEqual([]);

  await page.goto("/admin/dashboard");
  await expect(line).toContainText("3 sur 5");
  await samples.getByRole("button", { name: "Retirer les exemples" }).click();
  await expect(samples).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(line).toContainText("3 sur 5");
  expect(await site.sql("select id from beta_signups union all select id from brand_signups")).toEqual([]);

  // What the two other steps ask for has tests of its own: they are done by what their screens record.
  await site.sql("insert into journal_entries (actor, action) values ('system', 'site.updated')");
  await site.sql(
    "insert into email_settings (sender_name, sender_email) values ('T', 't@exemple.fr') on conflict do nothing",
  );
  await page.reload();
  await expect(page.getByText("Premiers pas faits")).toBeVisible();
  await expect(line).toBeHidden();
});

test("the first steps are left at any time and taken up again from the help", async ({
  adminPage: page,
  site,
}) => {
  await site.sql("delete from journal_entries");
  await site.sql("delete from questionnaire_items");
  await page.goto("/admin/dashboard");
  const line = page.getByRole("region", { name: "Premiers pas" });
  await line.getByRole("button", { name: "Quitter les premiers pas" }).click();
  await expect(line).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(line).toBeHidden();
  await page.goto("/admin/dashboard/help#first-steps");
  await page.getByRole("button", { name: "Reprendre les premiers pas" }).click();
  await expect(page).toHaveURL(/dashboard$/);
  await expect(line).toBeVisible();
});
