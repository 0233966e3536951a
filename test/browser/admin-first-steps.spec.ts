import type { Page } from "@playwright/test";
import { calm, expectAccessibleInBothThemes } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

// A server of its own: nobody has saved any settings there.
test.use({ ...calm, serverEnvironment: {} });

test.beforeEach(async ({ site, adminPage: _signedIn }) => {
  for (const table of ["beta_signups", "brand_signups", "questionnaire_items", "journal_entries"]) {
    await site.sql(`delete from ${table}`);
  }
  await site.sql("update admin_preferences set first_steps_left = false");
});

const lineOf = (page: Page) => page.getByRole("region", { name: "Premiers pas" });
const adding = (page: Page) => page.getByRole("button", { name: "Ajouter des exemples" });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("samples that are added by the keyboard leave the focus on the heading, are told of, and go whole", async ({
  adminPage: page,
  site,
}) => {
  await page.goto("/admin/dashboard");
  const line = lineOf(page);
  await adding(page).focus();
  await page.keyboard.press("Enter");
  const samples = page.getByRole("region", { name: "16 inscriptions d’exemple" });
  await expect(samples).toBeVisible();
  await expect(
    page.getByRole("alert").filter({ hasText: "16 inscriptions d’exemple ajoutées." }),
  ).toBeVisible();
  await expect(adding(page)).toHaveCount(0);
  await expect(heading(page)).toBeFocused();
  await expect(line).toContainText("1 sur 5");

  await line.getByRole("link", { name: "Approuver une première inscription" }).click();
  await expect(page.getByText("Exemple", { exact: true }).first()).toBeVisible();
  await page
    .getByRole("button", { name: /^Approuver/ })
    .first()
    .click();
  await expect.poll(() => site.sql("select 1 from beta_signups where status = 'approved'")).toHaveLength(1);
  expect(await site.sql("select 1 from email_log where recipient_email like '%exemple.test'")).toEqual([]);

  await page.goto("/admin/dashboard");
  await expect(line).toContainText("2 sur 5");
  await samples.getByRole("button", { name: "Retirer les exemples" }).click();
  await expect(samples).toBeHidden();
  await expect(heading(page)).toBeFocused();
  await expect(line).toContainText("2 sur 5");
  expect(await site.sql("select id from beta_signups union all select id from brand_signups")).toEqual([]);
});

test("samples that were taken away are offered again by empty lists and by the help", async ({
  adminPage: page,
  expectAccessible,
}) => {
  test.slow();
  for (const path of ["signups", "brands"]) {
    await page.goto(`/admin/dashboard/${path}`);
    await adding(page).press("Enter");
    await expect(page.getByText("Exemple", { exact: true }).first()).toBeVisible();
    await expect(heading(page)).toBeFocused();
    await page.goto("/admin/dashboard");
    await page.getByRole("button", { name: "Retirer les exemples" }).click();
    await expect(page.getByRole("region", { name: "16 inscriptions d’exemple" })).toBeHidden();
  }
  await page.goto("/admin/dashboard/help#first-steps");
  await expect(adding(page)).toBeVisible();
  await expectAccessibleInBothThemes(page, expectAccessible);
  await adding(page).press("Enter");
  await expect(
    page.getByRole("alert").filter({ hasText: "16 inscriptions d’exemple ajoutées." }),
  ).toBeVisible();
  await expect(heading(page)).toBeFocused();
  await expect(adding(page)).toHaveCount(0);
});

test("the first steps are left on any of their screens and taken up again from the help", async ({
  adminPage: page,
}) => {
  test.slow();
  const line = lineOf(page);
  for (const path of ["", "/questionnaire", "/emails", "/site", "/signups", "/brands"]) {
    await page.goto(`/admin/dashboard${path}`);
    await line.getByRole("button", { name: "Quitter les premiers pas" }).click();
    await expect(line).toBeHidden();
    await expect(heading(page)).toBeFocused();
    await page.reload();
    await expect(heading(page)).toBeVisible();
    await expect(line).toBeHidden();
    await page.goto("/admin/dashboard/help#first-steps");
    await page.getByRole("button", { name: "Reprendre les premiers pas" }).click();
    await expect(page).toHaveURL(/dashboard$/);
    await expect(line).toBeVisible();
  }
});

test("the line comes with the screen under it, which does not move", async ({ adminPage: page }) => {
  await page.addInitScript(() => {
    const places = new Set<number>();
    Object.assign(window, { places });
    const look = () => {
      const heading = document.querySelector("main h1");
      if (heading) places.add(Math.round(heading.getBoundingClientRect().top));
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.route("**/api/admin/first-steps", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 200));
    await route.continue();
  });
  for (const path of ["questionnaire", "site", "signups"]) {
    await page.goto(`/admin/dashboard/${path}`);
    await expect(lineOf(page)).toContainText("0 étape sur 5 faite.");
    await page.waitForLoadState("networkidle");
    const places = await page.evaluate(() => [...(window as unknown as { places: Set<number> }).places]);
    expect(places, path).toHaveLength(1);
  }
});
