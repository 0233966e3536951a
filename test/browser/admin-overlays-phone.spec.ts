import type { Locator, Page } from "@playwright/test";
import { calm, openList, storeSignups, uniqueWord } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

const phone = { width: 390, height: 844 };

test.use({ ...calm, viewport: phone, hasTouch: true, isMobile: true });

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

async function expectInView(overlay: Locator): Promise<void> {
  await expect(overlay).toBeVisible();
  await expect(async () => {
    const box = await overlay.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(phone.width + 1);
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect(box?.y).toBeLessThan(phone.height - 40);
  }).toPass();
}

/** Checks the position of the opened overlay, closes it by a tap, and checks which element has the focus. */
async function expectOverlay(overlay: Locator, closer: Locator, heir: Locator): Promise<void> {
  await expectInView(overlay);
  await closer.tap();
  await expect(overlay).toBeHidden();
  await expect(heir).toBeFocused();
}

/** Taps at the end of the page, where an overlay that is positioned on the page instead of the screen is out of view. */
async function tapAtEnd(opener: Locator): Promise<void> {
  await opener.page().evaluate(() => scrollTo(0, document.body.scrollHeight));
  await opener.tap();
}

test("menu, detail, segment and decision open in view at 390 px; they and the filters close by a tap and give the focus back", async ({
  adminPage: page,
  site,
}) => {
  const word = uniqueWord();
  await storeSignups(
    site,
    "user",
    Array.from({ length: 8 }, (_, index) => ({ name: word, email: `${word}-${index}@exemple.fr` })),
  );
  await openList(page, "signups", word);

  const menu = page.getByRole("navigation", { name: "Menu d’administration" });
  const menuButton = button(page, /^(Ouvrir|Fermer) le menu$/);
  await tapAtEnd(menuButton);
  await expectOverlay(menu, menuButton, menuButton);

  const detail = dialog(page, `Zoé ${word}`);
  const details = button(page, /^Détails de/).last();
  await tapAtEnd(details);
  await expectOverlay(detail, detail.getByRole("button", { name: "Fermer" }), details);

  const segments = button(page, "Segments");
  await tapAtEnd(segments);
  await button(page, "Nouveau segment").tap();
  const segment = dialog(page, "Nouveau segment");
  await expectOverlay(segment, segment.getByRole("button", { name: "Fermer" }), segments);

  await page
    .getByRole("checkbox", { name: /^Sélectionner/ })
    .last()
    .tap();
  const approve = page
    .getByRole("region", { name: "Actions sur la sélection" })
    .getByRole("button", { name: "Approuver" });
  const decision = dialog(page, "Approuver la sélection");
  const cancel = decision.getByRole("button", { name: "Annuler" });
  await tapAtEnd(approve);
  await expectOverlay(decision, cancel, approve);

  await page.goto("/admin/dashboard/email-sender/new");
  const filters = button(page, "Filtres");
  const recipients = page.getByLabel("Type de destinataires");
  await filters.tap();
  // A part of the page, which the notice of the simulation pushes below the screen.
  await expect(recipients).toBeVisible();
  await filters.tap();
  await expect(recipients).toBeHidden();
  await expect(filters).toBeFocused();
});
