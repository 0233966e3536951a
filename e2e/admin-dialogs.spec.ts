import type { Page } from "@playwright/test";
import { calm } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

type FormDialog = {
  /** Below /admin/dashboard. */
  screen: string;
  /** Name of the button that opens it. */
  opener: string;
  /** Its first sentence, which describes it. */
  says: RegExp;
  /** Name of the button that sends it. */
  sends: string;
  /** The field that is refused when nothing is filled in. */
  refused: string;
};

const dialogs: FormDialog[] = [
  {
    screen: "privacy",
    opener: "Noter une demande",
    says: /^Pour une demande reçue autrement/,
    sends: "Noter",
    refused: "Adresse e-mail de la personne",
  },
  {
    screen: "emails?tab=templates",
    opener: "Nouveau modèle",
    says: /^Un point de départ/,
    sends: "Créer le modèle",
    refused: "Nom du modèle",
  },
  {
    screen: "single-email",
    opener: "Lien",
    says: /^Le texte choisi mènera/,
    sends: "Insérer le lien",
    refused: "Enter link URL:",
  },
  {
    screen: "single-email",
    opener: "Image",
    says: /^Une image de cet appareil/,
    sends: "Insérer l’image",
    refused: "Adresse de l’image",
  },
  {
    screen: "account",
    opener: "Activer",
    says: /./,
    sends: "Continuer",
    refused: "Votre mot de passe",
  },
];

async function openWith(page: Page, { screen, opener }: FormDialog) {
  await page.goto(`/admin/dashboard/${screen}`);
  const button = page.getByRole("main").getByRole("button", { name: opener, exact: true }).first();
  await button.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  return { button, dialog };
}

for (const form of dialogs) {
  test(`'${form.opener}' says what it is for, leads to what it refuses, and gives the focus back`, async ({
    adminPage: page,
  }) => {
    const { button, dialog } = await openWith(page, form);
    await expect(dialog).toHaveAccessibleDescription(form.says);
    await dialog.getByRole("button", { name: form.sends, exact: true }).click();
    const field = dialog.getByRole("textbox", { name: form.refused });
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
  });
}

test("a wrong password is told at its field, which has the focus again", async ({
  adminPage: page,
  allowConsole,
}) => {
  allowConsole(/400/);
  const form = dialogs.at(-1) as FormDialog;
  const { dialog } = await openWith(page, form);
  const field = dialog.getByRole("textbox", { name: form.refused });
  for (const attempt of ["une première erreur", "une seconde erreur"]) {
    await field.fill(attempt);
    await dialog.getByRole("button", { name: form.sends, exact: true }).click();
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toBeFocused();
  }
});
