import { writeFile } from "node:fs/promises";
import { calm } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";
import { arrangeSamples, drawParts, openScreen, type PictureWidth } from "./help-pictures.ts";

test.use({ ...calm, serverEnvironment: {} });

/** What README and 'docs' show, made by `npm run screenshots` of samples alone, so that they stay true. */
const screens = [
  { path: "", name: "dashboard", heading: "Dashboard" },
  { path: "/signups", name: "signups", heading: "Inscriptions à la bêta" },
  { path: "/stats", name: "statistics", heading: /Statistiques/ },
  { path: "/help", name: "help", heading: "Aide" },
];

test("the picture of the site", async ({ adminPage: page, site }) => {
  await arrangeSamples(page, site);
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: "docs/pictures/home.png", animations: "disabled" });
});

test("the pictures of the back office", async ({ adminPage: page, site }) => {
  await arrangeSamples(page, site);
  for (const { path, name, heading } of screens) {
    await openScreen(page, path);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await page.screenshot({ path: `docs/pictures/${name}.png`, animations: "disabled" });
  }
});

test.describe("on a finer screen", () => {
  // Sharp on phones and on most desks; with 2 they would weigh two thirds more.
  test.use({ deviceScaleFactor: 1.5 });

  test("the pictures of the help, in both themes, wide and narrow", async ({ adminPage: page, site }) => {
    test.setTimeout(600_000);
    const sizes: Record<string, Partial<Record<PictureWidth, { width: number; height: number }>>> = {};
    for await (const { name, width, clip } of drawParts(page, site)) {
      sizes[name] = { ...sizes[name], [width]: { width: clip.width, height: clip.height } };
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
        const path = `${folder}/${name}-${width}-${colorScheme}.webp`;
        await page.screenshot({ path, clip, quality: 28, animations: "disabled" });
      }
      await page.emulateMedia({ colorScheme: "light" });
    }
    await writeFile(`${folder}/sizes.json`, `${JSON.stringify(sizes, null, 2)}\n`);
  });
});

const folder = "web/admin/features/help/pictures";
