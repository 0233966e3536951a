import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Page } from "@playwright/test";
import type { OpeningRow } from "#contract/opening.schema.ts";
import { calm, expectAccessibleInBothThemes } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

/** A real picture of this product: 512 × 512. */
const logo = readFileSync(resolve(import.meta.dirname, "../../web/site/public/icon-512.png"));

async function open(page: Page): Promise<void> {
  await page.goto("/admin/dashboard/site");
  await expect(page.getByRole("heading", { level: 1, name: "Site" })).toBeVisible();
  await expect(page.getByRole("form", { name: "Ce que le site dit de vous" })).toBeVisible();
}

const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const save = (page: Page) => page.getByRole("button", { name: "Enregistrer" }).click();
const logoOf = (page: Page) => page.getByRole("region", { name: "Projet suivi par : logo" });

test.afterEach(async ({ site, page }) => {
  await site.sql("delete from site_settings");
  await site.sql("delete from site_images");
  await expect
    .poll(async () => (await page.request.get("/mentions-legales")).text())
    .toContain("[Raison sociale]");
});

test("what the owner says of themselves stands on the site at once, without a build", async ({
  adminPage: page,
  expectAccessible,
}) => {
  await open(page);
  await expect(page.getByText("18 informations sont provisoires")).toBeVisible();
  await expect(field(page, "Société")).toHaveAccessibleDescription("À remplacer");
  await expectAccessibleInBothThemes(page, expectAccessible);

  await field(page, "Société").fill("Maison <b>Tenue</b> & Cie");
  await field(page, "TVA intracommunautaire").fill("");
  await field(page, "TikTok").fill("javascript:alert(1)");
  await save(page);
  await expect(field(page, "TikTok")).toBeFocused();
  await expect(field(page, "TikTok")).toHaveAccessibleDescription(/Indiquez une adresse web/);
  await field(page, "TikTok").fill("www.tiktok.com/@maison-tenue");
  await page.getByRole("button", { name: "Enregistrer" }).press("Enter");
  await expect(page.getByText("Enregistré : le site le dit dès maintenant.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Enregistrer" })).toBeFocused();
  await expect(field(page, "TikTok")).toHaveValue("https://www.tiktok.com/@maison-tenue");
  await expect(page.getByText("15 informations sont provisoires")).toBeVisible();

  await page.goto("/mentions-legales");
  await expect(page.getByRole("main")).toContainText("Maison <b>Tenue</b> & Cie");
  await expect(page.getByRole("main")).not.toContainText("TVA");
  await page.goto("/");
  await expect(page.getByRole("link", { name: "TikTok" })).toHaveAttribute("href", /maison-tenue$/);
  // React has taken the page over with what the page was drawn from.
  await expect(page.locator("video")).not.toHaveAttribute("controls");
  await expect(page.getByRole("link", { name: "TikTok" })).toHaveAttribute("href", /maison-tenue$/);
});

test("a partner's logo is shown on the site as soon as it is chosen, and refused when it is none", async ({
  adminPage: page,
  allowConsole,
}) => {
  allowConsole(/400/);
  await open(page);
  const region = logoOf(page);
  const choose = async (name: string, mimeType: string, buffer: Buffer) => {
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      region.getByRole("button", { name: /^(Choisir un logo|Remplacer) :/ }).click(),
    ]);
    await chooser.setFiles({ name, mimeType, buffer });
  };
  await expect(region).toContainText("Sans logo");
  await choose("logo.png", "image/png", Buffer.from("<svg onload='alert(1)'/>"));
  await expect(region.getByRole("alert")).toContainText("Choisissez une image PNG, JPEG ou WebP");
  await choose("logo.png", "image/png", Buffer.alloc(513 * 1024));
  await expect(region.getByRole("alert")).toContainText("512 Ko au maximum");
  await choose("logo.png", "image/png", logo);
  const preview = region.getByRole("img", { name: "Logo actuel" });
  await expect(preview).toBeVisible();
  const address = (await preview.getAttribute("src")) ?? "";

  await page.goto("/");
  const shown = page.getByRole("img", { name: "[Nom du partenaire qui suit le projet]" });
  await expect(shown).toHaveAttribute("src", address);
  await shown.scrollIntoViewIfNeeded();
  await expect.poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(512);

  await open(page);
  await region.getByRole("button", { name: /^Retirer :/ }).click();
  await expect(region).toContainText("Sans logo");
  await expect(region.getByRole("button", { name: /^Choisir un logo :/ })).toBeFocused();
});

