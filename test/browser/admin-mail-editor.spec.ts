import type { Page } from "@playwright/test";
import { button, frameNotice, pasteHtml } from "./admin-email-support.ts";
import { calm, expectAccessibleInBothThemes } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

/** Where it is tried: a new template, which nothing sends. */
const editor = (page: Page) => page.getByRole("textbox", { name: "Contenu" });
const toolbar = (page: Page) => page.getByRole("toolbar", { name: "Mise en forme" });

async function open(page: Page): Promise<void> {
  await page.goto("/admin/dashboard/emails?tab=templates");
  await button(page, "Nouveau modèle").click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Nom du modèle" }).fill("Essai");
  await button(page, "Créer le modèle").click();
  await expect(editor(page)).toBeVisible();
  await editor(page).fill("");
}

test.afterEach(async ({ site }) => {
  await site.sql("delete from email_templates where event is null");
});

test("the editor writes the formats of a mail, and the preview shows them inert", async ({
  adminPage: page,
  allowConsole,
  expectAccessible,
}) => {
  allowConsole(frameNotice);
  allowConsole(/Executing inline event handler violates/); // the pasted one
  await open(page);
  await pasteHtml(
    editor(page),
    `<h2>Titre</h2><p>Texte</p><p class="ql-align-right">De Quill</p><script>document.title="piégé"</script>
     <img src="javascript:alert(1)" onerror="document.title='piégé'"><p><a href="javascript:alert(1)">piège</a></p>`,
  );
  await expect(editor(page).getByText("De Quill")).toHaveCSS("text-align", "right");
  await expect(editor(page).locator("img")).toHaveAttribute("src", "//:0");
  await expect(editor(page).locator("a")).toHaveCount(0);
  await editor(page).getByText("Texte").click({ clickCount: 3 });
  for (const name of ["Gras", "Italique", "Souligné", "Barré", "Centrer", "Augmenter le retrait"]) {
    await button(page, name).click();
  }
  await button(page, "Couleur du texte").click();
  await button(page, "Vermillon").click();
  const paragraph = editor(page).locator("p.indent-1");
  await expect(paragraph).toHaveCSS("text-align", "center");
  await expect(
    paragraph.locator("strong em u s, strong em s u").or(paragraph.locator("span")),
  ).not.toHaveCount(0);

  await button(page, "Lien").click();
  const link = page.getByRole("dialog", { name: "Lien" });
  await link.getByLabel("Enter link URL:").fill("javascript:alert(1)");
  await button(link, "Insérer le lien").click();
  await expect(link.getByText("Indiquez une adresse web (https://…) ou une adresse e-mail")).toBeVisible();
  await link.getByLabel("Enter link URL:").fill("zoe@exemple.fr");
  await expectAccessible(page);
  await button(link, "Insérer le lien").click();
  await expect(paragraph.locator("a").first()).toHaveAttribute("href", "mailto:zoe@exemple.fr");
  await expectAccessibleInBothThemes(page, expectAccessible);

  await button(page, "Aperçu").click();
  const frame = page.getByRole("dialog").frameLocator("iframe");
  await expect(frame.getByRole("heading", { name: "Titre" })).toBeVisible();
  await expect(frame.getByRole("link", { name: "Texte" })).toHaveAttribute("href", "mailto:zoe@exemple.fr");
  await expect(page.locator("iframe")).toHaveAttribute("sandbox", "");
  await expect(page).not.toHaveTitle(/piégé/);
});

test("a picture comes from a file of at most 1 MB, or from a web address", async ({ adminPage: page }) => {
  await open(page);
  await button(page, "Image").click();
  const dialog = page.getByRole("dialog", { name: "Image" });
  const file = dialog.locator('input[type="file"]');
  await file.setInputFiles({
    name: "grand.png",
    mimeType: "image/png",
    buffer: Buffer.alloc(1024 * 1024 + 1),
  });
  await button(dialog, "Insérer l’image").click();
  await expect(dialog.getByText("L’image est trop volumineuse : 1 Mo au plus")).toBeVisible();
  await file.setInputFiles({
    name: "point.gif",
    mimeType: "image/gif",
    buffer: Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64"),
  });
  await dialog.getByLabel("Texte de remplacement").fill("Un point");
  await button(dialog, "Insérer l’image").click();
  await expect(editor(page).getByRole("img", { name: "Un point" })).toHaveAttribute(
    "src",
    /^data:image\/gif;base64,/,
  );
});

