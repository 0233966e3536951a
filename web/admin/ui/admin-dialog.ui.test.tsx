import { onlineManager } from "@tanstack/react-query";
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { everyScreen } from "#test/support/ui/every-screen-fake.ts";
import { held, refuse } from "#test/support/ui/fake-api.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";
import { fakeQuestionnaire, question } from "#test/support/ui/questionnaire-fake.ts";

const dialogs = [
  {
    screen: "privacy",
    opener: "Noter une demande",
    says: "Pour une demande reçue autrement que par la page personnelle : courrier, e-mail, téléphone.",
    sends: "Noter",
    refuses: "Adresse e-mail de la personne",
  },
  {
    screen: "emails?tab=templates",
    opener: "Nouveau modèle",
    says: /^Un point de départ.*\.$/,
    sends: "Créer le modèle",
    refuses: "Nom du modèle",
  },
  {
    screen: "single-email",
    opener: "Lien",
    says: /^Le texte choisi mènera.*\.$/,
    sends: "Insérer le lien",
    refuses: "Enter link URL:",
  },
  {
    screen: "single-email",
    opener: "Image",
    says: /^Une image de cet appareil.*\.$/,
    sends: "Insérer l’image",
    refuses: "Adresse de l’image",
  },
  { screen: "account", opener: "Activer", says: /\.$/, sends: "Continuer", refuses: "Votre mot de passe" },
];

test.each(dialogs)(
  "the dialog '$opener' has one sentence as its description, focuses a refused field and returns the focus",
  async ({ screen, opener, says, sends, refuses }) => {
    await openAdmin(`/admin/dashboard/${screen}`, everyScreen);
    const button = page.getByRole("main").getByRole("button", { name: opener }).first();
    await expect.element(button).toBeVisible();
    button.element().focus();
    await userEvent.keyboard("{Enter}");
    const dialog = page.getByRole("dialog");
    await expect.element(dialog).toHaveAccessibleDescription(says);
    await expect.element(dialog).toHaveAccessibleDescription(/^(?!.*[.!?…]\s).+[.!?…]$/);
    await dialog.getByRole("button", { name: sends }).click();
    const field = dialog.getByRole("textbox", { name: refuses });
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveAttribute("aria-invalid", "true");
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
  },
);

test("the description of the dialog about unsaved changes says what would be lost", async () => {
  await openAdmin("/admin/dashboard/emails", everyScreen);
  await page.getByLabelText(/^Nom de l’expéditeur/).fill("Une autre");
  await page.getByRole("link", { name: "Statistiques" }).click();
  await expect
    .element(page.getByRole("dialog", { name: "Quitter sans enregistrer ?" }))
    .toHaveAccessibleDescription("Vos dernières modifications ne sont pas enregistrées.");
});

test("the descriptions of the dialogs about a question's answers say what happens to the answers", async () => {
  const { answers } = fakeQuestionnaire(question("Votre matière ?", { given: ["Lin"] }));
  await openAdmin("/admin/dashboard/questionnaire", answers);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Supprimer : Votre matière ?" }).click();
  await expect
    .element(dialog)
    .toHaveAccessibleDescription("Toutes les réponses liées seront perdues : 1 réponse.");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await page.getByRole("switch", { name: "Active : Votre matière ?" }).click({ force: true });
  await expect.element(dialog).toHaveAccessibleDescription(/^1 réponse reste visible dans les inscriptions/);
});

test("the dialog of a preview has a description while the preview is still loading", async () => {
  await openAdmin("/admin/dashboard/single-email", {
    ...everyScreen,
    "POST /api/admin/email/preview": () => new Promise<never>(() => undefined),
  });
  await page.getByRole("button", { name: "Aperçu" }).click();
  await expect
    .element(page.getByRole("dialog", { name: "Aperçu de l’e-mail" }))
    .toHaveAccessibleDescription("L’e-mail tel que son destinataire le recevra.");
});

test.each([
  {
    screen: "privacy",
    opener: "Noter une demande",
    field: "Adresse e-mail de la personne",
    sends: "Noter",
    call: "POST /api/admin/privacy/requests",
  },
  {
    screen: "emails?tab=templates",
    opener: "Nouveau modèle",
    field: "Nom du modèle",
    sends: "Créer le modèle",
    call: "POST /api/admin/email/templates",
  },
] as const)(
  "the dialog '$opener' stays open while its request runs, and shows why it was refused",
  async ({ screen, opener, field, sends, call }) => {
    const late = held(() => refuse(500, { code: "internal", message: "" }));
    const { api } = await openAdmin(`/admin/dashboard/${screen}`, { ...everyScreen, [call]: late.fake });
    await page.getByRole("main").getByRole("button", { name: opener }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: field }).fill("zoe@exemple.fr");
    await dialog.getByRole("button", { name: sends }).click();
    await expect.poll(() => api.calls).toContain(call);
    await userEvent.keyboard("{Escape}");
    await dialog.getByRole("button", { name: "Fermer" }).click();
    for (const cancel of dialog.getByRole("button", { name: "Annuler" }).all())
      await expect.element(cancel).toBeDisabled();
    late.letGo();
    await expect.element(dialog.getByRole("alert")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
  },
);

test("a form's dialog says that its request failed without a network, and closes", async () => {
  onTestFinished(() => onlineManager.setOnline(true));
  await openAdmin("/admin/dashboard/emails?tab=templates", {
    ...everyScreen,
    "POST /api/admin/email/templates": () => Promise.reject<undefined>(new TypeError("offline")),
  });
  await page.getByRole("button", { name: "Nouveau modèle" }).click();
  const dialog = page.getByRole("dialog", { name: "Nouveau modèle" });
  await dialog.getByRole("textbox", { name: "Nom du modèle" }).fill("Relance");
  onlineManager.setOnline(false);
  await dialog.getByRole("button", { name: "Créer le modèle" }).click();
  await expect.element(dialog.getByRole("alert")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
});
