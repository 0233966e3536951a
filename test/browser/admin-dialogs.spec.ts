import type { Page } from "@playwright/test";
import { arrange, address as questionnaireAddress } from "./admin-questionnaire-support.ts";
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

const oneSentence = /^(?!.*[.!?…]\s).+[.!?…]$/;

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
    await expect(dialog).toHaveAccessibleDescription(oneSentence);
    await dialog.getByRole("button", { name: form.sends, exact: true }).click();
    const field = dialog.getByRole("textbox", { name: form.refused });
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
  });
}

test("what happens to the answers of a question describes the dialog that asks", async ({
  adminPage: page,
  site,
}) => {
  await arrange(site, "Votre matière ?");
  await site.sql(
    `insert into beta_signups (firstname, name, email, responses)
     select 'Zoé', 'Lefèvre', 'zoe@exemple.example', jsonb_build_object(id::text, 'Lin') from questionnaire_items`,
  );
  await page.goto(questionnaireAddress);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Supprimer : Votre matière ?" }).press("Enter");
  await expect(dialog).toHaveAccessibleDescription("Toutes les réponses liées seront perdues : 1 réponse.");
  await expect(dialog).toContainText("« Votre matière ? »");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByRole("switch", { name: "Active : Votre matière ?" }).press("Space");
  await expect(dialog).toHaveAccessibleDescription(/^1 réponse reste visible dans les inscriptions/);
  await expect(dialog).toContainText("« Votre matière ? »");
  // Other specs share the worker's server, and a required question would stop their sign-ups.
  await arrange(site);
});

test("a preview says what it shows, also while it is on its way", async ({ adminPage: page }) => {
  await page.goto("/admin/dashboard/single-email");
  await page.getByRole("button", { name: "Aperçu", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Aperçu de l’e-mail" });
  await expect(dialog).toHaveAccessibleDescription("L’e-mail tel que son destinataire le recevra.");
});

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
