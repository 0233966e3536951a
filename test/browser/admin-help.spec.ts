import { calm, expectAccessibleInBothThemes } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

test("the help is searched whatever the accents and capitals, and says how much it found", async ({
  adminPage: page,
  expectAccessible,
}) => {
  await page.goto("/admin/dashboard/help");
  await expect(page.getByRole("heading", { level: 1, name: "Aide" })).toBeVisible();
  const topics = page.getByRole("main").getByRole("heading", { level: 2 });
  await expect(topics).toHaveText([
    "Premiers pas",
    "Raccourcis clavier",
    "Construire le questionnaire",
    "États d’une inscription",
    "Listes et fiches",
    "Lire les statistiques",
    "Écrire aux inscrits",
    "États d’un message",
    "États d’un envoi en masse",
    "Ce que fait l’e-mail",
    "Adresses bloquées et retours",
    "Domaine d’envoi et clés DKIM",
    "Protection du formulaire",
    "État du serveur et sauvegardes",
    "Demandes sur les données",
    "Administrateurs et comptes",
    "La loi en dix lignes",
  ]);
  await expectAccessibleInBothThemes(page, expectAccessible);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);

  const field = page.getByRole("searchbox", { name: "Rechercher dans l’aide" });
  await field.fill("EMPREINTE A CLE");
  await expect(topics).toHaveText(["La loi en dix lignes"]);
  await expect(page.getByText("1 sujet", { exact: true })).toBeVisible();
  await expect(page.getByRole("term")).toHaveText(["Effacement"]);
  await expect(page).toHaveURL(/help\?search=EMPREINTE/);
  await field.fill("zzz");
  await expect(page.getByText("Aucun sujet ne correspond")).toBeVisible();
  await page.getByRole("button", { name: "Effacer la recherche" }).click();
  await expect(topics).toHaveCount(17);
});

test("the palette and the list of topics lead to a topic, whose heading takes the focus", async ({
  adminPage: page,
}) => {
  await page.goto("/admin/dashboard/signups");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Rechercher un écran ou une inscription" });
  await field.fill("cnil");
  await expect(page.getByRole("group", { name: "Aide" }).getByRole("option")).toHaveText([
    "La loi en dix lignes",
  ]);
  await field.press("Enter");
  await expect(page).toHaveURL(/help#law$/);
  const law = page.getByRole("heading", { level: 2, name: "La loi en dix lignes" });
  await expect(law).toBeFocused();
  await expect(law).toBeInViewport();

  await page.getByRole("navigation", { name: "Sujets de l’aide" }).getByText("États d’un message").click();
  const states = page.getByRole("heading", { level: 2, name: "États d’un message" });
  await expect(states).toBeFocused();
  await expect(states).toBeInViewport();
  await page.reload();
  await expect(states).toBeFocused();
});

test("the dialog of keys leads to the help", async ({ adminPage: page }) => {
  await page.goto("/admin/dashboard/help");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Raccourcis clavier" });
  await dialog.getByRole("link", { name: "Ouvrir l’aide" }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/help$/);
});

test("a picture opens whole, in a tab of its own", async ({ adminPage: page, context }) => {
  await page.goto("/admin/dashboard/help");
  const enlarge = page.getByRole("link", { name: "Agrandir : États d’une inscription", exact: true });
  const shown = await enlarge.getByRole("img").getAttribute("src");
  const opening = context.waitForEvent("page");
  await enlarge.click();
  const opened = await opening;
  await expect(opened).toHaveURL(new RegExp(`${shown}$`));
  const whole = opened.getByRole("img");
  await expect(whole).toHaveJSProperty("complete", true);
  expect(await whole.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(500);
});

test("pictures are loaded once they are scrolled to, by day and by night, and never widen the page", async ({
  adminPage: page,
}) => {
  for (const theme of ["light", "dark"] as const) {
    // The choice made here counts, not the system's.
    await page.emulateMedia({ colorScheme: theme === "light" ? "dark" : "light" });
    await page.goto("/admin/dashboard/help");
    const heading = page.getByRole("heading", { level: 1, name: "Aide" });
    await expect(heading).toBeVisible();
    await page
      .getByRole("button", { name: `Passer au thème ${theme === "light" ? "clair" : "sombre"}` })
      .click();
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", theme);
    const pictures = page.getByRole("figure").getByRole("img");
    await expect(pictures).toHaveCount(6);
    for (const picture of await pictures.all()) {
      const before = await picture.boundingBox();
      await picture.scrollIntoViewIfNeeded();
      await expect(picture).toHaveJSProperty("complete", true);
      const [natural, told] = await picture.evaluate((image: HTMLImageElement) => [
        [image.naturalWidth, image.naturalHeight],
        [Number(image.getAttribute("width")), Number(image.getAttribute("height"))],
      ]);
      // Finer than what is shown, and taken from a screen as wide as this one.
      expect(natural).toEqual(told?.map((side) => side * 1.5));
      const width = (page.viewportSize()?.width ?? 0) < 640 ? "narrow" : "wide";
      await expect(picture).toHaveAttribute("src", new RegExp(`-${width}-${theme}-[\\w-]+\\.webp$`));
      const after = await picture.boundingBox();
      expect(after, "its place was kept").toMatchObject({ width: before?.width, height: before?.height });
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  }
});