test("the toolbar is one stop of the tab key, and arrows lead through what is usable", async ({
  adminPage: page,
  expectAccessible,
}) => {
  await open(page);
  await editor(page).fill("Bonjour");
  await page.getByRole("switch", { name: "HTML" }).focus();
  await page.keyboard.press("Tab");
  await expect(button(page, "Titre 1")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ArrowRight");
  await expect(button(page, "Titre 2")).toBeFocused();
  await page.keyboard.press("End");
  await expect(button(page, "Variables")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(button(page, "Titre 1")).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(button(page, "Rétablir")).not.toBeFocused(); // nothing to redo
  await expect(button(page, "Annuler")).toBeFocused();
  await page.keyboard.press("Home");
  await expect(button(page, "Titre 1")).toBeFocused();
  await expect(toolbar(page).locator('button[tabindex="0"]')).toHaveCount(1);
  await expectAccessible(page);
});

test("what opens out of the toolbar gives the focus back", async ({ adminPage: page, expectAccessible }) => {
  await open(page);
  for (const name of ["Couleur du texte", "Lien", "Image", "Variables"]) {
    await button(page, name).focus();
    await page.keyboard.press("Enter");
    await expect(button(page, name)).not.toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(button(page, name), name).toBeFocused();
  }
});

test("variables are put where the cursor is, by keyboard", async ({ adminPage: page }) => {
  await open(page);
  await editor(page).pressSequentially("Bonjour !");
  await page.keyboard.press("ArrowLeft");
  // The editor learns of a moved cursor with the browser's next event of it.
  await editor(page).evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(editor(page)).toHaveText("Bonjour {{firstName}}!");
  await expect(editor(page)).toBeFocused();
  const subject = page.getByRole("textbox", { name: "Objet" });
  await subject.fill("Pour vous");
  await subject.evaluate((field: HTMLInputElement) => field.setSelectionRange(5, 9));
  await page.getByRole("button", { name: "Insérer une variable : objet" }).click();
  await page.getByRole("menuitem", { name: /firstName/ }).click();
  await expect(subject).toHaveValue("Pour {{firstName}}");
  await expect(subject).toBeFocused();
});

test("on a touch screen every control is large enough for a finger", async ({
  adminPage: page,
  isMobile,
}) => {
  test.skip(!isMobile, "a pointer needs less");
  await open(page);
  const sizes = await toolbar(page)
    .getByRole("button")
    .evaluateAll((buttons) =>
      buttons.map((one) => one.getBoundingClientRect()).map(({ width, height }) => [width, height]),
    );
  for (const [width, height] of sizes) {
    expect(width).toBeGreaterThanOrEqual(44);
    expect(height).toBeGreaterThanOrEqual(44);
  }
});

test("content is HTML one click away, both ways; what the editor cannot hold stays HTML", async ({
  adminPage: page,
  expectAccessible,
}) => {
  await open(page);
  const html = page.getByRole("switch", { name: "HTML" });
  const source = page.getByRole("textbox", { name: "Contenu (HTML)" });
  await editor(page).fill("Bonjour");
  await html.check();
  await expect(source).toHaveValue("<p>Bonjour</p>");
  await expect(source).toHaveAttribute("rows", "15");
  await source.fill("<h2>Titre</h2><p>Texte</p>");
  await html.uncheck();
  await expect(editor(page).getByRole("heading", { name: "Titre" })).toBeVisible();
  await html.check();
  await source.fill('<table><tbody><tr><td style="padding:8px">Cellule</td></tr></tbody></table>');
  await expect(page.getByText("l’éditeur ne garderait pas tableaux")).toBeVisible();
  await html.click();
  const question = page.getByRole("dialog", { name: "Passer à l’éditeur ?" });
  await expect(question).toContainText("tableaux");
  await expectAccessibleInBothThemes(page, expectAccessible);
  await button(question, "Rester en HTML").click();
  await expect(source).toBeVisible();
  await html.click();
  await button(question, "Passer à l’éditeur").click();
  await expect(editor(page)).toHaveText("Cellule");
});

test("opening a screen makes its editor once", { tag: "@once" }, async ({ adminPage: page }) => {
  await page.addInitScript(() => {
    const made = new Set<Element>();
    Object.assign(globalThis, { made });
    const { setAttribute } = Element.prototype;
    Element.prototype.setAttribute = function (name, value) {
      if (name === "contenteditable") made.add(this);
      setAttribute.call(this, name, value);
    };
  });
  await page.goto("/admin/dashboard/help");
  await page.getByRole("navigation").getByRole("link", { name: "E-mail individuel" }).click();
  await editor(page).fill("Bonjour");
  await expect(editor(page)).toHaveText("Bonjour");
  expect(await page.evaluate(() => (globalThis as unknown as { made: Set<Element> }).made.size)).toBe(1);
});
