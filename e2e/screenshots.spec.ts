import { calm } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

/** What README and 'docs' show, made by `npm run screenshots` of samples alone, so that they stay true. */
const screens = [
  { path: "", name: "dashboard", heading: "Dashboard" },
  { path: "/signups", name: "signups", heading: "Inscriptions à la bêta" },
  { path: "/stats", name: "statistics", heading: /Statistiques/ },
  { path: "/help", name: "help", heading: "Aide" },
];

test("the pictures of the back office", async ({ adminPage: page, site }) => {
  const headers = { origin: site.url, "content-type": "application/json" };
  for (const path of ["questions/sample", "samples"]) {
    const answer = await page.request.post(`/api/admin/${path}`, { headers, data: {} });
    expect(answer.status(), path).toBe(201);
  }
  for (const { path, name, heading } of screens) {
    await page.goto(`/admin/dashboard${path}`);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await page.waitForLoadState("networkidle");
    await page.screenshot({ path: `docs/pictures/${name}.png`, animations: "disabled" });
  }
});
