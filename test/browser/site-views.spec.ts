import { expect, test } from "./fixtures.ts";
import { openHome } from "./site-support.ts";

const views = [
  { link: "Politique de confidentialité", heading: "Politique de confidentialité" },
  { link: "Conditions d’utilisation", heading: "Conditions d’utilisation" },
  { link: "Contact", heading: "Contact" },
];

for (const { link, heading } of views) {
  test(`the view "${heading}" opens in the page, takes the focus, and back returns home`, async ({
    page,
    expectAccessible,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openHome(page);
    const address = page.url();
    await page.getByRole("contentinfo").getByRole("link", { name: link, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeFocused();
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    expect(page.url()).toBe(address);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await expectAccessible(page);
    await page.goBack();
    await expect(
      page.getByRole("heading", { level: 1, name: "S’habiller commence par un regard." }),
    ).toBeFocused();
    expect(page.url()).toBe(address);
  });
}

test("from view to view, one step back is still the home view", async ({ page }) => {
  await openHome(page);
  const links = page.getByRole("contentinfo");
  await links.getByRole("link", { name: "Contact" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Contact" })).toBeVisible();
  await links.getByRole("link", { name: "Politique de confidentialité" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Politique de confidentialité" })).toBeVisible();
  await page.goBack();
  await expect(
    page.getByRole("heading", { level: 1, name: "S’habiller commence par un regard." }),
  ).toBeVisible();
});

test("of two views asked for at once the last one is shown and remembered, whichever arrives first", async ({
  page,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/privacy", async (route) => {
    await held;
    await route.continue();
  });
  await openHome(page);
  const links = page.getByRole("contentinfo");
  await links.getByRole("link", { name: "Politique de confidentialité" }).click();
  await links.getByRole("link", { name: "Contact" }).click();
  const contact = page.getByRole("heading", { level: 1, name: "Contact" });
  await expect(contact).toBeVisible();
  const overtaken = page.waitForResponse("**/privacy");
  release();
  await (await overtaken).finished();
  await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
  await expect(contact).toBeVisible();
  expect(await page.evaluate(() => history.state)).toEqual({ view: "contact" });
});

test("a view that fails after another one was asked for takes nobody away", async ({
  page,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|Failed to load/);
  let fail = () => {};
  const held = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route("**/privacy", async (route) => {
    await held;
    await route.abort();
  });
  await openHome(page);
  const links = page.getByRole("contentinfo");
  await links.getByRole("link", { name: "Politique de confidentialité" }).click();
  await links.getByRole("link", { name: "Contact" }).click();
  const contact = page.getByRole("heading", { level: 1, name: "Contact" });
  await expect(contact).toBeVisible();
  const failed = page.waitForEvent("requestfailed");
  fail();
  await failed;
  await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
  await expect(contact).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/");
});

test("the contact view has all ways to reach us, and a button back", async ({ page }) => {
  await openHome(page);
  await page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "contact@tenue.example" })).toHaveAttribute("href", /^mailto:/);
  await expect(main.getByRole("link", { name: "Rejoindre la discussion" })).toBeVisible();
  await expect(main.getByRole("link", { name: "TikTok" })).toBeVisible();
  await expect(main.getByRole("link", { name: "Instagram" })).toBeVisible();
  await main.getByRole("button", { name: "Retour à l'accueil" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "S’habiller commence par un regard." }),
  ).toBeFocused();
});

test("the privacy policy has an address of its own and nine numbered sections", async ({
  page,
  expectAccessible,
}) => {
  await page.goto("/privacy");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    /^1\. Données collectées/,
    /^2\. Utilisation/,
    /^3\. Partage/,
    /^4\. Durée de conservation/,
    /^5\. Vos droits/,
    /^6\. Sécurité/,
    /^7\. Consentement/,
    /^8\. Demandes de suppression/,
    /^9\. Évolution/,
  ]);
  await expect(page.getByText("26/09/2024")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Retour à l'accueil" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "S’habiller commence par un regard." }),
  ).toBeVisible();
});

test("the accessibility statement says what was tested, what is missing and whom to turn to", async ({
  page,
  expectAccessible,
}) => {
  await openHome(page);
  await page.getByRole("contentinfo").getByRole("link", { name: "Accessibilité" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Accessibilité" })).toBeVisible();
  for (const text of [/conformité partielle/, /Aucun organisme extérieur/, /axe/, /Défenseur des droits/])
    await expect(page.getByText(text).first()).toBeVisible();
  await expectAccessible(page);
});

test("every page leads to one's own data", async ({ page }) => {
  for (const path of ["/", "/privacy", "/conditions", "/mentions-legales", "/accessibilite", "/contact"]) {
    await page.goto(path);
    const link = page.getByRole("contentinfo").getByRole("link", { name: "Mes données" });
    await expect(link, path).toHaveAttribute("href", "/mes-donnees");
  }
});

test("the legal notice has an address of its own and six parts", async ({ page, expectAccessible }) => {
  await page.goto("/mentions-legales");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    /Éditeur/,
    /Hébergement/,
    /Propriété intellectuelle/,
    /Protection des données personnelles/,
    /Cookies/,
    /Liens externes/,
  ]);
  await expect(page.getByText("[Raison sociale]").first()).toBeVisible();
  await expectAccessible(page);
});

test("an unknown address is answered 404, in the style of the site", async ({
  page,
  allowConsole,
  expectAccessible,
}) => {
  allowConsole(/404/);
  const answer = await page.goto("/cette-page-manque");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1, name: "Il manque une pièce." })).toBeVisible();
  await expectAccessible(page);
});
