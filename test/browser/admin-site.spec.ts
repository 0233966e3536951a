import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

/** A real picture of this product: 512 × 512. */
const logo = readFileSync(resolve(import.meta.dirname, "../../web/site/public/icon-512.png"));

async function open(page: Page): Promise<void> {
  await page.goto("/admin/dashboard/site");
  await expect(page.getByRole("form", { name: "Ce que le site dit de vous" })).toBeVisible();
}

const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

test.afterEach(async ({ site, page }) => {
  await site.sql("delete from site_settings");
  await site.sql("delete from site_images");
  await expect
    .poll(async () => (await page.request.get("/mentions-legales")).text())
    .toContain("[Raison sociale]");
});

test("the owner's settings appear on the site at once", async ({ adminPage: page }) => {
  await open(page);
  await field(page, "Société").fill("Maison <b>Tenue</b> & Cie");
  await field(page, "TVA intracommunautaire").fill("");
  await field(page, "TikTok").fill("www.tiktok.com/@maison-tenue");
  await field(page, "Couleur").fill("#163b42");
  await field(page, "Mot de pied de page").fill("Le vestiaire qui se partage.");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Enregistré : le site le dit dès maintenant.")).toBeVisible();
  const preview = await page.request.post("/api/admin/email/preview", {
    headers: { origin: new URL(page.url()).origin },
    data: { subject: "Objet", content: "<p>Bonjour</p>" },
  });
  const { html } = (await preview.json()) as { html: string };
  expect(html).toContain('bgcolor="#163b42"');
  expect(html).toContain("Le vestiaire qui se partage.");

  await page.goto("/mentions-legales");
  await expect(page.getByRole("main")).toContainText("Maison <b>Tenue</b> & Cie");
  await expect(page.getByRole("main")).not.toContainText("TVA");
  await page.goto("/");
  await expect(page.getByRole("link", { name: "TikTok" })).toHaveAttribute("href", /maison-tenue$/);
  // React has started the player, with the new settings.
  await expect(page.locator("video")).not.toHaveAttribute("controls");
  await expect(page.getByRole("link", { name: "TikTok" })).toHaveAttribute("href", /maison-tenue$/);
});

test("a partner's logo is shown on the site as soon as it is chosen, and a file that is not a picture is refused", async ({
  adminPage: page,
  allowConsole,
}) => {
  allowConsole(/400/);
  await open(page);
  const region = page.getByRole("region", { name: "Projet suivi par : logo" });
  const choose = async (buffer: Buffer) => {
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      region.getByRole("button", { name: /^Choisir un logo :/ }).click(),
    ]);
    await chooser.setFiles({ name: "logo.png", mimeType: "image/png", buffer });
  };
  await choose(Buffer.from("<svg onload='alert(1)'/>"));
  await expect(region.getByRole("alert")).toContainText("Choisissez une image PNG, JPEG ou WebP");
  await choose(logo);
  const preview = region.getByRole("img", { name: "Logo actuel" });
  await expect(preview).toBeVisible();
  const address = (await preview.getAttribute("src")) ?? "";

  await page.goto("/");
  const shown = page.getByRole("img", { name: "[Nom du partenaire qui suit le projet]" });
  await expect(shown).toHaveAttribute("src", address);
  await shown.scrollIntoViewIfNeeded();
  await expect.poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(512);
});