test("the face of mails is chosen here: colour, logo and a word at the foot, seen in the next preview", async ({
  adminPage: page,
  expectAccessible,
}) => {
  await open(page);
  const color = field(page, "Couleur");
  await color.fill("rouge");
  await save(page);
  await expect(color).toBeFocused();
  await expect(page.getByText("Indiquez une couleur, par exemple #bf3013")).toBeVisible();
  await color.fill("#ffd166");
  await expect(color).toHaveAccessibleDescription(/Texte noir .* ils seront noirs\./);
  await color.fill("#163b42");
  await page.keyboard.press("Escape");
  await expect(color).toHaveAccessibleDescription(/^Texte blanc sur les boutons, contraste 12/);
  await field(page, "Mot de pied de page").fill("Le vestiaire qui se partage.");
  await expectAccessibleInBothThemes(page, expectAccessible);
  await save(page);
  await expect(page.getByText("Enregistré : le site le dit dès maintenant.")).toBeVisible();

  const region = page.getByRole("region", { name: "E-mails : logo" });
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    region.getByRole("button", { name: /^Choisir un logo :/ }).click(),
  ]);
  await chooser.setFiles({ name: "logo.png", mimeType: "image/png", buffer: logo });
  await expect(region.getByRole("img", { name: "Logo actuel" })).toBeVisible();

  const preview = await page.request.post("/api/admin/email/preview", {
    headers: { origin: new URL(page.url()).origin },
    data: { subject: "Objet", content: "<p>Bonjour</p>" },
  });
  const { html } = (await preview.json()) as { html: string };
  expect(html).toContain('bgcolor="#163b42"');
  expect(html).toContain("Le vestiaire qui se partage.");
  expect(html).toMatch(/<img src="[^"]*\/site-images\/mailLogo-[0-9a-f]{16}\.png" alt="Tenue"/);
});

test("two people at the same form: the later one decides", async ({
  adminPage: page,
  site,
  allowConsole,
}) => {
  allowConsole(/409/);
  await open(page);
  await field(page, "Téléphone").fill("04 00 00 00 00");
  await site.sql(
    `insert into site_settings (values) select jsonb_build_object('host',
       jsonb_build_object('company', 'Hôte du Rhône', 'address', '1 quai', 'phone', '04'))`,
  );
  await save(page);
  const dialog = page.getByRole("dialog", { name: "Modifié entre-temps" });
  await expect(dialog).toContainText("Hôte du Rhône");
  await dialog.getByRole("button", { name: "Enregistrer ma version" }).click();
  await expect(dialog).toBeHidden();
  await expect(field(page, "Téléphone")).toHaveValue("04 00 00 00 00");
  await expect(field(page, "Nom de l’hébergeur")).toHaveValue("Hôte du Rhône");
});

test("the form fits into 360 px, and leaving it unsaved asks first", async ({ adminPage: page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);
  await field(page, "Société").fill("Maison Tenue");
  await page.getByRole("button", { name: "Ouvrir le menu" }).click();
  await page.getByRole("link", { name: "Statistiques" }).click();
  await page.getByRole("button", { name: "Continuer à modifier" }).click();
  await expect(field(page, "Société")).toHaveValue("Maison Tenue");
});

test("the dashboard says what is left before the opening, and nothing once all is done", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  await site.sql("update admin_preferences set first_steps_left = false");
  await page.goto("/admin/dashboard");
  const box = page.getByRole("region", { name: "Avant l’ouverture" });
  // The first steps ask for the same in their own words; whoever left them is told here.
  await expect(box).toBeVisible();
  await page
    .getByRole("region", { name: "Premiers pas" })
    .getByRole("button", { name: "Quitter les premiers pas" })
    .click();
  await expect(box.getByRole("link", { name: /remplacer \d+ informations provisoires/ })).toBeVisible();
  await expectAccessibleInBothThemes(page, expectAccessible);
  await box.getByRole("link", { name: /remplacer \d+/ }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Site" })).toBeVisible();

  const done: OpeningRow[] = [{ key: "https", done: true, label: "En https", link: "site" }];
  await page.route("**/api/admin/opening", (route) => route.fulfill({ json: { items: done } }));
  await page.goto("/admin/dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(box).toBeHidden();
});

test("a visitor of a site that is not open yet is told so in the form", async ({ page, allowConsole }) => {
  allowConsole(/503/);
  await page.route("**/api/signups/*", (route) =>
    route.fulfill({
      status: 503,
      json: { error: { code: "not_open_yet", message: "Les inscriptions ouvrent bientôt" } },
    }),
  );
  await page.goto("/");
  const call = page.locator("#beta-section").getByRole("link", { name: "I want to sign up" });
  await expect(call).toHaveAttribute("aria-haspopup", "dialog");
  await call.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Prénom").fill("Zoé");
  await dialog.getByLabel("Nom", { exact: true }).fill("Martin");
  await dialog.getByLabel("Adresse e-mail").fill("zoe@courrier.fr");
  await dialog.getByRole("button", { name: /envoyer|inscri/i }).click();
  await expect(dialog.getByRole("alert")).toContainText("Les inscriptions ouvrent bientôt");
});
