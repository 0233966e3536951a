import type { Page } from "@playwright/test";
import { button, frameNotice } from "./admin-email-support.ts";
import { calm, storeSignups } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

test.afterEach(async ({ site }) => {
  await site.sql("delete from email_templates where event is null");
  await site.sql("delete from beta_signups where email = 'eloise@exemple.fr'");
});

test("an added template is written, previewed for a person without running its scripts, saved, and read again", {
  tag: "@mobile",
}, async ({ adminPage: page, allowConsole, site, isMobile }) => {
  allowConsole(frameNotice);
  await storeSignups(site, "user", [{ firstname: "Éloïse", name: "Brun", email: "eloise@exemple.fr" }]);
  await page.goto("/admin/dashboard/emails?tab=templates");
  await button(page, "Nouveau modèle").click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Nom du modèle" }).fill("Ouverture");
  await button(page, "Créer le modèle").click();
  await expect(page.getByRole("form", { name: "Ouverture" })).toBeVisible();
  if (isMobile) await expectLargeEnoughForFingers(page);

  await field(page, "Objet").fill("Pour {{firstName}}");
  await page.getByRole("switch", { name: "HTML" }).check();
  await field(page, "Contenu (HTML)").fill(
    "<p>Bonjour {{firstName}} {{name}}</p><script>document.title='piégé'</script>",
  );
  await button(page, "Aperçu").click();
  const dialog = page.getByRole("dialog", { name: "Aperçu du modèle" });
  const frame = dialog.frameLocator("iframe");
  await expect(frame.getByText("Bonjour Camille Durand")).toBeVisible();
  await expect(dialog.locator("iframe")).toHaveAttribute("sandbox", "");
  const person = dialog.getByRole("combobox", { name: "Voir comme ce destinataire" });
  await person.fill("élo");
  await dialog.getByRole("option", { name: /Éloïse/ }).click();
  await expect(frame.getByText("Bonjour Éloïse Brun")).toBeVisible();
  await expect(frame.locator("script")).toHaveCount(0);
  await expect(page).not.toHaveTitle(/piégé/);
  await button(dialog, "Fermer").click();

  await button(page, "Enregistrer").click();
  await expect(page.getByText("Modèle enregistré avec succès")).toBeVisible();
  await page.reload();
  await expect(field(page, "Objet")).toHaveValue("Pour {{firstName}}");
  await expect(field(page, "Contenu")).toHaveText("Bonjour {{firstName}} {{name}}");
});

/** Required on touch screens only: a pointer needs less. */
async function expectLargeEnoughForFingers(page: Page): Promise<void> {
  const sizes = await page
    .getByRole("toolbar", { name: "Mise en forme" })
    .getByRole("button")
    .evaluateAll((buttons) =>
      buttons.map((one) => one.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)),
    );
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);
}
