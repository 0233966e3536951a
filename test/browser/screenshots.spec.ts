import type { Page } from "@playwright/test";
import type { ServerProcess } from "#test/support/server-process.ts";
import { calm } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

/** The pictures of README and 'docs'. `npm run screenshots` makes them from samples only. */
const screens = [
  { path: "", name: "dashboard", heading: "Dashboard" },
  { path: "/signups", name: "signups", heading: "Inscriptions à la bêta" },
  { path: "/stats", name: "statistics", heading: /Statistiques/ },
];

test("a screenshot of the site is taken", async ({ adminPage: page, site }) => {
  await arrangeSamples(page, site);
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: "docs/pictures/home.png", animations: "disabled" });
});

test("screenshots of the back office are taken", async ({ adminPage: page, site }) => {
  await arrangeSamples(page, site);
  for (const { path, name, heading } of screens) {
    await page.goto(`/admin/dashboard${path}`);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await page.waitForLoadState("networkidle");
    await page.screenshot({ path: `docs/pictures/${name}.png`, animations: "disabled" });
  }
});

/** Stores five sample questions and new samples. The number of samples per day does not depend on the present hour. */
async function arrangeSamples(page: Page, site: ServerProcess): Promise<void> {
  const headers = { origin: site.url, "content-type": "application/json" };
  const questions = await page.request.post("/api/admin/questions/sample", { headers, data: {} });
  expect([201, 409]).toContain(questions.status()); // 409: the previous test added them
  await page.request.delete("/api/admin/samples", { headers });
  const samples = await page.request.post("/api/admin/samples", { headers, data: {} });
  expect(samples.status(), await samples.text()).toBe(201);
  for (const table of ["beta_signups", "brand_signups"])
    await site.sql(
      `update ${table} set created_at = moved.at from (
         select id, (date_trunc('day', now() at time zone 'Europe/Paris') - interval '1 hour'
           - interval '7 hours' * (row_number() over (order by created_at desc) - 1)) at time zone 'Europe/Paris' as at
         from ${table}) as moved
       where moved.id = ${table}.id`,
    );
}
